import os

import pytest


@pytest.fixture(autouse=True)
def captured(monkeypatch):
    """Under `countersign capture`, the client sends its requests to that server, with its credentials."""
    if "COUNTERSIGN_URL" not in os.environ:
        return
    monkeypatch.setenv("GATEWAY_URL", os.environ["COUNTERSIGN_URL"])
    monkeypatch.setenv("GATEWAY_KEY", os.environ["COUNTERSIGN_CONSUMER_KEY"])
    monkeypatch.setenv("GATEWAY_SECRET", os.environ["COUNTERSIGN_CONSUMER_SECRET"])
