"""Your own kingdom: name ten piles, see what is wrong, mend it by buttons, see the setup."""

import html
import re
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from setup_rules.catalog import load_catalog
from setup_rules.rules import RULEBOOKS
from web.fix.checked import OwnInput, check
from web.fix.pasting import read_names
from web.fix.problems import OwnPage
from web.fix.remedies import Remedies

TEN = "Cellar, Market, Militia, Mine, Moat, Remodel, Smithy, Village, Woodcutter, Workshop"
NINE = "Cellar, Market, Militia, Mine, Moat, Remodel, Smithy, Village, Woodcutter"
PICTURE = (
    "Young Witch, Tournament, Bank, Trade Route, Hermit, Marauder, Urchin, Familiar, Knigts, "
    "Dame Anna"
)
POTIONS = (
    "Alchemist, Apothecary, Apprentice, Familiar, Golem, Herbalist, Philosopher's Stone, "
    "Possession, Scrying Pool, Transmute"
)
FIVE = ["dominion-1e", "alchemy", "prosperity-1e", "cornucopia", "dark-ages"]


def text_of(response) -> str:
    """What a page says, without its marks."""
    bare = re.sub(r"<(style|script)>.*?</\1>", "", response.text, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", bare)).split())


class Own:
    """A visitor at the page, as a browser without scripts shows it."""

    def __init__(self, client, names="", boxes=FIVE, **more):
        self.client = client
        self.page = client.get(
            "/own?" + urlencode({"names": names, "boxes": ".".join(boxes), **more})
        )
        assert self.page.status_code == 200

    @property
    def names(self) -> str:
        """The text in the box; the page writes a line end before it, which browsers drop."""
        textarea = re.search(
            r'<textarea[^>]* name="names"[^>]*>(.*?)</textarea>', self.page.text, re.S
        )
        return html.unescape(textarea[1]).removeprefix("\n")

    @property
    def state(self) -> str:
        paragraph = re.search(r'<p id="state"[^>]*>(.*?)</p>', self.page.text, re.S)[1]
        return " ".join(html.unescape(re.sub("<[^>]+>", "", paragraph)).split())

    @property
    def problems(self) -> list[tuple[str, str]]:
        """Kind and heading of every problem."""
        return [
            (kind, html.unescape(what))
            for kind, what in re.findall(
                r'class="problem (\w+)".*?class="what name">(.*?)</p>', self.page.text, re.S
            )
        ]

    @property
    def buttons(self) -> dict[str, str]:
        """What each remedy sends, by its words; the first of the same words."""
        buttons: dict[str, str] = {}
        inside = self.page.text[self.page.text.index('id="problems"') :]
        inside = inside[: inside.index('class="folded"')]
        for do, label in re.findall(r'<button name="do" value="([^"]*)">(.*?)</button>', inside):
            buttons.setdefault(html.unescape(label), html.unescape(do))
        return buttons

    @property
    def dock(self) -> str:
        return " ".join(
            re.sub("<[^>]+>", "", self.page.text.split('id="dock">')[1].split("</div>")[0]).split()
        )

    def fields(self) -> dict[str, object]:
        """All that the form sends."""
        hidden = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', self.page.text)
        checked = re.findall(r'name="(\w+)" value="([^"]+)"[^>]* checked', self.page.text)
        sent: dict[str, object] = {name: html.unescape(value) for name, value in hidden}
        for name, value in checked:
            if name == "players":
                sent[name] = value
            else:
                sent.setdefault(name, []).append(value)
        for name, _value in hidden:
            if name in ("boxes", "twice"):
                sent[name] = [v for n, v in hidden if n == name]
        return {**sent, "names": self.names}

    def press(self, do: str, **fields) -> "Own":
        """Send the form by a button, and follow where it leads."""
        sent = {**self.fields(), "seed": "friday", "do": do, **fields}
        answer = self.client.post("/own", data=sent)
        assert answer.status_code in (200, 303), answer.text
        self.answer = answer
        if answer.status_code == 303:
            self.page = self.client.get(answer.headers["Location"])
        else:
            self.page = answer
        return self

    def tap(self, label: str) -> "Own":
        return self.press(self.buttons[label])


@pytest.fixture
def own(client):
    """Opens the page with names typed."""
    return lambda names="", boxes=FIVE, **more: Own(client, names, boxes, **more)


class TestThePicture:
    """The journey of the design."""

    def test_says_what_is_known_and_what_is_wrong(self, own):
        page = own(PICTURE)
        assert page.state == "8 piles found. Not ready yet: 3 problems."
        assert page.problems == [
            ("bad", "There’s no card called “Knigts”"),
            ("bad", "Dame Anna doesn’t have her own pile"),
            ("bad", "Young Witch needs a Bane"),
        ]
        assert list(page.buttons) == [
            *("Use Knights", "Remove", "Draw a tenth pile", "Choose one", "Draw a Bane")
        ]
        text = text_of(page.page)
        assert "Did you mean Knights, from Dark Ages?" in text
        assert "9 piles, but 10 are needed" in text
        assert page.dock == "Fix all 3 for me"
        assert "<u>Knigts</u>, <u>Dame Anna</u>" in page.page.text

    def test_each_remedy_mends_what_it_stands_by(self, own):
        page = own(PICTURE).tap("Use Knights")
        assert page.names.endswith("Familiar, Knights, Dame Anna")
        assert "2 problems" in page.state
        page.tap("Draw a tenth pile")
        assert "Dame Anna" not in page.names
        assert page.state.startswith("10 piles found.")
        page.tap("Draw a Bane")
        assert re.match(r"Young Witch \([A-Z][^)]+\), Tournament", page.names)
        assert "Ready" in page.state
        assert page.dock == "Show the setup"
        page.press("show")
        assert page.answer.headers["Location"].startswith("/kingdom/young-witch.tournament.bank")
        assert "&bane=" in page.answer.headers["Location"]

    def test_all_is_mended_at_once_with_the_same_seed_alike(self, own):
        page = own(PICTURE).press("mend")
        names = page.names
        assert "Ready" in page.state
        assert "Knights" in names
        assert own(PICTURE).press("mend").names == names
        assert page.press("show").answer.headers["Location"].startswith("/kingdom/")

    def test_one_is_chosen_from_all_that_fit(self, own):
        page = own(PICTURE).tap("Choose one")
        assert "cards fit here" in text_of(page.page)
        assert 'value="pick:village:instead:Dame Anna"' in page.page.text
        page.press("pick:village:instead:Dame Anna")
        assert page.names.endswith("Knigts, Village")
        page.press("choose:slot:bane")
        assert 'value="pick:moat:slot:bane"' in page.page.text
        page.press("pick:moat:slot:bane")
        assert page.names.startswith("Young Witch (Moat), Tournament")

    def test_eleven_names_of_which_six_are_misspelt_are_corrected_before_one_is_left_out(self, own):
        right = "Cellar, Market, Militia, Mine, Moat"
        page = own(f"{right}, Remodle, Smithey, Villige, Woodcuter, Workshp, Chappel")
        assert not [what for _kind, what in page.problems if "10" in what]
        page.tap("Correct all names")
        assert page.names == f"{right}, Remodel, Smithy, Village, Woodcutter, Workshop, Chapel"
        assert [what for _kind, what in page.problems] == ["11 piles, but a kingdom has 10"]
        chosen = own(page.names).tap("Choose which")
        assert "Tap the pile to leave out." in chosen.page.text
        assert chosen.page.text.count('value="pick:') == 11
        assert "Moat" not in chosen.press("pick:moat:out").names
        assert len(page.tap("Leave it to chance").names.split(", ")) == 10

    def test_one_alchemy_card_alone_is_a_line_and_no_problem(self, own):
        page = own(TEN.replace("Mine", "Familiar"))
        assert page.problems == []
        assert page.state == "10 piles found. Ready."
        assert text_of(page.page).count("Familiar is the only Alchemy card. 3 to 5") == 1

    def test_a_hint_is_left_as_it_is(self, own):
        page = own(f"{TEN}, Bane: Chapel")
        assert page.problems == [
            (
                "hint",
                "Chapel isn’t used: it was chosen for Young Witch, which isn’t in this kingdom",
            )
        ]
        page.tap("Leave as is")
        assert page.problems == []
        assert "left=check-choice-unused" in page.answer.headers["Location"]

    def test_a_pile_is_offered_for_a_trait_but_not_for_a_starting_card(self, own):
        ten = "Cellar, Market, Militia, Mine, Moat, Remodel, Smithy, Village, Woodcutter, Workshop"
        page = own(f"{ten}, Inherited", boxes=["dominion-1e", "plunder"])
        assert page.problems == [
            ("bad", "Inherited needs an Action or Treasure pile to go on, but none is chosen"),
            ("hint", "Inherited replaces 1 of each player’s starting cards, but none is chosen"),
        ]
        assert page.page.text.count("Draw a pile") == 1

    def test_fewer_basic_sets_where_more_are_asked_for_than_there_are(self, own):
        page = own(TEN, boxes=["dominion-1e"], players="3", sets="2")
        assert page.problems == [("bad", "You chose 2 sets of basic cards, but there’s only 1")]
        page.tap("Use 1 set of basic cards")
        assert page.problems == []


def typed(names, *more, only=(), **fields):
    """What is typed on the page, with these boxes beside the five, or only these."""
    return names, list(only) or [*FIVE, *more], fields


WRONG = {
    "check-not-owned": typed(TEN.replace("Mine", "Baron")),
    "check-not-owned, an Event": typed(f"{TEN}, Alms"),
    "check-player-count": typed(TEN, players="9"),
    "check-no-basic-cards": typed(POTIONS, only=["alchemy"]),
    "check-treasure-sets": typed(TEN, only=["dominion-1e"], players="5"),
    "check-same-draw-card": typed(f"{TEN}, No Colonies (Moat), No Shelters (Moat)"),
    "check-colony-missing": typed(f"{TEN}, Colonies", only=["dominion-1e"]),
    "check-shelters-missing": typed(f"{TEN}, Shelters", only=["dominion-1e"]),
    "check-trait-invalid": typed(
        f"{NINE}, Gardens, Cheap (Gardens)", only=["dominion-1e", "plunder"]
    ),
    "check-trait-invalid, replaced": typed(
        f"{TEN}, Inherited (Moat), Inherited replaces: Gold", only=["dominion-1e", "plunder"]
    ),
    "check-trait-pile": typed(f"{TEN}, Cheap (Moat), Rich (Moat)", only=["dominion-1e", "plunder"]),
    "check-choice-open, a Trait": typed(f"{TEN}, Cheap", only=["dominion-1e", "plunder"]),
    "check-obelisk-invalid": typed(f"{TEN}, Obelisk (Gardens)", only=["dominion-1e", "empires"]),
    "check-bm-deck-missing": typed(f"{NINE}, Black Market", "promo-black-market"),
    "check-bm-not-kingdom": typed(f"{NINE}, Black Market (Chapel, Copper)", "promo-black-market"),
    "check-bm-in-supply": typed(f"{NINE}, Black Market (Chapel, Moat)", "promo-black-market"),
    "check-bm-duplicate": typed(f"{NINE}, Black Market (Chapel, Chapel)", "promo-black-market"),
    "check-bm-two-knights": typed(
        f"{NINE}, Black Market (Dame Anna, Dame Josephine)", "promo-black-market"
    ),
    "check-bm-non-supply": typed(f"{NINE}, Black Market (Chapel, Madman)", "promo-black-market"),
    "check-ally-single": typed(f"{TEN}, Cave Dwellers", "allies"),
    "check-ally-single, two": typed(f"{NINE}, Underling, Cave Dwellers, Island Folk", "allies"),
    "check-prophecy-single": typed(f"{TEN}, Panic", "rising-sun"),
    "check-bane-missing": typed(f"{NINE}, Young Witch"),
    "check-bane-invalid": typed(f"{NINE}, Young Witch (Moat)"),
    "check-choice-open, an Ally": typed(f"{NINE}, Underling", "allies"),
    "check-choice-open, a Prophecy": typed(f"{NINE}, Tea House", "rising-sun"),
    "check-choice-open, Riverboat": typed(f"{NINE}, Riverboat", "rising-sun"),
    "check-riverboat-invalid": typed(f"{NINE}, Riverboat (Moat)", "rising-sun"),
    "check-choice-open, Ferryman": typed(
        f"{NINE}, Ferryman", only=["dominion-1e", "cornucopia-guilds-2e"]
    ),
    "check-choice-open, the Mouse": typed(f"{TEN}, Way of the Mouse", "menagerie"),
    "check-choice-open, the Army": typed(f"{NINE}, Tea House, Approaching Army", "rising-sun"),
    "check-duplicate-pile": typed(f"{NINE}, Moat"),
    "check-kingdom-size": typed(NINE),
    "check-kingdom-size, none": typed("Alms", "adventures"),
    "check-kingdom-size, too many": typed(f"{TEN}, Witch, Chapel"),
    "check-duplicate-pile, a part": typed(
        f"{NINE}, Humble Castle", only=["dominion-1e", "empires"]
    ),
    "check-not-owned, many": typed(TEN, only=["base-cards", "intrigue-2e"]),
    "no box": typed(TEN, only=["-"]),
    "unknown": typed(f"{NINE}, Wichh"),
    "unknown, of many": typed(f"{NINE}, Centinela", only=["dominion-2e", "menagerie"]),
    "unknown, for a slot": typed(f"{NINE}, Young Witch (Chappel)"),
}


WARNED = (
    typed(f"{TEN}, Alms, Ball, Bonfire", "adventures"),
    typed(TEN, "base-cards", players="6"),
    typed(f"{NINE}, Druid", only=["dominion-1e", "nocturne"]),
    typed(f"{TEN}, Obelisk", only=["dominion-1e", "empires"]),
    typed(f"{NINE}, Bank"),
    typed(f"{NINE}, Hermit"),
    typed(f"{NINE}, Black Market (Chapel)", "promo-black-market"),
    typed(f"{NINE}, Bank", only=["dominion-1e", "prosperity-update-pack"]),
    typed(f"{TEN}, Madman"),
    typed(f"{TEN}, Bane: Chapel"),
    typed(f"{TEN}, Obelisk pile: Moat"),
    typed(f"{TEN}, Boons: The Sea's Gift, The Sun's Gift", "nocturne"),
    typed(f"{TEN}, Black Market deck: Chapel, Library"),
)


class Laid:
    """A table with its problems; `after` a button, another one."""

    def __init__(self, table, says=""):
        self.table, self.says = table, says
        self.checked = check(table, "en")
        self.problems = OwnPage(self.checked).problems

    def after(self, do: str) -> "Laid":
        remedies = Remedies(self.checked, "friday", "en")
        if do.startswith("choose:"):
            what = do.removeprefix("choose:")
            do = f"pick:{remedies.choices(what)[0].id}:{what}"
        return Laid(*remedies.do(do))


class TestRemedies:
    """Whatever keeps a kingdom from being played has buttons, and each of them helps."""

    @pytest.fixture
    def laid(self, app):
        """What is wrong with a text, and what a button makes of it; without the page around it."""

        def lay(names, boxes, more):
            known = () if boxes == ["-"] else tuple(boxes)
            return Laid(OwnInput(names, int(more.get("players", 2)), known))

        with app.test_request_context("/"):
            yield lay

    @pytest.mark.parametrize(("names", "boxes", "more"), WRONG.values(), ids=WRONG)
    def test_every_button_mends_its_problem(self, laid, names, boxes, more):
        page = laid(names, boxes, more)
        first = page.problems[0]
        assert first.kind == "bad", page.problems
        assert first.remedies
        for problem in page.problems:
            for remedy in problem.remedies:
                again = page.after(remedy.do)
                fewer = len(again.problems) < len(page.problems)
                assert fewer or first not in again.problems, (remedy, again.table.names)

    @pytest.mark.parametrize(("names", "boxes", "more"), WRONG.values(), ids=WRONG)
    def test_all_at_once_ends_playable_or_says_why(self, laid, names, boxes, more):
        page = laid(names, boxes, more)
        again = page.after("mend")
        if any(problem.kind == "bad" for problem in again.problems):
            assert again.table == page.table
            assert again.says
            assert more or boxes == ["alchemy"]

    def test_every_code_of_an_error_has_a_case_here_or_elsewhere(self):
        """A new check must be looked at: whether the page has a button for it."""
        codes = {code for book in RULEBOOKS for check in book.checks for code in check.codes}
        codes |= {
            code
            for book in RULEBOOKS
            for draw in book.draws
            for code in (draw.missing, draw.invalid, draw.empty)
            if code
        }
        covered = {name.partition(",")[0] for name in WRONG}
        only_told = {
            *("check-end-undefined", "check-five-plus", "check-mats-short", "check-ruins-short"),
            *("check-tokens-short", "check-update-pack-parts", "check-inherited-pile"),
            *("check-landscape-count", "check-way-count", "check-project-cubes"),
            *("check-alchemy-few", "check-bm-deck-small", "check-different-backs"),
            *("check-divine-wind-pool", "check-obelisk-pool", "check-choice-unused"),
        }
        """Warnings and hints, which may be left as they are."""
        on_tiny_shelves = {
            *("check-bane-impossible", "check-ferryman-pool", "check-mouse-pool"),
            *("check-army-pool", "check-riverboat-pool"),
        }
        like_others = {
            *("check-ferryman-invalid", "check-mouse-invalid", "check-army-invalid"),
            *("check-bm-in-use", "check-tokens-limited", "check-basic-shortage"),
            "check-potion-missing",
        }
        assert codes - covered - only_told - on_tiny_shelves - like_others == set()

    @pytest.mark.parametrize(("names", "boxes", "more"), WARNED, ids=range(len(WARNED)))
    def test_warnings_and_hints_can_be_mended_or_left(self, laid, names, boxes, more):
        page = laid(names, boxes, more)
        mild = [problem for problem in page.problems if problem.kind != "bad"]
        assert mild
        for problem in mild:
            assert problem.remedies
            for remedy in problem.remedies:
                after = [one.what for one in page.after(remedy.do).problems]
                assert problem.what not in after, remedy

    def test_the_two_draws_are_told_once_the_ten_are_fine(self, own):
        assert len(own(f"{NINE}, Bank, Knigts").problems) == 1
        page = own(f"{NINE}, Bank")
        assert page.problems[0] == ("warn", "Platinum & Colony: not decided")
        page.tap("Let a card decide")
        assert re.search(r", (No )?Colonies \([A-Z]", page.names)

    def test_a_slot_that_no_card_is_left_for_swaps_who_asks(self, own):
        cheap = "Fortune Teller, Hamlet, Menagerie, Young Witch, Jester, Harvest, Remake"
        names = f"{cheap}, Tournament, Hunting Party, Horse Traders"
        page = own(names, ["base-cards", "cornucopia"])
        assert "Swap Young Witch" in page.buttons
        page.tap("Swap Young Witch")
        assert "Ready" in page.state


class TestTyping:
    def test_boxes_and_players_are_tonights(self, at_home):
        client = at_home(boxes=["dominion-1e", "alchemy", "dominion-1e"], players=5)
        page = client.get("/own").text
        assert 'value="5" checked' in page
        assert re.search(r'name="boxes" value="alchemy"[^>]* checked', page)
        assert re.search(r'name="twice" value="dominion-1e"[^>]* checked', page)
        assert not re.search(r'name="boxes" value="empires"[^>]* checked', page)
        answer = client.post("/own", data={**Own(client, TEN).fields(), "do": "check"})
        assert answer.status_code == 303

    def test_tonights_table_goes_without_saying_in_the_address(self, at_home):
        client = at_home(boxes=["dominion-1e"], players=3)
        page = Own(client, TEN, ["d1"]).press("check")
        query = parse_qs(urlsplit(page.answer.headers["Location"]).query)
        assert query == {"names": [TEN]}

    def test_what_is_filled_in_beside_is_written_into_the_text(self, own):
        page = own(f"{NINE}, Young Witch").press(
            "check", bane="Chapel", colony="no", traits="Cheap: Moat", deck="Witch\nThief"
        )
        for words in ("Bane: Chapel", "No Colonies", "Cheap: Moat", "Black Market deck: Witch"):
            assert words in page.names
        assert "Bane" not in " ".join(what for _, what in page.problems)

    def test_links_and_codes_become_names(self, own, client, store):
        page = own("http://x/kingdom/young-witch.moat?players=4&boxes=d1&bane=cellar")
        page.press("check")
        assert page.names == "Young Witch (Cellar), Moat"
        assert ">2 players" in page.page.text
        home, _ = store.found_household()
        code = store.share(home.id, "/kingdom/cellar.moat?players=3&boxes=d1")
        assert own(code).press("check").names == "Cellar, Moat"
        supply = "?supply=cellar,market&bane=moat"
        assert own(supply).press("check").names == "Cellar, Market, Bane: Moat"

    def test_a_link_brings_its_boxes_where_there_are_none(self, own):
        page = own("/kingdom/moat?players=4&boxes=d1.co", ["-"]).press("check")
        assert "4 players · 2 boxes" in text_of(page.page)

    def test_change_by_hand_leads_back_to_the_same_kingdom(self, client):
        link = (
            "/kingdom/young-witch.druid.underling.market?players=4&boxes=dominion-1e.dominion-1e"
            ".cornucopia.nocturne&landscapes=alms.cheap&deck=witch.moat&bane=chapel&colony=no"
            "&shelters=yes&ally=cave-dwellers&boons=the-seas-gift.the-suns-gift"
            "&traits=cheap:druid&sets=2"
        )
        change = re.search(r'href="(/own\?kingdom=[^"]+)"', client.get(link).text)[1]
        page = Own(client)
        page.page = client.get(html.unescape(change))
        sets = re.search(
            r'name="sets"[^>]*>.*?<option selected value="(\d)"', page.page.text, re.S
        )[1]
        page.press("as-it-is", sets=sets)
        assert page.answer.headers["Location"] == link

    def test_a_broken_change_link_is_told_in_a_sentence(self, client):
        page = client.get("/own?kingdom=smity&players=2")
        assert page.status_code == 404
        assert "includes “smity”, which isn’t in any box here" in page.text

    @pytest.mark.parametrize("names", ["de", "cs", "fr", "nl"])
    def test_what_is_put_in_has_the_readers_names(self, client, names):
        with client.session_transaction() as session:
            session["names"] = names
        page = Own(client, NINE).press("draw:piles")
        assert len(read_names(page.names, load_catalog(), names).kingdom.piles) == 10
        assert page.state.startswith("10")

    def test_names_are_offered_as_they_begin(self, client):
        assert client.get("/own/names?q=kni").json[0] == "Knights"
        assert "Throne Room" in client.get("/own/names?q=room").json
        assert "Schmiede" in client.get("/own/names?q=schmi").json
        assert client.get("/own/names?q=k").json == []
        assert client.get("/own/names?q=" + "x" * 500).json == []

    def test_what_is_never_dealt_is_not_drawn(self, at_home):
        banned = [
            card.id for card in load_catalog().boxes["dominion-1e"].piles if card.cost.coin > 3
        ]
        client = at_home(boxes=["dominion-1e"], wishes={"banned": banned})
        page = Own(client, "Cellar, Moat, Village", ["d1"]).press("mend")
        drawn = read_names(page.names, load_catalog()).kingdom.piles
        assert sum(card.id in banned for card in drawn) < 10


class TestNothingIsLost:
    def test_without_names_it_asks_for_them(self, own):
        page = own("")
        assert page.problems == []
        assert page.dock == "Check the names"
        assert page.press("mend").names == own("").press("mend").names

    def test_a_forged_form_is_refused_and_all_is_kept(self, client):
        fields = {"names": PICTURE, "players": "3", "boxes": ["dominion-1e"], "do": "mend"}
        answer = client.post("/own", data=fields, headers={})
        assert answer.status_code == 422
        assert "came from this page" in answer.text
        assert f"\n{PICTURE}</textarea>" in answer.text
        assert 'value="3" checked' in answer.text
        assert re.search(r'value="dominion-1e"[^>]* checked', answer.text)

    @pytest.mark.parametrize(
        ("fields", "says"),
        [
            ({"players": "many"}, "the number of players"),
            ({"players": ""}, "the number of players"),
            ({"boxes": ["dominion-3e"]}, "unknown"),
            ({"sets": "12"}, "from 1 to 9"),
        ],
    )
    def test_bad_input_gets_a_sentence(self, send, fields, says):
        answer = send(names=TEN, **fields)
        assert answer.status_code == 422
        assert says in html.unescape(answer.text)
        assert f"\n{TEN}</textarea>" in answer.text

    @pytest.mark.parametrize(
        "text",
        [
            "Village, Knigts\n" * 620,
            "(Zzyzx" * 1700,
            "qwert asdf " * 900,
            "Moat\u202e\x00\r\n" * 1200,
        ],
        ids=range(4),
    )
    @pytest.mark.parametrize("do", ["check", "mend", "remove-unknown"])
    def test_ten_thousand_letters_are_kept_and_answered(self, own, text, do):
        page = own("")
        page.press(do, names=text)
        assert page.page.status_code == 200
        if do == "check":
            typed = page.names.replace("\r\n", "\n")
            assert typed == text.replace("\r\n", "\n")

    @pytest.mark.parametrize(
        "do",
        [
            *("use::", "use:nothing:x", "pick::", "pick:moat:slot:nothing", "choose:nothing:x"),
            *("draw:slot:nothing", "draw:trait:nothing", "draw:nothing", "box:nothing"),
            *("players:x", "decide:x", "yes:x", "leave:" + "x" * 500, "swap-thing:nothing"),
            *("once:nothing", "keep:nothing", "nothing", "unslot:bane", "draw:out", "alchemy"),
        ],
    )
    def test_a_button_that_does_not_fit_any_more_breaks_nothing(self, own, do):
        page = own(TEN).press(do)
        assert page.page.status_code == 200
        assert "Removed: ." not in page.page.text
        if not do.startswith(("choose", "alchemy", "unslot")):
            assert page.names == TEN

    def test_a_browser_that_says_not_where_it_comes_from_shows_the_pages_token(self, client):
        sent = {"names": TEN, "players": "2", "do": "check"}
        refused = client.post("/own", data=sent, headers={})
        assert refused.status_code == 422
        token = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', refused.text)[1]
        shown = {"csrf_token": token, **sent}
        assert client.post("/own", data=shown, headers={}).status_code == 303


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
            *("Bank & Hermit", "University", "Bane for Young Witch"),
            "Platinum & Colony: yes decided by Bank",
            "Shelters: no not decided yet, so left out",
            *("Potion pile for Familiar, Golem and University.", "30× Ruins for Marauder."),
            *("Black Market deck (4 cards)", "Beside the Supply Prizes, Spoils, Madman."),
            *("shuffle all 50, count out 30", "Each of the 4 players takes", "all 60", "count 30"),
            "Province",
        ):
            assert words in page, words

    def test_speaks_of_seven_players_only_after_saying_that_the_plan_is_for_them(self, client):
        page = text_of(client.get("/kingdom/cellar.moat?players=8&boxes=dominion-1e"))
        place = page.index("this setup is for 7")
        assert "8 players" in page[:place]
        assert "7 players" not in page[:place]
        assert "7 players need" in page[place:]

    def test_says_in_one_line_that_a_card_of_alchemy_is_alone(self, client):
        answer = client.get("/kingdom/familiar.moat?players=2&boxes=dominion-1e.alchemy")
        line = "Familiar is the only Alchemy card. 3 to 5 work better together, because"
        assert f'<p class="quiet">{line}' in answer.text

    def test_puts_what_must_be_mended_first(self, client):
        page = client.get("/kingdom/young-witch.familiar?players=2&boxes=dominion-1e").text
        assert page.index('class="problem bad"') < page.index('class="roll"')

    def test_leads_to_the_same_kingdom_for_other_players(self, client):
        page = client.get(self.RICH).text
        assert re.findall(r'value="players:(\d)"', page) == list("234567")
        assert page.count('aria-pressed="true" value="players:4"') == 1

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
        assert 'aria-label="Swap Tournament" value="tournament"' in page.text
