"""A visitor's journeys: name ten piles, mend what is wrong, see the setup, change it."""

import html
import re

import pytest

TEN = "Cellar, Market, Militia, Mine, Moat, Remodel, Smithy, Village, Woodcutter, Workshop"
SHELF = ["dominion-1e", "adventures", "allies", "rising-sun"]


def text_of(response) -> str:
    """What a page says, without its marks."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", response.text)).split())


class TestJourney:
    def test_ten_names_lead_to_their_plan(self, client, send):
        answer = send(names=TEN, boxes=["dominion-1e"], players="3")
        assert answer.status_code == 303
        assert answer.headers["Location"] == (
            "/kingdom/cellar.market.militia.mine.moat.remodel.smithy.village.woodcutter.workshop"
            "?players=3&boxes=dominion-1e"
        )
        page = text_of(client.get(answer.headers["Location"]))
        assert "First Game" in page
        assert "39 in the pile, 7 to each player" in page

    def test_the_form_knows_the_shelf_and_the_players(self, at_home):
        client = at_home(boxes=["dominion-1e", "alchemy", "dominion-1e"], players=5)
        page = client.get("/own").text
        assert 'value="5" checked' in page
        assert re.search(r'name="boxes" value="alchemy"[^>]* checked', page)
        assert re.search(r'name="twice" value="dominion-1e"[^>]* checked', page)
        assert not re.search(r'name="boxes" value="empires"[^>]* checked', page)

    def test_change_leads_back_to_the_form_as_it_was(self, client, send):
        fields = {
            "names": "Young Witch\nDruid\nUnderling\nAlms",
            "boxes": ["dominion-1e", "cornucopia", "nocturne"],
            "twice": ["dominion-1e"],
            "players": "4",
            "bane": "Chapel",
            "colony": "no",
            "shelters": "yes",
            "deck": "Witch\nMoat",
            "ally": "Cave Dwellers",
            "boons": "The Sea's Gift, The Sun's Gift",
            "traits": "Cheap: Druid",
            "sets": "2",
        }
        link = send(**fields).headers["Location"]
        change = re.search(r'href="(/own\?kingdom=[^"]+)"', client.get(link).text)[1]
        form = client.get(html.unescape(change)).text
        token = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', form)[1]
        typed = {"csrf_token": token, "boxes": [], "twice": []}
        for name, text in re.findall(r'<textarea[^>]* name="(\w+)"[^>]*>([^<]*)<', form):
            typed[name] = html.unescape(text)
        for name, text in re.findall(r'name="(\w+)"[^>]*type="text" value="([^"]*)"', form):
            typed[name] = html.unescape(text)
        for name, value in re.findall(r'name="(\w+)" value="([^"]+)"[^>]* checked', form):
            if name == "players":
                typed[name] = value
            else:
                typed[name].append(value)
        for name, options in re.findall(r'<select[^>]* name="(\w+)"[^>]*>(.*?)</select>', form):
            chosen = re.search(r'<option selected value="([^"]*)"', options)
            typed[name] = chosen[1] if chosen else ""
        assert client.post("/own", data=typed).headers["Location"] == link

    def test_a_broken_change_link_is_told_in_a_sentence(self, client):
        page = client.get("/own?kingdom=smity&players=2")
        assert page.status_code == 404
        assert "This link holds no kingdom." in page.text


class TestSortingOut:
    """Landscapes, an Ally and a Prophecy may be among the names."""

    def test_each_finds_its_place(self, send):
        names = "Underling, Alms, Cave Dwellers, Flourishing Trade, Mountain Shrine, Way of the Ox"
        link = send(names=names, boxes=SHELF).headers["Location"]
        assert link.startswith("/kingdom/underling.mountain-shrine?")
        assert "landscapes=alms.way-of-the-ox" in link
        assert "ally=cave-dwellers" in link
        assert "prophecy=flourishing-trade" in link

    def test_a_second_ally_stays_a_problem(self, client, send):
        link = send(names="Underling\nCave Dwellers\nCrafters' Guild").headers["Location"]
        assert "a game has one Ally" in text_of(client.get(link))

    def test_another_language_will_do(self, send):
        assert "smithy" in send(names="Schmiede").headers["Location"]


class TestFaults:
    def test_are_told_beside_their_fields_and_all_is_kept(self, send):
        answer = send(
            names="Smity\nMoat", boxes=["dominion-1e"], players="3", bane="Gardns", traits="Rich"
        )
        assert answer.status_code == 422
        page = answer.text
        assert "3 things to mend" in page
        names = page[page.index('id="names-faults"') :]
        assert "Did you mean Smithy" in names[: names.index("</ul>")]
        assert re.search(r'aria-describedby="names-hint names-faults" aria-invalid="true"', page)
        assert "Smity\nMoat</textarea>" in page
        assert 'value="Gardns"' in page
        assert 'value="3" checked' in page
        assert re.search(r'value="dominion-1e"[^>]* checked', page)

    def test_what_was_chosen_is_shown_when_it_has_a_fault(self, send):
        assert '<details class="chosen" open>' in send(names="Moat", bane="Gardns").text

    @pytest.mark.parametrize(
        ("field", "value", "says"),
        [
            ("players", "many", "whole number from 0 to 99"),
            ("players", "", "whole number from 0 to 99"),
            ("boxes", ["dominion-3e"], "is no box we know"),
            ("colony", "maybe", "must be true, false or null"),
            ("sets", "12", "whole number from 1 to 9"),
            ("boons", "Moat", "is no Boon"),
            ("traits", "Alms: Moat", "is no Trait"),
            ("deck", "Wich", "Did you mean Witch"),
            ("names", "Moat\n" * 50, "40 are the most"),
            ("names", "\ud800".encode("utf-8", "surrogatepass"), "is no name"),
        ],
    )
    def test_are_never_half_an_answer(self, send, field, value, says):
        answer = send(**({"names": TEN} | {field: value}))
        assert answer.status_code == 422
        assert says in html.unescape(answer.text)

    def test_markup_in_what_was_typed_stays_text(self, send):
        page = send(names="<script>alert(1)</script>", bane='"><b>').text
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert(1)" in page
        assert '"><b>' not in page

    def test_a_forged_form_is_refused(self, client):
        answer = client.post("/own", data={"names": TEN, "players": "2"})
        assert answer.status_code == 422
        assert "sent from this very page" in answer.text
        assert "Cellar, Market" in answer.text


class TestPlanPage:
    RICH = (
        "/kingdom/young-witch.trade-route.bank.marauder.hermit.familiar.tournament.black-market"
        ".golem.university?players=4&boxes=dominion-1e.alchemy.prosperity-1e.cornucopia.dark-ages"
        ".adventures.empires.promo-black-market&landscapes=alms.defiled-shrine&bane=cellar"
        "&colony=yes&colony_card=bank&deck=chapel.moat.smithy.witch"
    )

    def test_shows_all_four_steps_in_one_answer(self, client):
        page = text_of(client.get(self.RICH))
        for words in (
            "Bank & Hermit",
            "University",
            "Bane for Young Witch",
            "Platinum & Colony: yes Bank decided",
            "Shelters: no not decided: planned without",
            "yes in 2 of 11 cases",
            "Use both whenever the players like. as you like",
            "Potion pile for Familiar, Golem and University.",
            "30 Ruins for Marauder.",
            "Black Market deck of 4",
            "Beside the Supply Prizes, Spoils, Madman.",
            "shuffle all 50, count off 30",
            "Each of the 4 players takes",
            "all 60",
            "count 30",
            "Province",
            "costs $3 and Potion",
        ):
            assert words in page, words

    def test_puts_what_must_be_mended_first(self, client):
        page = client.get("/kingdom/young-witch.familiar?players=2&boxes=dominion-1e").text
        assert page.index('class="problem bad"') < page.index('class="roll"')

    def test_leads_to_the_same_kingdom_for_other_players(self, client):
        page = client.get(self.RICH).text
        links = re.findall(r'<a href="(/kingdom/[^"]+players=\d[^"]*)"', page)
        assert [re.search(r"players=(\d)", link)[1] for link in links][:6] == list("234567")
        assert page.count('aria-current="page"') == 1
        for link in links:
            assert client.get(html.unescape(link)).status_code == 200

    def test_an_empty_shelf_and_no_piles_are_shown_too(self, client):
        page = text_of(client.get("/kingdom/-?players=2"))
        assert "A kingdom without piles" in page

    @pytest.mark.parametrize("players", [0, 1, 8, 99])
    def test_a_strange_number_of_players_is_a_problem(self, client, players):
        page = client.get(f"/kingdom/cellar?players={players}").text
        assert 'class="problem bad"' in page

    def test_a_visitor_without_any_box_reads_it_in_full(self, client):
        page = client.get(self.RICH)
        assert page.status_code == 200
        assert "Tournament" in page.text
        assert 'value="swap:tournament"' in page.text
