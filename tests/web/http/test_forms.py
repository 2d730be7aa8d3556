"""Forms are built on BaseForm: what was sent is read there alone, and every fault has its field."""

import ast
from pathlib import Path

import pytest
from flask import render_template_string, session
from wtforms import RadioField, SelectChoice, SelectField, StringField

from setup_rules.sentences import say
from web.http.forms import (
    BaseForm,
    Forged,
    NameField,
    NumberField,
    RowForm,
    RowsField,
    SeedField,
    at_most,
    between,
    one_of,
    required,
)

WEB = Path(__file__).resolve().parents[3] / "web"
EMPTY = say("Say what it is called.")
LONG = say("At most {most} characters, please.", most=5)
RANGE = say("From {least} to {most}, please.", least=2, most=6)


class PileForm(BaseForm):
    """Some of everything."""

    name = StringField(
        say("Name"), [required(EMPTY), at_most(5, LONG)], render_kw={"placeholder": say("Jana")}
    )
    players = NumberField(say("Players"), [between(2, 6, RANGE)])
    day = RadioField(say("Date"), choices=[SelectChoice("a", say("yes")), SelectChoice("b", "b")])
    kind = SelectField(choices=[SelectChoice("a", say("yes"))], validate_choice=False)
    seed = SeedField()

    def validate_kind(self, field):
        one_of(("a",))(self, field)


class KeptForm(PileForm):
    """The same, on a page that keeps what was typed."""

    keeps_input = True


class OneRowForm(RowForm):
    """One row."""

    name = NameField(validators=[required(EMPTY), at_most(5, LONG)])


class ListForm(BaseForm):
    """Rows."""

    rows = RowsField(OneRowForm, min_entries=1)


OURS = {"Origin": "http://localhost"}


@pytest.fixture
def sent(app):
    """Opens a request in which these fields were sent."""

    def open_request(headers=OURS, **fields):
        return app.test_request_context("/", method="POST", data=fields, headers=headers)

    return open_request


def form_of(context, kind=PileForm):
    return kind(context.request.form)


class TestForm:
    def test_has_all_faults_by_field(self, sent):
        with sent(name="Jana and Petr", players="9", day="c", kind="z") as context:
            form = form_of(context)
            assert not form.validate()
            assert form.errors == {
                "name": [LONG],
                "players": [RANGE],
                "day": ["Choose one of the options shown."],
                "kind": ["Choose one of the options shown."],
            }

    @pytest.mark.parametrize("number", ["", "many", "1", "7", "9" * 5000, "٣"])
    def test_says_a_wrong_number_once(self, sent, number):
        with sent(name="Jana", players=number, day="a", kind="a") as context:
            form = form_of(context)
            assert not form.validate()
            assert form.errors == {"players": [RANGE]}

    def test_is_right_with_all_fields_right(self, sent):
        with sent(name="Jana", players="3", day="a", kind="a", seed="7") as context:
            form = form_of(context)
            assert form.validate()
            assert (form.name.data, form.players.data, form.seed.data) == ("Jana", 3, "7")

    def test_has_a_fresh_seed_where_none_was_sent(self, sent):
        with sent() as first, sent() as second:
            assert form_of(first).seed.data != form_of(second).seed.data


class TestRows:
    """A list of rows is as long as what was sent."""

    def test_have_their_faults_one_by_one(self, sent):
        fields = {"rows.0.name": "Jana", "rows.4.name": "", "rows.7.name": "Wilhelmina"}
        with sent(**fields) as context:
            form = form_of(context, ListForm)
            assert not form.validate()
            assert [row.form.name.data for row in form.rows] == ["Jana", "", "Wilhelmina"]
            assert [row.form.name.errors for row in form.rows] == [[], [EMPTY], [LONG]]
            assert [row.form.name.id for row in form.rows][1] == "rows.1.name"

    @pytest.mark.parametrize("number", ["²", "٣", "9" * 5000, "-1", "x", ""])
    def test_with_a_number_that_is_none_are_left_out(self, sent, number):
        with sent(**{f"rows.{number}.name": "Jana"}) as context:
            form = form_of(context, ListForm)
            form.validate()
            assert [row.form.name.data for row in form.rows] == [""]


class TestForgery:
    def test_is_raised(self, sent):
        with sent(headers={}) as context, pytest.raises(Forged):
            BaseForm(context.request.form).validate()

    def test_is_an_error_where_what_was_typed_is_kept(self, sent):
        with sent(headers={}, name="Jana", players="3", day="a", kind="a") as context:
            form = form_of(context, KeptForm)
            assert not form.validate()
            assert set(form.errors) == {"csrf_token"}
            assert form.name.data == "Jana"

    def test_leaves_a_secret_so_that_the_next_try_succeeds(self, sent):
        with sent(headers={}) as context:
            form = BaseForm(context.request.form)
            with pytest.raises(Forged):
                form.validate()
            token, secret = form.csrf_token.current_token, session["csrf"]
        with sent(headers={}, csrf_token=token) as context:
            session["csrf"] = secret
            assert BaseForm(context.request.form).validate()

    def test_of_a_page_that_is_only_looked_at_there_is_no_cookie(self, app):
        with app.test_request_context("/"):
            PileForm()
            assert "csrf" not in session


class TestFieldMacro:
    TEMPLATE = '{% from "_fields.html" import field %}{{ field(f, hint) }}'

    def render(self, field, hint=""):
        return render_template_string(self.TEMPLATE, f=field, hint=hint)

    def test_joins_label_hint_fault_and_control(self, sent):
        with sent(name="Jana and <b>", players="x") as context:
            form = form_of(context)
            form.validate()
            page = self.render(form.name, "A hint")
            assert '<label for="name">Name</label>' in page
            assert '<p class="note" id="name-hint">A hint</p>' in page
            assert 'id="name-faults" role="alert">At most 5 characters, please.</p>' in page
            assert 'aria-describedby="name-hint name-faults"' in page
            assert 'aria-invalid="true"' in page
            assert 'value="Jana and &lt;b&gt;"' in page
            assert 'value="x"' in self.render(form.players)

    def test_says_nothing_of_faults_where_there_are_none(self, app):
        with app.test_request_context("/"):
            page = self.render(PileForm().name)
        assert "aria-" not in page
        assert "faults" not in page

    def test_speaks_the_readers_language(self, sent):
        with sent(headers=OURS | {"Accept-Language": "de"}, day="x") as context:
            form = form_of(context)
            form.validate()
            assert ">ja</option>" in self.render(form.kind)
            assert "<span>ja</span>" in self.render(form.day)
            assert "Choose one" not in self.render(form.day)


def is_form_of_a_class(call: ast.AST) -> bool:
    return isinstance(call, ast.Call) and ast.unparse(call.func).lower().endswith("form")


def raw_reads(path: Path) -> list[int]:
    """Lines that read what was sent other than by handing it to a form class."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    handed = {id(arg) for call in ast.walk(tree) if is_form_of_a_class(call) for arg in call.args}
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and ast.unparse(node) in ("request.form", "request.values", "request.files")
        and id(node) not in handed
    ]


def test_what_was_sent_is_read_by_form_classes_alone():
    reads = {
        path.relative_to(WEB).as_posix(): lines
        for path in sorted(WEB.rglob("*.py"))
        if path != WEB / "http" / "forms.py" and (lines := raw_reads(path))
    }
    assert reads == {}
