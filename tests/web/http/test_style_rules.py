"""Style rules: a page has those it has a use for, in their order, and no others."""

import pytest

from web.http.style_rules import StyleSheet


def cut(css: str, *classes: str, scripted: frozenset[str] = frozenset()) -> str:
    return StyleSheet(css, scripted).for_page(f'<p class="{" ".join(classes)}">.z</p>')


class TestRules:
    def test_those_of_classes_that_are_there_stay_in_their_order(self):
        assert cut(".b{x:1}.c{x:2}.a{x:3}p{x:4}", "a", "b") == ".b{x:1}.a{x:3}p{x:4}"

    @pytest.mark.parametrize("head", [".a .b", ".a.b", ".a>.b", ".a .b:hover", "p.b,i.a"])
    def test_one_selector_must_find_all_its_classes(self, head):
        css = f"{head}{{x:1}}"
        assert cut(css, "a", "b") == css
        assert cut(css, "c") == ""

    @pytest.mark.parametrize("head", ["p:not(.z)", "#page:has(.z:target,.z :target) p", "p,.z"])
    def test_what_may_match_without_a_class_stays(self, head):
        assert cut(f"{head}{{x:1}}", "a") == f"{head}{{x:1}}"

    def test_a_group_stays_with_what_is_left_in_it(self):
        css = "@media (width<9rem){.a{x:1}.b{x:2}@supports (x:1){.b{x:3}}}"
        assert cut(css, "a") == "@media (width<9rem){.a{x:1}}"
        assert cut(css, "c") == ""

    def test_frames_and_fonts_stay(self):
        css = "@font-face{src:url(a.woff2)}@keyframes come{from{x:0}}"
        assert cut(css) == css

    def test_a_font_stays_where_one_of_its_letters_is_shown(self):
        css = "@font-face{src:url(a.woff2);unicode-range:U+100-130,U+2020}"
        sheet = StyleSheet(css)
        assert sheet.for_page("<p>Přístav</p>") == ""
        assert sheet.for_page("<p>Kůlna Čeledín</p>") == css
        assert sheet.for_page("<p>Sunken Treasure†</p>") == css

    def test_those_of_classes_that_scripts_set_stay(self):
        assert cut(".new{x:1}.old{x:2}", scripted=frozenset({"new"})) == ".new{x:1}"

    def test_lengths_and_names_of_files_are_no_classes(self):
        css = "p{margin:.5rem;background:url(a.png)}"
        assert cut(css) == css


class TestCustomProperties:
    def test_those_that_no_rule_uses_are_left_out(self):
        css = ":root{color:red;--ink:#000;--sea:#00f}.a{fill:var(--sea)}p{color:var(--ink)}"
        assert cut(css) == ":root{color:red;--ink:#000;}p{color:var(--ink)}"


class TestKingdoms:
    LINK = "/kingdom/{}?players=2&boxes=dominion-1e.alchemy"

    def test_carry_the_colours_of_their_own_boxes(self, client):
        assert ".s-54607e{" not in client.get(self.LINK.format("cellar.moat")).text
        assert ".s-54607e{" in client.get(self.LINK.format("cellar.familiar")).text

    def test_carry_what_their_scripts_set(self, client):
        page = client.get(self.LINK.format("cellar.moat")).text
        for name in ("new", "seen", "done"):
            assert f".{name}" in page.partition("</style>")[0]
