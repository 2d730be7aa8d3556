"""No test is left out unseen: of several with one id, `--dist loadfile` runs a single one."""

from collections import Counter


def test_every_test_has_an_id_of_its_own(request):
    """Whatever was collected in this run is compared, which is all of it for `make check`."""
    ids = Counter(item.nodeid for item in request.session.items)
    assert [id_ for id_, number in ids.items() if number > 1] == []
