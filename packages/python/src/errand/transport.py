"""The only module that speaks HTTP: addresses, credentials, retries, streams.

Both transports send a `Call`. What they decide is in functions that they share; only waiting differs.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
import uuid
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Tuple, Union
from urllib.parse import quote

import httpx

from .errors import ConnectionFailedError, ErrandError, RateLimitError
from .read_error import read_error, retry_after

#: Texts, and files as content, (name, content) or (name, content, type).
FormValue = Union[str, bytes, Tuple[str, bytes], Tuple[str, bytes, str]]
Form = Mapping[str, FormValue]

WAIT_SECONDS = 0.3
WAIT_SECONDS_MAX = 5.0
#: The server sends a keep-alive every 15 s. A connection that misses two of them is dead.
SILENCE_SECONDS = 35.0
RECONNECTS_MAX = 100


class Event(NamedTuple):
    """A server-sent event. A stream that was cut goes on after the id of the last one."""

    event: str
    data: Any
    id: Optional[str] = None


@dataclass(frozen=True)
class Call:
    method: str
    path: str
    body: Any = None
    form: Optional[Form] = None
    query: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    #: Makes the request safe to repeat.
    idempotency_key: Optional[str] = None

    @property
    def is_safe(self) -> bool:
        # A POST may have been performed although its response was lost. Only a key makes it safe to repeat.
        return self.method in ("GET", "PUT") or self.idempotency_key is not None


@dataclass(frozen=True)
class Settings:
    base_url: str
    api_key: Optional[str] = None
    organization_id: Optional[str] = None
    headers: Mapping[str, str] = field(default_factory=dict)
    #: Retries of calls that are safe to repeat.
    retries_max: int = 2


def new_key() -> str:
    return str(uuid.uuid4())


def path(template: str, *params: Union[str, int]) -> str:
    """Fills `:name` parameters in their order."""
    left = list(params)
    parts = [quote(str(left.pop(0)), safe="") if part.startswith(":") else part for part in template.split("/")]
    return "/".join(parts)


def request_of(settings: Settings, call: Call) -> Dict[str, Any]:
    """Returns the arguments of httpx."""
    headers = dict(settings.headers)
    if settings.api_key is not None:
        headers["Authorization"] = f"Bearer {settings.api_key}"
    if settings.organization_id is not None:
        headers["X-Organization-Id"] = settings.organization_id
    if call.idempotency_key is not None:
        headers["Idempotency-Key"] = call.idempotency_key
    headers.update(call.headers)
    request: Dict[str, Any] = {
        "method": call.method,
        "url": settings.base_url.rstrip("/") + call.path,
        "params": _query(call.query),
        "headers": headers,
    }
    if call.form is not None:
        request["data"] = {name: value for name, value in call.form.items() if isinstance(value, str)}
        request["files"] = {
            name: (name, value) if isinstance(value, bytes) else value
            for name, value in call.form.items()
            if not isinstance(value, str)
        }
    elif call.body is not None:
        request["json"] = call.body
    return request


def _query(query: Mapping[str, Any]) -> List[Tuple[str, str]]:
    pairs: List[Tuple[str, str]] = []
    for name, value in query.items():
        if value is None:
            continue
        for one in [value] if isinstance(value, (str, int, float)) else value:
            pairs.append((name, str(one).lower() if isinstance(one, bool) else str(one)))
    return pairs


def wait_before_repeat(settings: Settings, call: Call, error: ErrandError, attempt: int) -> Optional[float]:
    """Returns how long to wait before the call is repeated, or None if it must not be."""
    # A rate-limited request was not performed.
    may_repeat = error.retryable and (call.is_safe or isinstance(error, RateLimitError))
    seconds: float = min(WAIT_SECONDS * 2**attempt, WAIT_SECONDS_MAX) * random.uniform(0.8, 1.2)
    if not may_repeat or attempt >= settings.retries_max or error.wait_seconds > WAIT_SECONDS_MAX:
        return None
    return max(seconds, error.wait_seconds)


def error_of(response: httpx.Response) -> ErrandError:
    """The content of the response must have been read."""
    error = read_error(response.status_code, response.headers, response.text)
    if "retry-after" in response.headers:
        error.wait_seconds = retry_after(response.headers)
    return error


def lost(cause: httpx.TransportError) -> ConnectionFailedError:
    error = ConnectionFailedError("The server cannot be reached.")
    error.__cause__ = cause
    return error


class EventReader:
    """Puts lines of a stream together to events."""

    def __init__(self) -> None:
        self.last_id: Optional[str] = None
        self._fields: Dict[str, str] = {}

    def call_of(self, call: Call) -> Call:
        headers = {**call.headers, "Accept": "text/event-stream"}
        if self.last_id is not None:
            headers["Last-Event-ID"] = self.last_id
        self._fields = {}
        return replace(call, headers=headers)

    def take(self, line: str) -> Optional[Event]:
        """Returns the event that an empty line completes."""
        if line != "":
            name, colon, value = line.partition(":")
            if colon and name:
                value = value.removeprefix(" ")
                earlier = self._fields.get(name)
                self._fields[name] = f"{earlier}\n{value}" if name == "data" and earlier is not None else value
            return None
        fields, self._fields = self._fields, {}
        if "data" not in fields:
            return None
        self.last_id = fields.get("id", self.last_id)
        return Event(fields.get("event", "message"), json.loads(fields["data"]), fields.get("id"))


def stream_timeout(silence: Optional[float]) -> httpx.Timeout:
    return httpx.Timeout(10.0, read=SILENCE_SECONDS if silence is None else min(silence, SILENCE_SECONDS))


#: Returns the seconds that are left, or None without a limit. Raises when they are over.
Left = Callable[[], Optional[float]]


def no_limit() -> Optional[float]:
    return None


def pause_of(failures: int) -> float:
    if failures > RECONNECTS_MAX:
        raise ConnectionFailedError("The stream of events cannot be reached.")
    seconds: float = min(0.5 * 2**failures, 10.0)
    return seconds * random.uniform(0.5, 1.0)


def next_page(page: Mapping[str, Any], call: Call) -> Optional[Call]:
    """Returns the call for the page after this one, by cursor or by number."""
    if page.get("next_cursor"):
        return replace(call, query={**call.query, "cursor": page["next_cursor"]})
    if page.get("next"):
        return replace(call, query={**call.query, "page": int(call.query.get("page") or 1) + 1})
    return None


def json_of(response: httpx.Response) -> Any:
    return json.loads(response.content) if response.content else None


class Transport:
    def __init__(self, settings: Settings, client: Optional[httpx.Client] = None) -> None:
        self.settings = settings
        self.client = client or httpx.Client(timeout=httpx.Timeout(10.0, read=600.0))

    def send(self, call: Call) -> httpx.Response:
        attempt = 0
        while True:
            try:
                response = self.client.request(**request_of(self.settings, call))
                if response.is_success:
                    return response
                error = error_of(response)
            except httpx.TransportError as cause:
                error = lost(cause)
            seconds = wait_before_repeat(self.settings, call, error, attempt)
            if seconds is None:
                raise error
            time.sleep(seconds)
            attempt += 1

    def json(self, call: Call) -> Any:
        return json_of(self.send(call))

    def text(self, call: Call) -> str:
        return self.send(call).text

    def content(self, call: Call) -> bytes:
        return self.send(call).content

    def pages(self, call: Call) -> Iterator[Any]:
        following: Optional[Call] = call
        while following is not None:
            page = self.json(following)
            yield from page["results"]
            following = next_page(page, following)

    def lines(self, call: Call) -> Iterator[Any]:
        with self._open(call) as response:
            try:
                for line in response.iter_lines():
                    if line != "":
                        yield json.loads(line)
            except httpx.TransportError as cause:
                raise lost(cause)

    def events(self, call: Call, left: Left = no_limit) -> Iterator[Event]:
        """Yields events until `end`. A stream that breaks goes on after its last event."""
        reader = EventReader()
        failures = 0
        while True:
            try:
                with self._open(reader.call_of(call), left()) as response:
                    if response.status_code == 204:
                        return
                    for line in response.iter_lines():
                        failures = 0
                        left()
                        event = reader.take(line)
                        if event is None:
                            continue
                        yield event
                        if event.event == "end":
                            return
            except httpx.TransportError:
                left()
            except ErrandError as error:
                if not error.retryable:
                    raise
            time.sleep(pause_of(failures))
            failures += 1

    def _open(self, call: Call, silence: Optional[float] = None) -> "_Stream":
        return _Stream(self, call, silence)

    def close(self) -> None:
        self.client.close()


class _Stream:
    def __init__(self, transport: Transport, call: Call, silence: Optional[float]) -> None:
        timeout = stream_timeout(silence)
        self._stream = transport.client.stream(**request_of(transport.settings, call), timeout=timeout)

    def __enter__(self) -> httpx.Response:
        response = self._stream.__enter__()
        if not response.is_success:
            response.read()
            self._stream.__exit__(None, None, None)
            raise error_of(response)
        return response

    def __exit__(self, *_: object) -> None:
        self._stream.__exit__(None, None, None)


class AsyncTransport:
    def __init__(self, settings: Settings, client: Optional[httpx.AsyncClient] = None) -> None:
        self.settings = settings
        self.client = client or httpx.AsyncClient(timeout=httpx.Timeout(10.0, read=600.0))

    async def send(self, call: Call) -> httpx.Response:
        attempt = 0
        while True:
            try:
                response = await self.client.request(**request_of(self.settings, call))
                if response.is_success:
                    return response
                error = error_of(response)
            except httpx.TransportError as cause:
                error = lost(cause)
            seconds = wait_before_repeat(self.settings, call, error, attempt)
            if seconds is None:
                raise error
            await asyncio.sleep(seconds)
            attempt += 1

    async def json(self, call: Call) -> Any:
        return json_of(await self.send(call))

    async def text(self, call: Call) -> str:
        return (await self.send(call)).text

    async def content(self, call: Call) -> bytes:
        return (await self.send(call)).content

    async def pages(self, call: Call) -> AsyncIterator[Any]:
        following: Optional[Call] = call
        while following is not None:
            page = await self.json(following)
            for item in page["results"]:
                yield item
            following = next_page(page, following)

    async def lines(self, call: Call) -> AsyncIterator[Any]:
        async with self._open(call) as response:
            try:
                async for line in response.aiter_lines():
                    if line != "":
                        yield json.loads(line)
            except httpx.TransportError as cause:
                raise lost(cause)

    async def events(self, call: Call, left: Left = no_limit) -> AsyncIterator[Event]:
        """Yields events until `end`. A stream that breaks goes on after its last event."""
        reader = EventReader()
        failures = 0
        while True:
            try:
                async with self._open(reader.call_of(call), left()) as response:
                    if response.status_code == 204:
                        return
                    async for line in response.aiter_lines():
                        failures = 0
                        left()
                        event = reader.take(line)
                        if event is None:
                            continue
                        yield event
                        if event.event == "end":
                            return
            except httpx.TransportError:
                left()
            except ErrandError as error:
                if not error.retryable:
                    raise
            await asyncio.sleep(pause_of(failures))
            failures += 1

    def _open(self, call: Call, silence: Optional[float] = None) -> "_AsyncStream":
        return _AsyncStream(self, call, silence)

    async def close(self) -> None:
        await self.client.aclose()


class _AsyncStream:
    def __init__(self, transport: AsyncTransport, call: Call, silence: Optional[float]) -> None:
        timeout = stream_timeout(silence)
        self._stream = transport.client.stream(**request_of(transport.settings, call), timeout=timeout)

    async def __aenter__(self) -> httpx.Response:
        response = await self._stream.__aenter__()
        if not response.is_success:
            await response.aread()
            await self._stream.__aexit__(None, None, None)
            raise error_of(response)
        return response

    async def __aexit__(self, *_: object) -> None:
        await self._stream.__aexit__(None, None, None)
