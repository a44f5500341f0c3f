"""Uses the client that openapi-python-client makes from the description."""

import json
import os

from errand_client import AuthenticatedClient
from errand_client.api.agents import agents_create, agents_list
from errand_client.api.runs import runs_run
from errand_client.models.agent import Agent
from errand_client.models.agent_create_body import AgentCreateBody
from errand_client.models.agent_page import AgentPage
from errand_client.models.run_body import RunBody

client = AuthenticatedClient(base_url=os.environ["ERRAND_URL"], token=os.environ["ERRAND_API_KEY"])
body = AgentCreateBody.from_dict(
    {
        "name": "Made in Python",
        "engine_class_id": "TemplateEngine",
        "engine_config": {"template": "Dear ${name}"},
        "input_definitions": [{"key": "name", "data_type": "text/plain"}],
    }
)
agent = agents_create.sync(client=client, body=body)
assert isinstance(agent, Agent), agent
outputs = runs_run.sync(agent.id, client=client, body=RunBody.from_dict({"inputs": {"name": "Ada"}}))
assert isinstance(outputs, list)
output = outputs[0]
assert not isinstance(output, str)

names: list[str] = []
number = 1
while True:
    page = agents_list.sync(client=client, page=number, page_size=1)
    assert isinstance(page, AgentPage), page
    names += [one.name for one in page.results]
    if page.next_ is None:
        break
    number += 1

refused = runs_run.sync_detailed(agent.id, client=client, body=RunBody())
print(
    json.dumps(
        {
            "created": agent.name,
            "output": output.value,
            "names": names,
            "status": refused.status_code,
            "error": refused.parsed,
        }
    )
)
