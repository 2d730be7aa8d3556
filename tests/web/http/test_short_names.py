"""Short names: scripts and styles do the same with them."""

import re

import pytest

from web.http.short_names import short_locals, short_properties


class TestProperties:
    def test_are_renamed_where_they_are_set_and_used(self):
        css = ":root{--ink:#000;--ink2:#333}p{color:var(--ink);border-color:var(--ink)}"
        assert (
            short_properties(css)
            == ":root{--a:#000;--b:#333}p{color:var(--a);border-color:var(--a)}"
        )

    def test_names_of_classes_are_left(self):
        assert short_properties(".b--ink,.a-b{x:var(--y)}").startswith(".b--")


class TestLocals:
    @pytest.mark.parametrize(
        ("script", "shorter"),
        [
            ("const first=1,second=first;", "const a=1,b=a;"),
            ("let some;some=(one,two)=>one+two;", "let b;b=(a,c)=>a+c;"),
            ("for(const item of document.all)item.x();", "for(const a of document.all)a.x();"),
            ("const open=1;box.open=open;box?.open;", "const a=1;box.open=a;box?.open;"),
            ("const top=1;act({top:top,left:[top]});", "const a=1;act({top:a,left:[a]});"),
            ("const body=1;send({body});", "const body=1;send({body});"),
            ("const{code}=some;use(code);", "const{code}=some;use(code);"),
            ("const all=1;use(...all,'all');", "const a=1;use(...a,'all');"),
            ("const word=1;use(`${word}`);", "const word=1;use(`${word}`);"),
            ("const page=1;use(/page\\/x/,page);", "const a=1;use(/page\\/x/,a);"),
            ("const yes=1;now?yes:no;", "const a=1;now?a:no;"),
            ("const list=[one,document];document.x;", "const a=[one,document];document.x;"),
        ],
    )
    def test_are_renamed_and_nothing_else(self, script, shorter):
        assert short_locals(script) == shorter

    def test_take_no_name_that_is_in_use(self):
        assert short_locals("const word=a;b(word);") == "const c=a;b(c);"

    def test_of_the_kingdom_are_short_in_the_page(self, client):
        page = client.get("/kingdom/cellar?players=2&boxes=dominion-1e").text
        script = page.partition("<script>")[2].partition("</script>")[0]
        assert "DOMParser" in script
        declared = set(re.findall(r"\b(?:const|let) (\w+)", script))
        assert {name for name in declared if len(name) > 2} <= {"body", "target"}
