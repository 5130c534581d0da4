"""A typed client for the programs of a Seventy event: results, rounds, slips, cases."""

from seventy_client.api import Client
from seventy_client.calling import Refused

__all__ = ["Client", "Refused"]
