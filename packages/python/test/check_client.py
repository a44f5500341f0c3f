"""Uses the client against a real service, and prints what it saw as JSON."""

import asyncio
import json
import os
from typing import Any, Dict

import httpx

from errand import (
    AsyncErrand,
    AuthenticationError,
    Errand,
    ForbiddenError,
    JobFailedError,
    JobWaitingError,
    NotFoundError,
    ValidationError,
    WaitTimeoutError,
    models,
)

URL = os.environ["ERRAND_URL"]
KEY = os.environ["ERRAND_API_KEY"]
told: Dict[str, Any] = {}


class Flaky(httpx.BaseTransport):
    """Performs a request and loses the first answers, as a broken network does."""

    def __init__(self, losses: int) -> None:
        self.inner = httpx.HTTPTransport()
        self.losses = losses
        self.keys: list[str] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = self.inner.handle_request(request)
        self.keys.append(request.headers.get("idempotency-key", ""))
        if self.losses > 0:
            self.losses -= 1
            response.close()
            raise httpx.ReadError("lost", request=request)
        return response


class Cut(httpx.BaseTransport):
    """Cuts streams of events after each event."""

    def __init__(self) -> None:
        self.inner = httpx.HTTPTransport()
        self.resumed: list[str] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = self.inner.handle_request(request)
        if "events" not in request.url.path:
            return response
        self.resumed.append(request.headers.get("last-event-id", ""))
        return httpx.Response(response.status_code, headers=response.headers, stream=CutStream(response))


class CutStream(httpx.SyncByteStream):
    def __init__(self, response: httpx.Response) -> None:
        self.response = response

    def __iter__(self) -> Any:
        text = b""
        for chunk in self.response.iter_raw():
            text += chunk
            frames = [frame for frame in text.split(b"\n\n")[:-1] if b"data:" in frame]
            if frames:
                yield frames[0] + b"\n\n"
                if b"event: end" in frames[0]:
                    return
                raise httpx.ReadError("cut")

    def close(self) -> None:
        self.response.close()


def create(errand: Errand, name: str, engine: str, config: Dict[str, Any]) -> models.Agent:
    body: models.AgentCreateBody = {"name": name, "engine_class_id": engine, "engine_config": config}
    if engine != "SleepEngine":
        body["input_definitions"] = (
            [{"key": "name", "data_type": "text/plain"}] if engine == "TemplateEngine" else []
        )
    return errand.agents.create(body)


def main() -> None:
    errand = Errand(URL, KEY)
    letter = create(errand, "letter", "TemplateEngine", {"template": "Dear ${name}"})
    failing = create(errand, "failing", "FailEngine", {})
    asking = create(errand, "asking", "WaitEngine", {"request": os.environ["QUESTION"]})
    sleeper = create(errand, "sleeper", "SleepEngine", {})

    result = errand.run(letter["id"], {"name": "Ada"}, metadata={"case": "A-17"})
    told["output"] = result.output
    told["metadata"] = errand.jobs.get(result.job_id)["metadata"]
    told["cheap"] = errand.run(letter["id"], {"name": "Bob"}, lane="batch", priority="low", deadline_seconds=3600).output
    try:
        errand.start(letter["id"], {"name": "Bob"}, lane="batch", deadline_seconds=1)
    except ValidationError as error:
        told["refused"] = sorted(error.fields)
    misspelt: Any = {"max_costs": 1}
    try:
        errand.run(letter["id"], {"name": "Bob"}, **misspelt)
    except TypeError as error:
        told["misspelt"] = str(error)
    told["sync"] = errand.runs.run(letter["id"], {"inputs": {"name": "Grace"}})[0]["value"]

    try:
        errand.run(failing["id"])
    except JobFailedError as error:
        told["failed"] = [str(error), bool(error.job_id)]
    try:
        errand.run(letter["id"], {})
    except ValidationError as error:
        told["invalid"] = [error.status, error.code]
    try:
        errand.agents.get("00000000-0000-7000-8000-000000000000")
    except NotFoundError as error:
        told["unknown"] = [error.status, bool(error.request_id)]
    try:
        Errand(URL, "errand_wrong").agents.list()
    except AuthenticationError as error:
        told["stranger"] = error.status
    try:
        Errand(URL, os.environ["VIEWER_KEY"]).agents.delete(letter["id"])
    except ForbiddenError as error:
        told["viewer"] = error.status

    job_id = errand.start(asking["id"])
    try:
        errand.wait(job_id)
    except JobWaitingError as error:
        told["asked"] = error.wait["title"]
    answered = errand.wait(job_id, on_waiting=lambda wait: errand.waits.answer(wait["id"], {"answer": "yes"}) and None)
    told["answered"] = answered["status_code"]

    slow = errand.start(sleeper["id"], {"ms": "60000"})
    try:
        errand.wait(slow, seconds=0.5)
    except WaitTimeoutError as error:
        told["late"] = error.job_id == slow
    errand.jobs.cancel(slow)
    told["cancelled"] = errand.wait(slow)["status_code"]

    told["pages"] = sorted(agent["name"] for agent in errand.agents.list_all(page_size=1))
    told["cursor"] = len(list(errand.jobs.list_all(page_size=2)))

    events = list(errand.stream(letter["id"], {"name": "Alan"}))
    told["stream"] = [events[-1].event, events[-1].data["outputs"][0]["value"]]

    cut = Cut()
    broken = Errand(URL, KEY, client=httpx.Client(transport=cut))
    whole = [event.id for event in errand.jobs.events(result.job_id)]
    told["resumed"] = [[event.id for event in broken.jobs.events(result.job_id)] == whole, len(cut.resumed) > 2]

    flaky = Flaky(2)
    before = errand.jobs.of_agent(letter["id"])["count"]
    repeated = Errand(URL, KEY, client=httpx.Client(transport=flaky)).start(letter["id"], {"name": "once"})
    started = errand.jobs.of_agent(letter["id"])["count"] - before
    told["once"] = [started, len(flaky.keys), len(set(flaky.keys)), bool(errand.wait(repeated))]

    uploaded = errand.files.upload({"file": ("note.txt", b"hello", "text/plain")})
    told["file"] = uploaded["name"]
    told["many"] = asyncio.run(asynchronous(letter["id"]))
    print(json.dumps(told))


async def asynchronous(agent_id: str) -> Any:
    async with AsyncErrand(URL, KEY) as errand:
        results = await asyncio.gather(*(errand.run(agent_id, {"name": f"n{index}"}) for index in range(8)))
        names = [agent["name"] async for agent in errand.agents.list_all(page_size=2)]
        events = [event.event async for event in errand.stream(agent_id, {"name": "Async"})]
        try:
            await errand.run(agent_id, {})
        except ValidationError as error:
            return [[one.output for one in results], len(names), events[-1], error.code]
    return None


main()
