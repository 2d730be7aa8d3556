"""GET /api/catalog: all boxes, Kingdom piles, landscapes and recommended kingdoms."""

import pytest


@pytest.fixture
def answer(api, conforms):
    answer = api.get("/api/catalog").json
    conforms("Catalog", answer)
    return answer


class TestCatalog:
    def test_holds_everything_we_know(self, answer, catalog):
        ids = {key: {row["id"] for row in rows} for key, rows in answer.items()}
        assert ids == {
            "boxes": set(catalog.boxes),
            "cards": set(catalog.cards),
            "landscapes": set(catalog.landscapes),
            "kingdoms": set(catalog.published),
        }

    def test_a_box(self, answer):
        assert answer["boxes"][0] == {
            "id": "dominion-1e",
            "name": "Dominion",
            "edition": 1,
            "year": 2008,
            "kind": "base game",
        }

    def test_a_card(self, answer):
        (familiar,) = [card for card in answer["cards"] if card["id"] == "familiar"]
        assert familiar["name"] == "Familiar"
        assert familiar["cost"] == {"coin": 3, "potion": 1, "debt": 0}
        assert familiar["types"] == ["Action", "Attack"]
        assert familiar["boxes"] == ["alchemy"]
        assert "attack" in familiar["tags"]

    def test_a_landscape(self, answer):
        assert {"id": "alms", "name": "Alms", "kind": "event", "boxes": ["adventures"]} in answer[
            "landscapes"
        ]

    def test_a_kingdom_names_what_it_is_played_with(self, answer, catalog):
        for kingdom in answer["kingdoms"]:
            assert len(kingdom["cards"]) == 10
            assert set(kingdom["boxes"]) <= set(catalog.boxes)
            assert kingdom["choices"]["platinum_colony"] is kingdom["platinum_colony"]
        assert any(kingdom["bane"] for kingdom in answer["kingdoms"])
        assert any("ally" in kingdom["choices"] for kingdom in answer["kingdoms"])


class TestCaching:
    def test_an_unchanged_catalog_is_not_sent_again(self, api):
        first = api.get("/api/catalog")
        again = api.get("/api/catalog", headers={"If-None-Match": first.headers["ETag"]})
        assert again.status_code == 304
        assert again.data == b""

    def test_is_always_the_same_bytes(self, api):
        assert api.get("/api/catalog").data == api.get("/api/catalog").data
