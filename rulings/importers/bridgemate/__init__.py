"""Messages of the Bridgemate Data Connector, as its public Python client has them."""
