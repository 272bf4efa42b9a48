"""Whatever the document of the interface allows, and what it does not: every answer is one that it describes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.testclient import TestClient

from knaves.web.api.api import DOORS, document
from tests.web.kit import play_now, token_in, web

SCHEMA = schemathesis.openapi.from_dict(json.loads(document()))
OPERATIONS = [found.ok() for found in SCHEMA.get_all_operations() if isinstance(found, Ok)]
# what takes nothing cannot be given something wrong
TAKING = [one for one in OPERATIONS if one.body or one.query]
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
OUR_HEADERS = {"authorization"}
mostly = st.sampled_from([True, True, False])
often = settings(max_examples=15, deadline=None, database=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def house() -> Iterator[tuple[TestClient, str]]:
    """A server with one table at which a game goes on."""
    with web() as client:
        yield client, play_now(client)


@pytest.mark.parametrize("operation", OPERATIONS, ids=[one.label for one in OPERATIONS])
def test_what_the_document_allows(house, operation):
    tried(house, operation.as_strategy(generation_mode=schemathesis.GenerationMode.POSITIVE))


@pytest.mark.parametrize("operation", TAKING, ids=[one.label for one in TAKING])
def test_what_the_document_does_not_allow(house, operation):
    tried(house, operation.as_strategy(generation_mode=schemathesis.GenerationMode.NEGATIVE))


def tried(house: tuple[TestClient, str], cases: st.SearchStrategy[Any]) -> None:
    client, home = house

    @given(case=cases, here=mostly, known=mostly)
    @often
    def check(case, here, known):
        if here and "table" in (case.path_parameters or {}):
            case.path_parameters["table"] = home
        if "after" in (case.query or {}):
            case.query["after"] = 0  # a program that waits for news is another test's matter
        sent = case.as_transport_kwargs(base_url="http://testserver")
        headers = {k: v for k, v in sent.get("headers", {}).items() if k.lower() not in OUR_HEADERS}
        if known:
            headers["authorization"] = f"Bearer {token_in(client, home)}"
        sent.pop("cookies", None)
        if "data" in sent:
            sent["content"] = sent.pop("data")  # as this client calls bytes
        answer = client.request(**{**sent, "headers": headers}, follow_redirects=False)
        case.validate_response(answer, checks=CHECKS)

    check()


def test_the_document_names_every_door():
    assert len(OPERATIONS) == len(DOORS)
