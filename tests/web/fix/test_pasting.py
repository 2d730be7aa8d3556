"""Names as people paste them: every format, five languages, and what was not understood."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from setup_rules.cascade import settle
from setup_rules.catalog import load_catalog
from setup_rules.collection import gather
from setup_rules.draw.drawing import draw_kingdom
from setup_rules.draw.request import DrawRequest
from setup_rules.names import names_of
from tests.builders import ALL_BOXES
from web.fix.pasting import MOST_NAMES, read_names
from web.fix.text import added, kingdom_text, removed, replaced, with_slot, writing
from web.links.codes import read_code
from web.links.kingdom_link import read_address
from web.links.online_text import online_text
from web.own.foreign_links import expand
from web.reading.name_list import split_names

CATALOG = load_catalog()
THREE = ["Cellar", "City-state", "Way of the Ox"]
FIRST = "Cellar Market Militia Mine Moat Remodel Smithy Village Woodcutter Workshop"
CODES = {"4F7K2Q": "/kingdom/moat.young-witch?players=3&boxes=dominion-1e&bane=cellar"}


def lookup(code: str) -> str:
    """The link of a code, as the store knows it."""
    return CODES.get(read_code(code) or "", "")


def understood(text: str, language: str = "en"):
    """What a text says once its links are read."""
    expanded = expand(text, CATALOG, writing(CATALOG, language), lookup)
    return read_names(expanded.text, CATALOG, language)


def told(pasted) -> dict[str, object]:
    """What a text said, by its printed names; only what is there."""
    kingdom = pasted.kingdom
    parts = {
        "piles": " ".join(sorted(pile.name.replace(" ", "-") for pile in kingdom.piles)),
        "landscapes": " ".join(sorted(ls.name.replace(" ", "-") for ls in kingdom.landscapes)),
        **{slot: thing.name for slot, thing in kingdom.drawn.items()},
        "deck": [thing.name for thing in kingdom.deck],
        "boons": [boon.name for boon in kingdom.boons],
        "traits": {trait: pile.name for trait, pile in kingdom.traits.items()},
        "colony": kingdom.platinum_colony,
        "shelters": kingdom.shelters,
        "unknown": [piece.text for piece in pasted.unknown],
    }
    return {key: value for key, value in parts.items() if value not in ("", [], {}, None)}


GIFTS = ["The Sea's Gift", "The Sun's Gift", "The Moon's Gift"]

LISTS = {
    "lines": "Cellar\nMarket\nMilitia\nMine\nMoat\nRemodel\nSmithy\nVillage\nWoodcutter\nWorkshop",
    "commas": "Cellar, Market, Militia, Mine, Moat, Remodel, Smithy, Village, Woodcutter, Workshop",
    "semicolons": "cellar;market;militia;mine;moat;remodel;smithy;village;woodcutter;workshop;",
    "numbers": "1. Cellar\n2. Market\n3. Militia\n4. Mine\n5. Moat\n6. Remodel\n7. Smithy\n"
    "8. Village\n9. Woodcutter\n10. Workshop\n",
    "numbers in brackets": "(1) Cellar\n(2) Market\n3) Militia\n4) Mine\n5) Moat\n6) Remodel\n"
    "7) Smithy\n8) Village\n9) Woodcutter\n10) Workshop",
    "bullets": "• Cellar\n• Market\n• Militia\n• Mine\n• Moat\n- Remodel\n- Smithy\n* Village\n"
    "* Woodcutter\n+ Workshop",
    "costs behind": "Cellar ($2)\nMoat ($2)\nVillage $3\nWoodcutter 3\nWorkshop (3)\nMilitia - 4\n"
    "Remodel [4]\nSmithy: 4\nMarket = 5\nMine (5)",
    "costs before": "$2 Cellar\n$2 Moat\n$3 Village\n$3: Woodcutter\n$3 - Workshop\n$4 Militia\n"
    "$4 Remodel\n$4 Smithy\n$5 Market\n$5 Mine",
    "copies": "10x Cellar, 10x Market, 10x Militia, 10 x Mine, 10× Moat, 10 Remodel, Smithy x10, "
    "Village ×10, Woodcutter x 10, Workshop",
    "a table": "Cellar\tDominion\t$2\tAction\nMarket\tDominion\t$5\tAction\nMilitia\tDominion\t$4\t"
    "Action - Attack\nMine\tDominion\t$5\tAction\nMoat\tDominion\t$2\tAction - Reaction\nRemodel\t"
    "Dominion\t$4\tAction\nSmithy\tDominion\t$4\tAction\nVillage\tDominion\t$3\tAction\nWoodcutter"
    "\tDominion (1st edition)\t$3\tAction\nWorkshop\tDominion\t$3\tAction",
    "boxes in brackets": "Cellar (Dominion), Market (Dominion, 2nd edition), Militia [Base], Mine "
    "(Dominion), Moat (Dominion), Remodel, Smithy, Village, Woodcutter (Dominion), Workshop",
    "markdown": "**Cellar**, *Market*, _Militia_, **Mine**\n\n- [ ] Moat\n- [x] Remodel\n"
    '> Smithy\n# Village\n__Woodcutter__\n"Workshop"',
    "words in a row": "Cellar Market Militia Mine Moat Remodel Smithy Village Woodcutter Workshop",
    "a sentence": "Cellar, Market, Militia, Mine, Moat, Remodel, Smithy, Village, Woodcutter and "
    "Workshop.",
    "slashes": "Cellar / Market / Militia / Mine / Moat / Remodel / Smithy / Village / Woodcutter "
    "/ Workshop",
    "bars and dashes": "Cellar | Market | Militia – Mine – Moat — Remodel - Smithy|Village|"
    "Woodcutter|Workshop",
    "shouting, no accents": "CELLAR,MARKET,MILITIA,MINE,MOAT,REMODEL,SMITHY,VILLAGE,WOODCUTTER,"
    "WORKSHOP",
    "a chat line": "Anna: Cellar, Market, Militia, Mine, Moat, Remodel, Smithy, Village, "
    "Woodcutter, Workshop",
    "the online game": "Kingdom: Cellar, Market, Militia, Mine, Moat, Remodel, Smithy, Village, "
    "Woodcutter, Workshop",
    "the online game with the basic cards": "Supply cards: Copper, Silver, Gold, Estate, Duchy, "
    "Province, Curse, Cellar, Market, Militia, Mine, Moat, Remodel, Smithy, Village, Woodcutter, "
    "Workshop",
    "headings": "Kingdom cards:\n2-cost:\nCellar\nMoat\n\nOthers:\nMarket\nMilitia\nMine\n"
    "Remodel\nSmithy\nVillage\nWoodcutter\nWorkshop",
    "German": "Keller, Markt, Miliz, Mine, Burggraben, Umbau, Schmiede, Dorf, Holzfäller, "
    "Werkstatt",
    "German in lines with costs": "1. Keller (2)\n2. Burggraben (2)\n3. Dorf (3)\n4. Holzfäller (3)"
    "\n5. Werkstatt (3)\n6. Miliz (4)\n7. Schmiede (4)\n8. Umbau (4)\n9. Markt (5)\n10. Mine (5)",
    "German without umlauts": "Keller; Markt; Miliz; Mine; Burggraben; Umbau; Schmiede; Dorf; "
    "Holzfaller; Werkstatt",
    "German words in a row": "Keller Markt Miliz Mine Burggraben Umbau Schmiede Dorf Holzfäller "
    "und Werkstatt",
    "Czech": "Sklepení, Trh, Milice, Důl, Hradní příkop, Přestavba, Kovárna, Vesnice, Dřevorubec, "
    "Dílna",
    "Czech without accents": "sklepeni\ntrh\nmilice\ndul\nhradni prikop\nprestavba\nkovarna\n"
    "vesnice\ndrevorubec\ndilna",
    "Czech with bullets": "• Sklepení\n• Trh\n• Milice\n• Důl\n• Hradní příkop\n• Přestavba\n"
    "• Kovárna\n• Vesnice\n• Dřevorubec\n• Dílna",
    "French": "Cave, Marché, Milice, Mine, Douves, Rénovation, Forgeron, Village, Bûcheron, "
    "Atelier",
    "French with numbers": "1) Cave\n2) Marché\n3) Milice\n4) Mine\n5) Douves\n6) Rénovation\n"
    "7) Forgeron\n8) Village\n9) Bûcheron\n10) Atelier",
    "French in a sentence": "Royaume : Cave, Marché, Milice, Mine, Douves, Rénovation, Forgeron, "
    "Village, Bûcheron et Atelier",
    "Dutch": "Kelder, Markt, Militie, Mijn, Slotgracht, Verbouwing, Smidse, Dorp, Houthakker, "
    "Werkplaats",
    "Dutch with copies": "10x Kelder\n10x Markt\n10x Militie\n10x Mijn\n10x Slotgracht\n"
    "10x Verbouwing\n10x Smidse\n10x Dorp\n10x Houthakker\n10x Werkplaats",
    "all languages at once": "Keller, Marché, Militie, Důl, Moat, Umbau, Kovárna, Dorp, Bûcheron, "
    "Workshop",
    "a link of KingdomCreator": "https://kingdomcreator.me/?supply=cellar,market,militia,mine,moat,"
    "remodel,smithy,village,woodcutter,workshop&lang=en",
    "its query alone": "?supply=cellar,market,militia,mine,moat,remodel,smithy,village,woodcutter,"
    "workshop",
    "its older ids": "supply=baseset_cellar,baseset2_market,baseset_militia,baseset_mine,"
    "baseset_moat,baseset_remodel,baseset_smithy,baseset_village,baseset_woodcutter,"
    "baseset_workshop",
    "its link with escapes, in a sentence": "Look: <http://www.kingdomcreator.me/?supply=cellar%2C"
    "market%2Cmilitia%2Cmine%2Cmoat%2Cremodel%2Csmithy%2Cvillage%2Cwoodcutter%2Cworkshop>",
    "our own link": "https://piles.example/kingdom/cellar.market.militia.mine.moat.remodel.smithy"
    ".village.woodcutter.workshop?players=2&boxes=dominion-1e",
    "our own path": "/kingdom/cellar.market.militia.mine.moat.remodel.smithy.village.woodcutter"
    ".workshop?players=2&boxes=dominion-1e",
    "the address of this page": "http://192.168.1.7:5000/own?names=Cellar%2C+Market%2C+Militia%2C"
    "+Mine%2C+Moat%2C+Remodel%2C+Smithy%2C+Village%2C+Woodcutter%2C+Workshop&players=3",
}
"""The First Game, as people write it."""

MORE = {
    "a Bane in brackets": ("Young Witch (Moat), Village", {"bane": "Moat"}),
    "a Bane with its word": ("Young Witch (Bane: Moat), Village", {"bane": "Moat"}),
    "a Bane on its own line": ("Young Witch\nVillage\nBane: Moat", {"bane": "Moat"}),
    "a card that says it is the Bane": ("Young Witch, Village, Moat (Bane)", {"bane": "Moat"}),
    "a German Bane": ("Junge Hexe (Burggraben), Dorf", {"bane": "Moat"}),
    "a French Bane": ("Village ; Jeune sorcière : Douves", {"bane": "Moat"}),
    "a Dutch Bane": ("Jonge Heks (Slotgracht); Dorp", {"bane": "Moat"}),
    "a Czech Bane": ("Mladá čarodějka (Hradní příkop)\nVesnice", {"bane": "Moat"}),
}
"""Young Witch and Village, with Moat as the Bane."""

PLACES = {
    "landscapes among the names": (
        "Village, Alms, Tax, Way of the Ox",
        {"piles": "Village", "landscapes": "Alms Tax Way-of-the-Ox"},
    ),
    "German landscapes": (
        "Dorf, Almosen, Steuer, Weg der Maus (Keller)",
        {"piles": "Village", "landscapes": "Alms Tax Way-of-the-Mouse", "mouse": "Cellar"},
    ),
    "an Ally and a Prophecy": (
        "Underling, Cave Dwellers, Tea House, Approaching Army (Witch)",
        {
            "piles": "Tea-House Underling",
            "ally": "Cave Dwellers",
            "prophecy": "Approaching Army",
            "army": "Witch",
        },
    ),
    "an Ally with its word": (
        "Untergebener\nAlly: Höhlenbewohner",
        {"piles": "Underling", "ally": "Cave Dwellers"},
    ),
    "a Trait before its pile": (
        "Cheap Market, Village",
        {"piles": "Market Village", "landscapes": "Cheap", "traits": {"cheap": "Market"}},
    ),
    "a Trait behind its pile": (
        "Market (Cheap), Village",
        {"piles": "Market Village", "landscapes": "Cheap", "traits": {"cheap": "Market"}},
    ),
    "a Trait with a colon": (
        "Market, Village\nCheap: Market",
        {"piles": "Market Village", "landscapes": "Cheap", "traits": {"cheap": "Market"}},
    ),
    "a Trait and its pile in brackets, in French": (
        "Marché, Village, Abordable (Marché)",
        {"piles": "Market Village", "landscapes": "Cheap", "traits": {"cheap": "Market"}},
    ),
    "a Dutch Trait": (
        "Goedkoop Markt; Dorp",
        {"piles": "Market Village", "landscapes": "Cheap", "traits": {"cheap": "Market"}},
    ),
    "Obelisk, Way of the Mouse, Ferryman, Riverboat": (
        "Obelisk (Village), Way of the Mouse (Cellar), Ferryman (Smithy), Riverboat (Baker), "
        "Village",
        {
            "piles": "Ferryman Riverboat Village",
            "landscapes": "Obelisk Way-of-the-Mouse",
            "obelisk": "Village",
            "mouse": "Cellar",
            "ferryman": "Smithy",
            "riverboat": "Baker",
        },
    ),
    "a card that says whom it is for": (
        "Riverboat, Baker (Riverboat)",
        {"piles": "Riverboat", "riverboat": "Baker"},
    ),
    "a Black Market deck in brackets": (
        "Black Market (Chapel, Moat, Dame Anna), Village",
        {"piles": "Black-Market Village", "deck": ["Chapel", "Moat", "Dame Anna"]},
    ),
    "a Black Market deck on a line": (
        "Village\nSchwarzmarkt\nBlack Market deck: Kapelle, Burggraben",
        {"piles": "Black-Market Village", "deck": ["Chapel", "Moat"]},
    ),
    "a deck under its heading": (
        "Black Market deck:\nChapel, Moat",
        {"deck": ["Chapel", "Moat"]},
    ),
    "Druid's Boons": (
        "Druid (The Sea's Gift, The Sun's Gift, The Moon's Gift)",
        {"piles": "Druid", "boons": GIFTS},
    ),
    "German Boons": (
        "Druidin\nBoons: Geschenk des Meeres, Geschenk der Sonne, Geschenk des Mondes",
        {"piles": "Druid", "boons": GIFTS},
    ),
    "both draws": (
        "Bank, Colonies, Shelters",
        {"piles": "Bank", "colony": True, "shelters": True},
    ),
    "neither": (
        "Bank, no Colonies, without Shelters",
        {"piles": "Bank", "colony": False, "shelters": False},
    ),
    "Platinum and Colony by name": ("Platinum, Colony, Bank", {"piles": "Bank", "colony": True}),
    "with a stroke, in German": ("Bank, Platin/Kolonie", {"piles": "Bank", "colony": True}),
    "in French": (
        "Banque, avec Platine et Colonie, sans Refuges",
        {"piles": "Bank", "colony": True, "shelters": False},
    ),
    "in Dutch": (
        "Bank; geen Schuilplaatsen; met Platina",
        {"piles": "Bank", "colony": True, "shelters": False},
    ),
    "as answers": (
        "Platinum & Colony: yes\nShelters: no\nBank",
        {"piles": "Bank", "colony": True, "shelters": False},
    ),
    "with the cards that decided": (
        "Bank, Hermit, Colonies (Bank), No Shelters (Hermit)",
        {
            "piles": "Bank Hermit",
            "colony": True,
            "platinum_colony_card": "Bank",
            "shelters": False,
            "shelters_card": "Hermit",
        },
    ),
    "split piles by either half": (
        "Encampment / Plunder, Emporium, Sauna, Bustling Village/Settlers",
        {"piles": "Encampment/Plunder Patrician/Emporium Sauna/Avanto Settlers/Bustling-Village"},
    ),
    "a German split pile": ("Feldlager / Diebesgut", {"piles": "Encampment/Plunder"}),
    "a card that is also a box": (
        "Livery\tMenagerie\t$5\nMenagerie\tCornucopia\t$3",
        {"piles": "Livery Menagerie"},
    ),
    "KingdomCreator with everything": (
        "supply=coven,youngwitch,gatekeeper,ferryman,druid&bane=hamlet&ferryman=village"
        "&landmarks=obelisk(coven)&ways=wayofthemouse(menagerie)&traits=rich(gatekeeper)"
        "&boons=theseasgift,thesunsgift,themoonsgift&events=tax&projects=academy&colonies=1"
        "&shelters=0",
        {
            "piles": "Coven Druid Ferryman Gatekeeper Young-Witch",
            "landscapes": "Academy Obelisk Rich Tax Way-of-the-Mouse",
            "bane": "Hamlet",
            "ferryman": "Village",
            "obelisk": "Coven",
            "mouse": "Menagerie",
            "traits": {"rich": "Gatekeeper"},
            "boons": GIFTS,
            "colony": True,
            "shelters": False,
        },
    ),
    "KingdomCreator with an Ally, a Prophecy and ids in full": (
        "https://kingdomcreator.me/?supply=risingsun_riverboat,allies_underling,"
        "empires_encampmentplunder&riverboat=baker&ally=allies_ally_architectsguild"
        "&prophecy=approachingarmy(samurai)&events=empires_event_tax",
        {
            "piles": "Encampment/Plunder Riverboat Underling",
            "landscapes": "Tax",
            "riverboat": "Baker",
            "ally": "Architects' Guild",
            "prophecy": "Approaching Army",
            "army": "Samurai",
        },
    ),
    "KingdomCreator with what we do not know": (
        "?supply=village,xyzzy",
        {"piles": "Village", "unknown": ["xyzzy"]},
    ),
    "our link with choices": (
        "see http://x/kingdom/young-witch.bank?players=4&boxes=d1.co&bane=moat&colony=no thanks",
        {
            "piles": "Bank Young-Witch",
            "bane": "Moat",
            "colony": False,
            "unknown": ["see", "thanks"],
        },
    ),
    "a code": ("4f7k 2q", {"piles": "Moat Young-Witch", "bane": "Cellar"}),
    "a code with its word": ("Code: 4F7K-2Q", {"piles": "Moat Young-Witch", "bane": "Cellar"}),
    "the short address": (
        "http://192.168.1.7:5000/k/4F7K2Q",
        {"piles": "Moat Young-Witch", "bane": "Cellar"},
    ),
    "a name of six letters is no code": ("Cellar", {"piles": "Cellar"}),
    "a code nobody gave": ("ZZZZ ZZ", {"unknown": ["ZZZZ ZZ"]}),
    "a link that is broken": (
        "/kingdom/smity?players=2",
        {"unknown": ["/kingdom/smity?players=2"]},
    ),
}


class TestLists:
    @pytest.mark.parametrize("text", LISTS.values(), ids=LISTS)
    def test_are_the_first_game(self, text):
        assert told(understood(text)) == {"piles": FIRST}

    @pytest.mark.parametrize("language", ["de", "cs", "fr", "nl"])
    def test_are_read_whatever_language_the_reader_likes(self, language):
        for text in LISTS.values():
            assert told(understood(text, language)) == {"piles": FIRST}


class TestPlaces:
    @pytest.mark.parametrize(("text", "drawn"), MORE.values(), ids=MORE)
    def test_a_bane_finds_its_place(self, text, drawn):
        assert told(understood(text)) == {"piles": "Village Young-Witch", **drawn}

    @pytest.mark.parametrize(("text", "expected"), PLACES.values(), ids=PLACES)
    def test_each_thing_goes_where_it_belongs(self, text, expected):
        assert told(understood(text)) == expected


class TestUnknownWords:
    @pytest.mark.parametrize(
        ("typed", "meant"),
        [
            ("Knigts", "Knights"),
            ("Vilage", "Village"),
            ("Throne Rom", "Throne Room"),
            ("Labratory", "Laboratory"),
            ("Mountbank", "Mountebank"),
            ("Way of the Mose", "Way of the Mouse"),
            ("Schmide", "Smithy"),
            ("Burgraben", "Moat"),
            ("Holzfeller", "Woodcutter"),
            ("Vesnce", "Village"),
            ("Carodejnyce", "Witch"),
            ("Trunni sall", "Throne Room"),
            ("Forgerron", "Smithy"),
            ("Bibliotèqe", "Library"),
            ("Slotgrach", "Moat"),
            ("Tronzaal", "Throne Room"),
            ("Lab", "Laboratory"),
        ],
    )
    def test_each_gets_its_suggestion(self, typed, meant):
        pasted = understood(f"Village, {typed}, Smithy")
        assert [piece.text for piece in pasted.unknown] == [typed]
        near = names_of(CATALOG).nearest(typed)
        assert meant in [one.thing.name for one in near]
        assert near[0].thing.name == meant or near[0].likeness < 0.9

    def test_nothing_is_suggested_for_what_is_like_nothing(self):
        assert names_of(CATALOG).nearest("qwrtzpsd") == ()

    def test_they_stand_where_they_stand(self):
        text = "1. Cellar ($2)\n2. Knigts ($5)\n3. Village"
        (piece,) = understood(text).unknown
        assert text[piece.start : piece.end] == piece.text == "Knigts"

    def test_one_in_a_row_of_words_is_found_among_them(self):
        pasted = understood("Village Smithy Knigts Market Mine")
        assert [piece.text for piece in pasted.unknown] == ["Knigts"]
        assert len(pasted.kingdom.piles) == 4

    def test_one_for_a_slot_knows_what_it_is_for(self):
        (piece,) = understood("Young Witch (Gardns)").unknown
        assert (piece.text, piece.of) == ("Gardns", "bane")

    def test_a_name_of_several_cards_asks_which(self):
        (piece,) = understood("Centinela").unknown
        assert {thing.name for thing in piece.maybe} == {"Sentry", "Gatekeeper"}

    def test_the_language_of_the_others_decides(self):
        french = understood("Charlatan, Forgeron, Marché noir, Atelier")
        assert "Mountebank" in told(french)["piles"]
        assert "Charlatan" in told(understood("Charlatan, Smithy, Workshop"))["piles"]


class TestTooMuch:
    @pytest.mark.parametrize(
        "text",
        [
            "Village, " * 2000,
            "x" * 10_000,
            "Knigts " * 1500,
            "(" * 5000 + ")" * 5000,
            "a(b[c" * 2000,
            "Village\n" * 1300,
            ", ; | : = - " * 800,
            "\u202e\ud800\x00" * 3000,
            "supply=" + "village," * 1200,
            "Cheap " * 1600,
            "1. " * 3000,
            "Bane: " * 1500,
        ],
        ids=range(12),
    )
    def test_is_read_as_far_as_a_kingdom_goes(self, text):
        pasted = understood(text)
        assert len(pasted.pieces) <= 2 * MOST_NAMES + 200

    def test_is_told_and_kept(self):
        pasted = understood("Village, " * 2000)
        assert pasted.too_long
        assert pasted.left_over
        assert pasted.text == "Village, " * 2000


@pytest.fixture(scope="module")
def kingdoms():
    """Drawn ones, and those of the golden links."""
    shelf = gather(CATALOG, ALL_BOXES)
    drawn = [draw_kingdom(DrawRequest(shelf, 4), f"{seed}").kingdom for seed in range(12)]
    path = Path(__file__).parents[1] / "golden_links.json"
    golden = json.loads(path.read_text(encoding="utf-8")).values()
    return [*drawn, *(read_address(one["link"], CATALOG).kingdom for one in golden)]


class TestRoundTrips:
    @pytest.mark.parametrize("language", ["en", "de", "cs", "fr", "nl"])
    def test_a_kingdom_as_text_is_the_same_kingdom(self, kingdoms, language):
        written = writing(CATALOG, language)
        for kingdom in kingdoms:
            read = read_names(kingdom_text(kingdom, written), CATALOG, language)
            assert told(read) == told(read.__class__("", (), kingdom))

    def test_the_text_for_the_online_game_is_the_same_kingdom(self, kingdoms):
        shelf = gather(CATALOG, ALL_BOXES)
        for kingdom in kingdoms:
            text = online_text(settle(kingdom, 4, shelf))
            read = read_names(text, CATALOG).kingdom
            assert set(read.piles) == set(settle(kingdom, 4, shelf).ten)
            assert read.boons == kingdom.boons or not read.boons
            assert all(kingdom.drawn.get(slot) is thing for slot, thing in read.drawn.items())


class TestChanges:
    """A text is changed in its own places."""

    TEXT = "1. Cellar ($2), Young Witch (Moat), Knigts, 4. Village"

    @pytest.mark.parametrize(
        ("name", "left"),
        [
            ("Cellar", "Young Witch (Moat), Knigts, 4. Village"),
            ("Young Witch", "1. Cellar ($2), Knigts, 4. Village"),
            ("Moat", "1. Cellar ($2), Young Witch, Knigts, 4. Village"),
            ("Knigts", "1. Cellar ($2), Young Witch (Moat), 4. Village"),
            ("Village", "1. Cellar ($2), Young Witch (Moat), Knigts"),
        ],
    )
    def test_a_name_is_taken_out_with_what_goes_with_it(self, name, left):
        pasted = understood(self.TEXT)
        assert removed(pasted, [p for p in pasted.pieces if p.text == name]) == left

    def test_a_name_is_replaced(self):
        pasted = understood(self.TEXT)
        assert "Knights, 4." in replaced(pasted, pasted.unknown, "Knights")

    def test_a_slot_is_filled_behind_its_host_or_anew(self):
        assert with_slot(understood("Young Witch, Moat"), "bane", "Cellar") == (
            "Young Witch (Cellar), Moat"
        )
        assert with_slot(understood("Young Witch (Moat)"), "bane", "Cellar") == (
            "Young Witch (Cellar)"
        )
        assert with_slot(understood("Moat"), "bane", "Cellar") == "Moat, Bane: Cellar"
        assert with_slot(understood("Moat, Cheap"), "trait:cheap", "Moat") == "Moat, Cheap (Moat)"

    def test_names_are_added_as_the_others_are_written(self):
        assert added("Cellar, Moat", ["Village"]) == "Cellar, Moat, Village"
        assert added("Cellar\nMoat\n", ["Village", "Mine"]) == "Cellar\nMoat\nVillage\nMine"
        assert added("", ["Village"]) == "Village"


class TestSplitting:
    """Names between marks, where only names are typed."""

    @pytest.mark.parametrize(
        "text",
        [
            "Cellar\nCity-state\nWay of the Ox",
            "Cellar, City-state, Way of the Ox",
            "Cellar; City-state;Way of the Ox;",
            "Cellar – City-state — Way of the Ox",
            "1. Cellar\n2. City-state\n3. Way of the Ox",
            "* Cellar\n- City-state\n• Way of the Ox",
            "10 Cellar\n10x City-state\n10 × Way of the Ox",
            "Cellar ($2)\nCity-state [Allies]\nWay of the Ox (Way)",
        ],
    )
    def test_finds_them_whatever_is_around_them(self, text):
        assert split_names(text) == THREE

    @pytest.mark.parametrize("text", ["", "  \n ", ",;,", "- \n*", "\n\n"])
    def test_of_nothing_finds_none(self, text):
        assert split_names(text) == []

    def test_split_piles_and_apostrophes_stay_whole(self):
        for thing in CATALOG.by_name.values():
            assert split_names(thing.name) == [thing.name]
            assert told(understood(thing.name)).get("unknown") is None
