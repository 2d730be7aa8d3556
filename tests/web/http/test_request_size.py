"""What is too long or too much is refused in a sentence, before any work is done for it."""

import io

import pytest

from app import create_app
from web.http import addresses

FORM = "application/x-www-form-urlencoded"
HALF = 64 * 1024


class TestBodies:
    @pytest.mark.parametrize("path", ["/own", "/people", "/wishes", "/shelf", "/marks"])
    def test_of_more_than_64_kb_are_too_large(self, client, path):
        answer = client.post(path, data={"name": "x" * (HALF + 1)})
        assert answer.status_code == 413
        assert "more than the limit of 64 kB" in answer.text

    def test_may_have_many_fields_within_that(self, client):
        answer = client.post("/people", data=b"name=&" * 10_000, content_type=FORM)
        assert answer.status_code == 422
        assert "Enter a name first." in answer.text

    def test_with_too_many_parts_are_too_large(self, client):
        boundary = "b"
        part = f'--{boundary}\r\nContent-Disposition:form-data;name="a"\r\n\r\n\r\n'
        answer = client.post(
            "/shelf/open",
            data=(part * 1_100 + f"--{boundary}--\r\n").encode(),
            content_type=f"multipart/form-data; boundary={boundary}",
        )
        assert answer.status_code == 413

    def test_of_a_household_may_be_large_as_files_only(self, client):
        """Fields of a form are read whole: millions of them would fill the memory."""
        many = b"a=&" * 40_000
        answer = client.post("/shelf/open", data=many, content_type=FORM)
        assert answer.status_code == 413
        file = {"file": (io.BytesIO(b" " * 200_000 + b"{}"), "a.json")}
        answer = client.post("/shelf/open", data=file)
        assert answer.status_code == 422
        assert "This isn’t a saved" in answer.text


class TestAddresses:
    @pytest.mark.parametrize("path", ["/", "/own", "/k", "/nothing", "/static/mark.svg"])
    def test_that_are_too_long_are_told_so(self, client, path):
        answer = client.get(path, query_string={"names": "x" * addresses.LONGEST})
        assert answer.status_code == 414
        assert "This address is too long" in answer.text

    def test_are_measured_as_a_whole(self, client):
        assert client.get("/kingdom/" + "moat." * 10_000).status_code == 414

    def test_of_forms_have_the_same_limit(self, client):
        query = {"a": "x" * addresses.LONGEST}
        assert client.post("/people", query_string=query).status_code == 414

    def test_are_told_to_scripts_in_json(self, client, refusal):
        answer = client.get("/api/catalog", query_string={"a": "x" * addresses.LONGEST})
        assert refusal(answer, 414)["code"] == "address-too-long"

    def test_of_another_name_are_refused_for_the_name(self, database):
        app = create_app({"DATABASE": database, "TRUSTED_HOSTS": ["table.example"]})
        query = {"a": "x" * addresses.LONGEST}
        answer = app.test_client().get("/", query_string=query, headers={"Host": "evil.example"})
        assert answer.status_code == 400

    def test_that_are_as_long_as_ours_may_be_are_read(self, client):
        query = {"names": "Moat\n" * 2_000}
        assert client.get("/own", query_string=query).status_code == 200
