"""From only the address to a finished job, with fastmcp and the words of its manual: python fast-client.py ADDRESS."""

import asyncio
import json
import sys

from fastmcp import Client


async def main() -> None:
    async with Client(sys.argv[1], auth="oauth") as client:
        tools = await client.list_tools()
        result = await client.call_tool("letter", {"name": "Ada"})
    text = [part.text for part in result.content if part.type == "text"]
    print(json.dumps({"tools": [tool.name for tool in tools], "text": text, "failed": bool(result.is_error)}))


asyncio.run(main())
