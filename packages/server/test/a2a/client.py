"""Uses the service with the protocol's own Python SDK, unchanged: python client.py URL BINDING AGENT_ID."""

import asyncio
import json
import os
import sys
import uuid

import httpx
from a2a.client import A2ACardResolver, ClientConfig, ClientFactory
from a2a.types import (
    CancelTaskRequest,
    GetTaskRequest,
    ListTasksRequest,
    Message,
    Part,
    Role,
    SendMessageConfiguration,
    SendMessageRequest,
    SubscribeToTaskRequest,
    TaskState,
)
from a2a.utils.errors import A2AError
from a2a.utils.proto_utils import validate_proto_required_fields


def request(text=None, data=None, skill=None, later=False):
    part = Part(text=text) if text is not None else Part()
    if data is not None:
        part.data.struct_value.update(data)
    message = Message(message_id=str(uuid.uuid4()), role=Role.ROLE_USER, parts=[part])
    if skill is not None:
        message.metadata.update({"skill": skill})
    return SendMessageRequest(message=message, configuration=SendMessageConfiguration(return_immediately=later))


async def refusal(work):
    try:
        await work
        return None
    except A2AError as error:
        return type(error).__name__ + ": " + str(error)


async def last(responses):
    task, seen = None, []
    async for response in responses:
        seen.append(response.WhichOneof("payload"))
        if response.HasField("task"):
            task = response.task.id
    return task, seen


async def main(url, binding, agent_id):
    headers = {"Authorization": "Bearer " + os.environ["ERRAND_API_KEY"]}
    told = {}
    async with httpx.AsyncClient(headers=headers, timeout=60) as http:
        root = await A2ACardResolver(http, url).get_agent_card()
        own = await A2ACardResolver(http, f"{url}/a2a/{agent_id}").get_agent_card()
        for card in (root, own):
            validate_proto_required_fields(card)
        told["skills"] = [skill.id for skill in root.skills]
        told["own"] = own.skills[0].id

        def connect(card, streaming):
            config = ClientConfig(httpx_client=http, streaming=streaming, supported_protocol_bindings=[binding])
            return ClientFactory(config).create(card)

        agent, plain, everyone = connect(own, True), connect(own, False), connect(root, False)
        task, told["streamed"] = await last(agent.send_message(request(text="Ada")))
        got = await agent.get_task(GetTaskRequest(id=task))
        told["state"] = TaskState.Name(got.status.state)
        told["output"] = got.artifacts[0].parts[0].text
        task, told["sent"] = await last(plain.send_message(request(text="Grace")))
        told["listed"] = task in [one.id for one in (await plain.list_tasks(ListTasksRequest(page_size=5))).tasks]

        task, _ = await last(everyone.send_message(request(text="Edsger", skill="letter")))
        routed = await everyone.get_task(GetTaskRequest(id=task))
        told["routed"] = routed.artifacts[0].parts[0].text
        everything = await everyone.list_tasks(ListTasksRequest(page_size=5))
        told["routed_listed"] = [everything.tasks[0].id == task, everything.total_size >= 3]
        told["no_skill"] = await refusal(last(everyone.send_message(request(text="x"))))
        told["wrong_skill"] = await refusal(last(everyone.send_message(request(text="x", skill="lettre"))))
        told["no_input"] = await refusal(last(plain.send_message(request(data={"naem": "Ada"}))))
        told["no_task"] = await refusal(plain.get_task(GetTaskRequest(id=str(uuid.uuid4()))))

        watcher = connect(root, True)
        slow, _ = await last(everyone.send_message(request(data={"ms": "60000"}, skill="sleeper", later=True)))
        states = []
        async for response in watcher.subscribe(SubscribeToTaskRequest(id=slow)):
            if response.HasField("task"):
                await everyone.cancel_task(CancelTaskRequest(id=slow))
            if response.HasField("status_update"):
                states.append(TaskState.Name(response.status_update.status.state))
        told["cancelled"] = states[-1]
    print(json.dumps(told))


asyncio.run(main(*sys.argv[1:]))
