"""From only the address to a finished job, with the protocol's own Python client: python client.py ADDRESS BROWSER."""

import asyncio
import json
import sys
from urllib.parse import parse_qs, quote, urlsplit

import httpx2
from mcp import Client
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientMetadata

address, browser = sys.argv[1:3]


class Memory:
    tokens = None
    client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client_info):
        self.client = client_info


landed = {}


async def open_browser(url: str) -> None:
    """A person reads the page and agrees; the browser says where it was sent."""
    async with httpx2.AsyncClient(timeout=60) as http:
        where = (await http.get(f"{browser}/?open={quote(url, safe='')}")).text
    landed.update({name: values[0] for name, values in parse_qs(urlsplit(where).query).items()})


async def read_answer() -> AuthorizationCodeResult:
    return AuthorizationCodeResult(code=landed["code"], state=landed.get("state"), iss=landed.get("iss"))


async def main() -> None:
    metadata = OAuthClientMetadata(
        client_name="Python",
        redirect_uris=["http://127.0.0.1:9/callback"],
        token_endpoint_auth_method="none",
        grant_types=["authorization_code", "refresh_token"],
    )
    auth = OAuthClientProvider(address, metadata, Memory(), open_browser, read_answer)
    async with httpx2.AsyncClient(auth=auth, timeout=60) as http:
        async with Client(streamable_http_client(address, http_client=http)) as client:
            tools = await client.list_tools()
            result = await client.call_tool("letter", {"name": "Ada"})
    text = [part.text for part in result.content if part.type == "text"]
    print(json.dumps({"tools": [tool.name for tool in tools.tools], "text": text, "failed": bool(result.is_error)}))


asyncio.run(main())
