"""docs/licences.md names every package and font with the licence it has."""

from tools import licences


class TestLicences:
    def test_are_all_listed_as_they_are(self):
        before = licences.PAGE.read_text(encoding="utf-8")
        assert licences.page(before) == before, "docs/licences.md is stale; run `make licences`"

    def test_are_all_known(self):
        assert "unknown" not in licences.PAGE.read_text(encoding="utf-8")

    def test_every_package_is_pinned_with_its_version(self):
        names = {one.name: one.version for one in licences.packages("requirements.txt")}
        assert names["flask"]
        assert "pip" in names

    def test_every_font_is_among_them(self):
        page = licences.PAGE.read_text(encoding="utf-8")
        fonts = [*licences.FONTS.rglob("*.woff2"), *licences.FONTS.rglob("*.ttf")]
        assert fonts
        assert [font.name for font in fonts if font.name not in page] == []
