"""The asynchronous client."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from typing import Any, Mapping, Optional, Unpack

import httpx

from .errors import JobWaitingError
from .generated import models as m
from .generated.async_calls import AsyncCalls
from .run import Deadline, OnWaiting, RunOptions, RunResult, asked, body_of, events_of, is_open, result_of
from .transport import AsyncTransport, Event, Settings


class AsyncErrand(AsyncCalls):
    """A client of the service to be awaited: one member per kind of thing, with a call for every operation.

    Address and key are those of `ERRAND_URL` and `ERRAND_API_KEY` unless they are given.
    """

    def __init__(
        self,
        base_url: Optional[str] = None,
        api_key: Optional[str] = None,
        *,
        organization_id: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        retries_max: int = 2,
        client: Optional[httpx.AsyncClient] = None,
    ) -> None:
        settings = Settings(
            base_url=base_url or os.environ["ERRAND_URL"],
            api_key=api_key or os.environ.get("ERRAND_API_KEY"),
            organization_id=organization_id,
            headers=headers or {},
            retries_max=retries_max,
        )
        self.transport = AsyncTransport(settings, client)
        super().__init__(self.transport)

    async def start(
        self,
        agent_id: str,
        inputs: Optional[Mapping[str, Any]] = None,
        **options: Unpack[RunOptions],
    ) -> str:
        """Starts a run in the background. Returns the id of the job as soon as the job is durable."""
        body = body_of(inputs, options)
        version_id = options.get("version_id")
        skip_cache = options.get("skip_cache", False)
        key = options.get("idempotency_key")
        if version_id is None:
            return await self.runs.start(agent_id, body, skip_cache=skip_cache, idempotency_key=key)
        return await self.runs.start_version(agent_id, version_id, body, skip_cache=skip_cache, idempotency_key=key)

    async def run(
        self,
        agent_id: str,
        inputs: Optional[Mapping[str, Any]] = None,
        *,
        wait_seconds: Optional[float] = None,
        on_waiting: Optional[OnWaiting] = None,
        **options: Unpack[RunOptions],
    ) -> RunResult:
        """Runs an agent and waits for its outputs. Options are those of `start`. Raises JobFailedError."""
        job_id = await self.start(agent_id, inputs, **options)
        return result_of(await self.wait(job_id, seconds=wait_seconds, on_waiting=on_waiting))

    async def stream(self, agent_id: str, inputs: Optional[Mapping[str, Any]] = None, **options: Unpack[RunOptions]) -> AsyncIterator[Event]:
        """Runs an agent and yields what happens. The data of the last event, `end`, has job id and outputs."""
        job_id = await self.start(agent_id, inputs, **options)
        async for event in self.jobs.events(job_id):
            if event.event == "end":
                outputs = (await self.jobs.result(job_id))["outputs"]
                event = event._replace(data={**event.data, "job_id": job_id, "outputs": outputs})
            yield event

    async def wait(
        self, job_id: str, *, seconds: Optional[float] = None, on_waiting: Optional[OnWaiting] = None
    ) -> m.JobView:
        """Returns the job when it is final, whether it succeeded or not. See `status_code`.

        Raises JobWaitingError if the job waits for a person; with `on_waiting`, calls that and goes on.
        Raises WaitTimeoutError after `seconds`.
        """
        deadline = Deadline(job_id, seconds)
        async for event in self.transport.events(events_of(job_id), deadline.left):
            question = asked(event)
            if question is None or not is_open(await self.jobs.get(job_id), question):
                continue
            if on_waiting is None:
                raise JobWaitingError(job_id, question)
            on_waiting(question)
        return await self.jobs.get(job_id)

    async def close(self) -> None:
        await self.transport.close()

    async def __aenter__(self) -> "AsyncErrand":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
