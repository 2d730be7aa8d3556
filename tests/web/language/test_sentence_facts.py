"""However a sentence is worded, the card names and numbers in it stay."""

from __future__ import annotations

import json

import pytest

from setup_rules.catalog import load_catalog
from tests.web.language.sentence_facts import GOLDEN, KINGDOMS, facts, facts_of, requests

REQUESTS = dict(requests(load_catalog()))
KEPT = json.loads(GOLDEN.read_text(encoding="utf-8"))


def test_there_are_enough_kingdoms():
    assert len(REQUESTS) == len(KEPT) == KINGDOMS


@pytest.mark.parametrize("id_", REQUESTS)
def test_no_sentence_lost_a_name_or_a_number(client, id_):
    answer = client.post("/api/plan", json=REQUESTS[id_]).get_json()
    assert facts_of(answer) == KEPT[id_]


def test_numbers_are_the_same_as_digits_and_as_words():
    assert facts("Add Moat, Fairy Cup, or fifteen others.") == ["15", "Moat"]
    assert facts("Add 15 others or Moat; choose one.") == ["15", "Moat"]
