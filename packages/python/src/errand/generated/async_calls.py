# Made from packages/contract by `npm run generate`. Change the contract, not this file.
"""A call for every operation of the service, to be awaited."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, Sequence, Union, cast
from collections.abc import AsyncIterator

from .. import transport as t
from ..transport import Call, Event, Form, AsyncTransport
from . import models as m

__all__ = ["AsyncCalls"]


class AsyncA2aCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def root_card(
        self,
    ) -> Dict[str, Any]:
        """Agent card of the organization, with every agent as a skill. With a credential: the agents of its organization. Without: the agents of organizations with `public_agent_cards`."""
        call = Call(
            "GET",
            "/.well-known/agent-card.json/",
        )
        return cast("Dict[str, Any]", await self._transport.json(call))

    async def agent_card(
        self,
        agent_id: str,
    ) -> Dict[str, Any]:
        """Agent card of one agent. Requires a credential unless the organization has `public_agent_cards`."""
        call = Call(
            "GET",
            t.path("/a2a/:agent_id/.well-known/agent-card.json/", agent_id),
        )
        return cast("Dict[str, Any]", await self._transport.json(call))

    async def call(
        self,
        agent_id: str,
        body: Optional[Dict[str, Any]] = None,
    ) -> Dict[str, Any]:
        """An agent through the Agent2Agent protocol. JSON-RPC: SendMessage, SendStreamingMessage, GetTask, ListTasks, CancelTask, SubscribeToTask and the configuration of push notifications. A task is a job."""
        call = Call(
            "POST",
            t.path("/a2a/:agent_id/", agent_id),
            body=body,
        )
        return cast("Dict[str, Any]", await self._transport.json(call))

    async def call_organization(
        self,
        body: Optional[Dict[str, Any]] = None,
    ) -> Dict[str, Any]:
        """All agents of the organization through the Agent2Agent protocol. The same methods. A message names the agent by its slug as `metadata.skill`; without it, it is refused with the list of skills."""
        call = Call(
            "POST",
            "/a2a/",
            body=body,
        )
        return cast("Dict[str, Any]", await self._transport.json(call))


class AsyncActivityCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(
        self,
        *,
        hours: Optional[int] = None,
        created_from: Optional[str] = None,
        created_to: Optional[str] = None,
        bucket_seconds: Optional[int] = None,
        agent_id: Optional[Sequence[str]] = None,
    ) -> m.Activity:
        """Jobs over time. Returns counts by outcome, cost and latency of the latest jobs, by agent and by time."""
        call = Call(
            "GET",
            "/v1/agents/activity/",
            query={"hours": hours, "created_from": created_from, "created_to": created_to, "bucket_seconds": bucket_seconds, "agent_id": agent_id},
        )
        return cast("m.Activity", await self._transport.json(call))

    async def of_versions(
        self,
        agent_id: str,
        *,
        hours: Optional[int] = None,
    ) -> m.VersionActivity:
        """Stats of versions. Returns counts by outcome, cost and latency of the latest jobs of the agent, by version."""
        call = Call(
            "GET",
            t.path("/v1/agents/:agent_id/activity/", agent_id),
            query={"hours": hours},
        )
        return cast("m.VersionActivity", await self._transport.json(call))


class AsyncAgentsCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        include_job_stats: Optional[bool] = None,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
        name: Optional[str] = None,
        search: Optional[str] = None,
        engine_class_id: Optional[Sequence[str]] = None,
        exclude_engine_class_id: Optional[Sequence[str]] = None,
        creator_id: Optional[Sequence[str]] = None,
        tags: Optional[Sequence[str]] = None,
        include_untagged: Optional[bool] = None,
        created_from: Optional[str] = None,
        created_to: Optional[str] = None,
        updated_from: Optional[str] = None,
        updated_to: Optional[str] = None,
        most_recent_job_from: Optional[str] = None,
        most_recent_job_to: Optional[str] = None,
        job_count_min: Optional[int] = None,
        job_count_max: Optional[int] = None,
        ordering: Optional[Literal["name", "-name", "created_at", "-created_at", "updated_at", "-updated_at", "most_recent_job", "-most_recent_job", "job_count", "-job_count", "engine_class_id", "-engine_class_id", "creator", "-creator"]] = None,
    ) -> m.AgentPage:
        """List agents. Lists the agents of the organization. You can filter, search and sort."""
        call = Call(
            "GET",
            "/v1/agents/",
            query={"include_job_stats": include_job_stats, "page": page, "page_size": page_size, "name": name, "search": search, "engine_class_id": engine_class_id, "exclude_engine_class_id": exclude_engine_class_id, "creator_id": creator_id, "tags": tags, "include_untagged": include_untagged, "created_from": created_from, "created_to": created_to, "updated_from": updated_from, "updated_to": updated_to, "most_recent_job_from": most_recent_job_from, "most_recent_job_to": most_recent_job_to, "job_count_min": job_count_min, "job_count_max": job_count_max, "ordering": ordering},
        )
        return cast("m.AgentPage", await self._transport.json(call))

    def list_all(
        self,
        *,
        include_job_stats: Optional[bool] = None,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
        name: Optional[str] = None,
        search: Optional[str] = None,
        engine_class_id: Optional[Sequence[str]] = None,
        exclude_engine_class_id: Optional[Sequence[str]] = None,
        creator_id: Optional[Sequence[str]] = None,
        tags: Optional[Sequence[str]] = None,
        include_untagged: Optional[bool] = None,
        created_from: Optional[str] = None,
        created_to: Optional[str] = None,
        updated_from: Optional[str] = None,
        updated_to: Optional[str] = None,
        most_recent_job_from: Optional[str] = None,
        most_recent_job_to: Optional[str] = None,
        job_count_min: Optional[int] = None,
        job_count_max: Optional[int] = None,
        ordering: Optional[Literal["name", "-name", "created_at", "-created_at", "updated_at", "-updated_at", "most_recent_job", "-most_recent_job", "job_count", "-job_count", "engine_class_id", "-engine_class_id", "creator", "-creator"]] = None,
    ) -> AsyncIterator[m.Agent]:
        """Every item of every page. List agents. Lists the agents of the organization. You can filter, search and sort."""
        call = Call(
            "GET",
            "/v1/agents/",
            query={"include_job_stats": include_job_stats, "page": page, "page_size": page_size, "name": name, "search": search, "engine_class_id": engine_class_id, "exclude_engine_class_id": exclude_engine_class_id, "creator_id": creator_id, "tags": tags, "include_untagged": include_untagged, "created_from": created_from, "created_to": created_to, "updated_from": updated_from, "updated_to": updated_to, "most_recent_job_from": most_recent_job_from, "most_recent_job_to": most_recent_job_to, "job_count_min": job_count_min, "job_count_max": job_count_max, "ordering": ordering},
        )
        return cast("AsyncIterator[m.Agent]", self._transport.pages(call))

    async def create(
        self,
        body: m.AgentCreateBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.Agent:
        """Create an agent. Creates an agent together with its first version."""
        call = Call(
            "POST",
            "/v1/agents/",
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.Agent", await self._transport.json(call))

    async def job_stats(
        self,
        *,
        agent_id: Optional[Sequence[str]] = None,
    ) -> List[m.JobStats]:
        """Job statistics of agents. Returns the number of jobs and the time of the last job per agent. Unknown ids are omitted."""
        call = Call(
            "GET",
            "/v1/agents/job-stats/",
            query={"agent_id": agent_id},
        )
        return cast("List[m.JobStats]", await self._transport.json(call))

    async def get(
        self,
        agent_id: str,
    ) -> m.Agent:
        """Retrieve an agent. Returns the agent with its current version, tags and job statistics."""
        call = Call(
            "GET",
            t.path("/v1/agents/:agent_id/", agent_id),
        )
        return cast("m.Agent", await self._transport.json(call))

    async def replace(
        self,
        agent_id: str,
        body: Optional[m.AgentUpdateBody] = None,
    ) -> m.Agent:
        """Replace agent settings. Changes the given settings. Other settings stay unchanged."""
        call = Call(
            "PUT",
            t.path("/v1/agents/:agent_id/", agent_id),
            body=body,
        )
        return cast("m.Agent", await self._transport.json(call))

    async def update(
        self,
        agent_id: str,
        body: Optional[m.AgentUpdateBody] = None,
    ) -> m.Agent:
        """Update agent settings. Changes the given settings. Other settings stay unchanged."""
        call = Call(
            "PATCH",
            t.path("/v1/agents/:agent_id/", agent_id),
            body=body,
        )
        return cast("m.Agent", await self._transport.json(call))

    async def delete(
        self,
        agent_id: str,
    ) -> None:
        """Delete an agent. Deletes the agent with its versions and cached results and cancels its running jobs. You can still read finished jobs by id."""
        call = Call(
            "DELETE",
            t.path("/v1/agents/:agent_id/", agent_id),
        )
        return cast("None", await self._transport.json(call))

    async def duplicate(
        self,
        agent_id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.AgentVersion:
        """Duplicate an agent. Copies the agent with its current version. Returns the first version of the copy. base_agent is the copy."""
        call = Call(
            "POST",
            t.path("/v1/agents/:agent_id/duplicate/", agent_id),
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.AgentVersion", await self._transport.json(call))

    async def set_tags(
        self,
        agent_id: str,
        body: m.AgentTagsBody,
    ) -> m.Agent:
        """Set the tags of an agent. Replaces all tags of the agent."""
        call = Call(
            "PUT",
            t.path("/v1/agents/:agent_id/tags/", agent_id),
            body=body,
        )
        return cast("m.Agent", await self._transport.json(call))


class AsyncApiKeysCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        organization_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.ApiKeyPage:
        """List API keys. Lists keys that are not revoked, newest first, without their secrets."""
        call = Call(
            "GET",
            t.path("/v1/organizations/:organization_id/api-keys/", organization_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("m.ApiKeyPage", await self._transport.json(call))

    def list_all(
        self,
        organization_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.ApiKey]:
        """Every item of every page. List API keys. Lists keys that are not revoked, newest first, without their secrets."""
        call = Call(
            "GET",
            t.path("/v1/organizations/:organization_id/api-keys/", organization_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.ApiKey]", self._transport.pages(call))

    async def create(
        self,
        organization_id: str,
        body: m.ApiKeyBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.CreatedApiKey:
        """Create an API key. The caller becomes the owner of the key. Only this response shows the key. `scopes` hold it to fewer things than its role allows; nobody hands on a scope that they lack."""
        call = Call(
            "POST",
            t.path("/v1/organizations/:organization_id/api-keys/", organization_id),
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.CreatedApiKey", await self._transport.json(call))

    async def rotate(
        self,
        organization_id: str,
        key_id: str,
        body: Optional[m.ApiKeyRotation] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.CreatedApiKey:
        """Rotate an API key. Replaces the secret of a key and shows the new one, only here. The key keeps its id, role, scopes, budgets and history. The secret of now works beside it for `overlap_hours`; one from an earlier rotation ends. Personal keys are renewed by signing in again."""
        call = Call(
            "POST",
            t.path("/v1/organizations/:organization_id/api-keys/:key_id/rotate/", organization_id, key_id),
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.CreatedApiKey", await self._transport.json(call))

    async def revoke(
        self,
        organization_id: str,
        key_id: str,
    ) -> None:
        """Revoke an API key. Takes effect immediately in this process and within 5 seconds in all others."""
        call = Call(
            "DELETE",
            t.path("/v1/organizations/:organization_id/api-keys/:key_id/", organization_id, key_id),
        )
        return cast("None", await self._transport.json(call))


class AsyncAlertsCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
        open: Optional[bool] = None,
    ) -> m.AlertPage:
        """Alerts. Lists alerts about budgets that are almost or fully spent, and about agents that fail more often or take longer than usual. Newest first."""
        call = Call(
            "GET",
            "/v1/alerts/",
            query={"page": page, "page_size": page_size, "open": open},
        )
        return cast("m.AlertPage", await self._transport.json(call))

    def list_all(
        self,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
        open: Optional[bool] = None,
    ) -> AsyncIterator[m.Alert]:
        """Every item of every page. Alerts. Lists alerts about budgets that are almost or fully spent, and about agents that fail more often or take longer than usual. Newest first."""
        call = Call(
            "GET",
            "/v1/alerts/",
            query={"page": page, "page_size": page_size, "open": open},
        )
        return cast("AsyncIterator[m.Alert]", self._transport.pages(call))

    async def settings(
        self,
    ) -> m.AlertSettings:
        """Retrieve alert settings. Returns the webhook and the connection that receive alerts, and whether agents are monitored."""
        call = Call(
            "GET",
            "/v1/alerts/settings/",
        )
        return cast("m.AlertSettings", await self._transport.json(call))

    async def set_settings(
        self,
        body: m.AlertSettingsBody,
    ) -> m.AlertSettings:
        """Change alert settings. Sends alerts to a webhook, through a connection, or both, and sets whether agents are monitored."""
        call = Call(
            "PUT",
            "/v1/alerts/settings/",
            body=body,
        )
        return cast("m.AlertSettings", await self._transport.json(call))


class AsyncBatchesCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self,
        agent_id: str,
        body: m.BatchBody,
        *,
        idempotency_key: Optional[str] = None,
        skip_cache: bool = False,
    ) -> m.Batch:
        """Run an agent over a list of inputs. Like run-many, but as one object with progress, cost limit, results and retry. Metadata of an item overrides metadata of the batch."""
        call = Call(
            "POST",
            t.path("/v1/agents/run/:agent_id/batches/", agent_id),
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
            headers={"X-Skip-Cache": "true"} if skip_cache else {},
        )
        return cast("m.Batch", await self._transport.json(call))

    async def list(
        self,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.BatchPage:
        """List batches. Lists the batches of the organization with their progress and cost, newest first, in pages."""
        call = Call(
            "GET",
            "/v1/agents/batches/",
            query={"page": page, "page_size": page_size},
        )
        return cast("m.BatchPage", await self._transport.json(call))

    def list_all(
        self,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.Batch]:
        """Every item of every page. List batches. Lists the batches of the organization with their progress and cost, newest first, in pages."""
        call = Call(
            "GET",
            "/v1/agents/batches/",
            query={"page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.Batch]", self._transport.pages(call))

    async def get(
        self,
        batch_id: str,
        *,
        wait: Optional[int] = None,
    ) -> m.Batch:
        """Retrieve a batch. Returns the number of rows in each state, the cost so far, and an estimate of the end time. With `wait` the response comes when the batch ends, or after that many seconds."""
        call = Call(
            "GET",
            t.path("/v1/agents/batches/:batch_id/", batch_id),
            query={"wait": wait},
        )
        return cast("m.Batch", await self._transport.json(call))

    def results(
        self,
        batch_id: str,
        *,
        wait: Optional[int] = None,
    ) -> AsyncIterator[m.BatchResultLine]:
        """Results of a batch as JSON lines. Returns one line per row: index, job_id, status, outputs, error_message. With `wait` the response comes when the batch ends, or after that many seconds with the results so far."""
        call = Call(
            "GET",
            t.path("/v1/agents/batches/:batch_id/results/", batch_id),
            query={"wait": wait},
        )
        return cast("AsyncIterator[m.BatchResultLine]", self._transport.lines(call))

    async def cancel(
        self,
        batch_id: str,
    ) -> m.Batch:
        """Cancel a batch. Cancels waiting rows immediately and stops running rows. Finished rows stay unchanged."""
        call = Call(
            "POST",
            t.path("/v1/agents/batches/:batch_id/cancel/", batch_id),
        )
        return cast("m.Batch", await self._transport.json(call))

    async def retry_failed(
        self,
        batch_id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.Batch:
        """Run the failed rows of a batch again. Creates a new job in the same batch for every failed row. Other rows stay unchanged."""
        call = Call(
            "POST",
            t.path("/v1/agents/batches/:batch_id/retry-failed/", batch_id),
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.Batch", await self._transport.json(call))


class AsyncBudgetsCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
    ) -> List[m.Budget]:
        """Budgets. Lists the daily and monthly limits of the organization, its agents and API keys, with the amount spent."""
        call = Call(
            "GET",
            "/v1/budgets/",
        )
        return cast("List[m.Budget]", await self._transport.json(call))

    async def create(
        self,
        body: m.BudgetBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.Budget:
        """Set a budget. Sends alerts at 80 % and 100 %. With the action `stop`, new jobs are refused once the budget is spent."""
        call = Call(
            "POST",
            "/v1/budgets/",
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.Budget", await self._transport.json(call))

    async def update(
        self,
        budget_id: str,
        body: Optional[m.BudgetChange] = None,
    ) -> m.Budget:
        """Change a budget. Changes the amount or the action, effective immediately."""
        call = Call(
            "PATCH",
            t.path("/v1/budgets/:budget_id/", budget_id),
            body=body,
        )
        return cast("m.Budget", await self._transport.json(call))

    async def delete(
        self,
        budget_id: str,
    ) -> None:
        """Delete a budget. Also deletes its alerts."""
        call = Call(
            "DELETE",
            t.path("/v1/budgets/:budget_id/", budget_id),
        )
        return cast("None", await self._transport.json(call))


class AsyncBulkCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def plan(
        self,
        body: m.BulkBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.BulkOperation:
        """Plan an action on many jobs. Selects the jobs and returns their number and cost. Nothing happens until `start`. Actions: retry, cancel, delete_data, export or add_to_set."""
        call = Call(
            "POST",
            "/v1/agents/bulk/",
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.BulkOperation", await self._transport.json(call))

    async def list(
        self,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.BulkPage:
        """List actions on many jobs. Newest first. Finished actions are kept for 90 days."""
        call = Call(
            "GET",
            "/v1/agents/bulk/",
            query={"page": page, "page_size": page_size},
        )
        return cast("m.BulkPage", await self._transport.json(call))

    def list_all(
        self,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.BulkOperation]:
        """Every item of every page. List actions on many jobs. Newest first. Finished actions are kept for 90 days."""
        call = Call(
            "GET",
            "/v1/agents/bulk/",
            query={"page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.BulkOperation]", self._transport.pages(call))

    async def get(
        self,
        operation_id: str,
    ) -> m.BulkOperation:
        """Progress of an action on many jobs. Returns the number of jobs that are done, skipped, failed or pending."""
        call = Call(
            "GET",
            t.path("/v1/agents/bulk/:operation_id/", operation_id),
        )
        return cast("m.BulkOperation", await self._transport.json(call))

    async def items(
        self,
        operation_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
        status: Optional[Literal["pending", "done", "skipped", "failed"]] = None,
    ) -> m.BulkItemPage:
        """Record of an action, job by job. Lists the outcome of each job, with the reason and the new job."""
        call = Call(
            "GET",
            t.path("/v1/agents/bulk/:operation_id/items/", operation_id),
            query={"page": page, "page_size": page_size, "status": status},
        )
        return cast("m.BulkItemPage", await self._transport.json(call))

    def items_all(
        self,
        operation_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
        status: Optional[Literal["pending", "done", "skipped", "failed"]] = None,
    ) -> AsyncIterator[m.BulkItem]:
        """Every item of every page. Record of an action, job by job. Lists the outcome of each job, with the reason and the new job."""
        call = Call(
            "GET",
            t.path("/v1/agents/bulk/:operation_id/items/", operation_id),
            query={"page": page, "page_size": page_size, "status": status},
        )
        return cast("AsyncIterator[m.BulkItem]", self._transport.pages(call))

    async def start(
        self,
        operation_id: str,
    ) -> m.BulkOperation:
        """Start a planned action. The action runs in the background and continues after a restart."""
        call = Call(
            "POST",
            t.path("/v1/agents/bulk/:operation_id/start/", operation_id),
        )
        return cast("m.BulkOperation", await self._transport.json(call))

    async def pause(
        self,
        operation_id: str,
    ) -> m.BulkOperation:
        """Pause an action. Completed work stays. The rest waits for `resume`."""
        call = Call(
            "POST",
            t.path("/v1/agents/bulk/:operation_id/pause/", operation_id),
        )
        return cast("m.BulkOperation", await self._transport.json(call))

    async def resume(
        self,
        operation_id: str,
    ) -> m.BulkOperation:
        """Resume a paused action. Continues with the remaining jobs."""
        call = Call(
            "POST",
            t.path("/v1/agents/bulk/:operation_id/resume/", operation_id),
        )
        return cast("m.BulkOperation", await self._transport.json(call))

    async def cancel(
        self,
        operation_id: str,
    ) -> m.BulkOperation:
        """Stop an action. Completed work stays. The remaining jobs are not changed."""
        call = Call(
            "POST",
            t.path("/v1/agents/bulk/:operation_id/cancel/", operation_id),
        )
        return cast("m.BulkOperation", await self._transport.json(call))

    async def undo(
        self,
        operation_id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.BulkOperation:
        """Undo an action. Starts the opposite action: it cancels the new jobs of a retry, runs cancelled jobs again, or removes added cases from their set. Deleted data cannot be restored."""
        call = Call(
            "POST",
            t.path("/v1/agents/bulk/:operation_id/undo/", operation_id),
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.BulkOperation", await self._transport.json(call))

    async def file(
        self,
        operation_id: str,
        *,
        format: Optional[Literal["csv", "parquet"]] = None,
    ) -> bytes:
        """Download the jobs of an action. Returns every job of the action with status, agent, times, cost, inputs, outputs and metadata, as CSV or typed Parquet."""
        call = Call(
            "GET",
            t.path("/v1/agents/bulk/:operation_id/file/", operation_id),
            query={"format": format},
        )
        return await self._transport.content(call)


class AsyncCaseAlertsCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        queue: Optional[str] = None,
        case: Optional[str] = None,
        q: Optional[str] = None,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.CaseAlertPage:
        """List case alerts. Newest first. `q` searches by queue, rule, subject, amount and other members."""
        call = Call(
            "GET",
            "/v1/case-alerts/",
            query={"queue": queue, "case": case, "q": q, "page": page, "page_size": page_size},
        )
        return cast("m.CaseAlertPage", await self._transport.json(call))

    def list_all(
        self,
        *,
        queue: Optional[str] = None,
        case: Optional[str] = None,
        q: Optional[str] = None,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.CaseAlert]:
        """Every item of every page. List case alerts. Newest first. `q` searches by queue, rule, subject, amount and other members."""
        call = Call(
            "GET",
            "/v1/case-alerts/",
            query={"queue": queue, "case": case, "q": q, "page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.CaseAlert]", self._transport.pages(call))

    async def facets(
        self,
        *,
        queue: Optional[str] = None,
        case: Optional[str] = None,
        q: Optional[str] = None,
    ) -> m.CaseAlertFacets:
        """Distribution of case alerts. Counts by queue, rule, priority and currency, with the same filters as the list."""
        call = Call(
            "GET",
            "/v1/case-alerts/facets/",
            query={"queue": queue, "case": case, "q": q},
        )
        return cast("m.CaseAlertFacets", await self._transport.json(call))

    async def create(
        self,
        body: m.CaseAlertBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.CaseAlert:
        """Send a case alert. It joins the open case about the same subject by the rule of its queue, or opens one. The same `external_id` gives the same alert; with other content it is a 409."""
        call = Call(
            "POST",
            "/v1/case-alerts/",
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.CaseAlert", await self._transport.json(call))

    async def get(
        self,
        case_alert_id: str,
    ) -> m.CaseAlert:
        """Retrieve a case alert. Returns what was sent, and the case that it belongs to."""
        call = Call(
            "GET",
            t.path("/v1/case-alerts/:case_alert_id/", case_alert_id),
        )
        return cast("m.CaseAlert", await self._transport.json(call))


class AsyncCaseChecksCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        open: Optional[bool] = None,
        case: Optional[str] = None,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.CaseCheckPage:
        """List second looks. Newest first."""
        call = Call(
            "GET",
            "/v1/case-checks/",
            query={"open": open, "case": case, "page": page, "page_size": page_size},
        )
        return cast("m.CaseCheckPage", await self._transport.json(call))

    def list_all(
        self,
        *,
        open: Optional[bool] = None,
        case: Optional[str] = None,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.CaseCheck]:
        """Every item of every page. List second looks. Newest first."""
        call = Call(
            "GET",
            "/v1/case-checks/",
            query={"open": open, "case": case, "page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.CaseCheck]", self._transport.pages(call))

    async def create(
        self,
        body: m.CaseCheckBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.CaseCheck:
        """Ask for a second look. At the last decision of a case. 409 if there is one."""
        call = Call(
            "POST",
            "/v1/case-checks/",
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.CaseCheck", await self._transport.json(call))

    async def sample(
        self,
        body: m.CaseSampleBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.CaseSampled:
        """Draw a sample of decided cases. By chance, among decisions that nobody has looked at again."""
        call = Call(
            "POST",
            "/v1/case-checks/sample/",
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.CaseSampled", await self._transport.json(call))

    async def decide(
        self,
        case_check_id: str,
        body: m.CaseCheckDecision,
    ) -> m.CaseCheck:
        """Say what a second look found. Not by who decided the case. The decision stays; reopen the case to change it."""
        call = Call(
            "POST",
            t.path("/v1/case-checks/:case_check_id/decide/", case_check_id),
            body=body,
        )
        return cast("m.CaseCheck", await self._transport.json(call))


class AsyncCaseDeskCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        queue: Optional[str] = None,
        state: Optional[Literal["open", "in_review", "waiting", "escalated", "closed"]] = None,
        assignee: Optional[str] = None,
        due: Optional[str] = None,
        q: Optional[str] = None,
        ordering: Optional[Literal["number", "-number", "due", "-due", "priority", "-priority", "updated", "-updated"]] = None,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.CaseSummaryPage:
        """List cases. Newest first. `q` searches by state, queue, assignee, priority, clocks and words of the subject. Cases that are restricted to others are neither listed nor counted."""
        call = Call(
            "GET",
            "/v1/cases/",
            query={"queue": queue, "state": state, "assignee": assignee, "due": due, "q": q, "ordering": ordering, "page": page, "page_size": page_size},
        )
        return cast("m.CaseSummaryPage", await self._transport.json(call))

    def list_all(
        self,
        *,
        queue: Optional[str] = None,
        state: Optional[Literal["open", "in_review", "waiting", "escalated", "closed"]] = None,
        assignee: Optional[str] = None,
        due: Optional[str] = None,
        q: Optional[str] = None,
        ordering: Optional[Literal["number", "-number", "due", "-due", "priority", "-priority", "updated", "-updated"]] = None,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.CaseSummary]:
        """Every item of every page. List cases. Newest first. `q` searches by state, queue, assignee, priority, clocks and words of the subject. Cases that are restricted to others are neither listed nor counted."""
        call = Call(
            "GET",
            "/v1/cases/",
            query={"queue": queue, "state": state, "assignee": assignee, "due": due, "q": q, "ordering": ordering, "page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.CaseSummary]", self._transport.pages(call))

    async def facets(
        self,
        *,
        queue: Optional[str] = None,
        state: Optional[Literal["open", "in_review", "waiting", "escalated", "closed"]] = None,
        assignee: Optional[str] = None,
        due: Optional[str] = None,
        q: Optional[str] = None,
    ) -> m.CaseFacets:
        """Distribution of cases. Counts by state, queue, priority, assignee, outcome and clock, with the same filters as the list."""
        call = Call(
            "GET",
            "/v1/cases/facets/",
            query={"queue": queue, "state": state, "assignee": assignee, "due": due, "q": q},
        )
        return cast("m.CaseFacets", await self._transport.json(call))

    async def get(
        self,
        desk_case_id: str,
    ) -> m.Case:
        """Retrieve a case. Returns the case with its alerts, jobs, tasks and notes, related cases, and earlier decisions about its subject."""
        call = Call(
            "GET",
            t.path("/v1/cases/:desk_case_id/", desk_case_id),
        )
        return cast("m.Case", await self._transport.json(call))

    async def timeline(
        self,
        desk_case_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.CaseEventPage:
        """Timeline of a case. Everything that happened, newest first, with what happened in cases that were merged into it."""
        call = Call(
            "GET",
            t.path("/v1/cases/:desk_case_id/timeline/", desk_case_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("m.CaseEventPage", await self._transport.json(call))

    def timeline_all(
        self,
        desk_case_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.CaseEvent]:
        """Every item of every page. Timeline of a case. Everything that happened, newest first, with what happened in cases that were merged into it."""
        call = Call(
            "GET",
            t.path("/v1/cases/:desk_case_id/timeline/", desk_case_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.CaseEvent]", self._transport.pages(call))

    async def assign(
        self,
        desk_case_id: str,
        body: m.CaseAssignBody,
    ) -> m.Case:
        """Assign a case. To a member of the organization, or to nobody. With `expected_user_id`, 409 if the case is not with that user by now: of two people who take a case at once, one gets it."""
        call = Call(
            "POST",
            t.path("/v1/cases/:desk_case_id/assign/", desk_case_id),
            body=body,
        )
        return cast("m.Case", await self._transport.json(call))

    async def priority(
        self,
        desk_case_id: str,
        body: m.CasePriorityBody,
    ) -> m.Case:
        """Change the priority of a case. With a reason, which stays in its history. An alert with a higher priority raises it again."""
        call = Call(
            "POST",
            t.path("/v1/cases/:desk_case_id/priority/", desk_case_id),
            body=body,
        )
        return cast("m.Case", await self._transport.json(call))

    async def note(
        self,
        desk_case_id: str,
        body: m.CaseNoteBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.Case:
        """Add a note to a case. Notes stay as they were written."""
        call = Call(
            "POST",
            t.path("/v1/cases/:desk_case_id/note/", desk_case_id),
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.Case", await self._transport.json(call))

    async def task(
        self,
        desk_case_id: str,
        body: m.CaseTaskBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.CaseTask:
        """Add a task to a case. Something that somebody has to do before the decision."""
        call = Call(
            "POST",
            t.path("/v1/cases/:desk_case_id/task/", desk_case_id),
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.CaseTask", await self._transport.json(call))

    async def update_task(
        self,
        desk_case_id: str,
        case_task_id: str,
        body: m.CaseTaskPatch,
    ) -> m.CaseTask:
        """Tick off a task of a case. Done, or not done after all."""
        call = Call(
            "PATCH",
            t.path("/v1/cases/:desk_case_id/tasks/:case_task_id/", desk_case_id, case_task_id),
            body=body,
        )
        return cast("m.CaseTask", await self._transport.json(call))

    async def pause_clock(
        self,
        desk_case_id: str,
        body: m.CasePauseBody,
    ) -> m.Case:
        """Pause or continue a clock of a case. The time that is left stays as it is; when the clock continues, it is due that much later."""
        call = Call(
            "POST",
            t.path("/v1/cases/:desk_case_id/pause-clock/", desk_case_id),
            body=body,
        )
        return cast("m.Case", await self._transport.json(call))

    async def decide(
        self,
        desk_case_id: str,
        body: m.CaseDecideBody,
    ) -> m.Case:
        """Decide a case. Closes the case. If the queue of the case, or that of one of its alerts, asks for four eyes for this outcome, the answer is 202 with `proposed_decision`, and another person approves or rejects it. Such an outcome needs a narrative."""
        call = Call(
            "POST",
            t.path("/v1/cases/:desk_case_id/decide/", desk_case_id),
            body=body,
        )
        return cast("m.Case", await self._transport.json(call))

    async def approve(
        self,
        desk_case_id: str,
        body: Optional[m.CaseApproveBody] = None,
    ) -> m.Case:
        """Approve a proposed decision. Closes the case. Only for people signed in as themselves, other than who proposed it. If an alert has joined since the proposal, it is a 409 unless `expected_alert_count` is the present one."""
        call = Call(
            "POST",
            t.path("/v1/cases/:desk_case_id/approve/", desk_case_id),
            body=body,
        )
        return cast("m.Case", await self._transport.json(call))

    async def reject(
        self,
        desk_case_id: str,
        body: m.CaseRejectBody,
    ) -> m.Case:
        """Reject a proposed decision. The case stays open."""
        call = Call(
            "POST",
            t.path("/v1/cases/:desk_case_id/reject/", desk_case_id),
            body=body,
        )
        return cast("m.Case", await self._transport.json(call))

    async def merge(
        self,
        desk_case_id: str,
        body: m.CaseMergeBody,
    ) -> m.Case:
        """Merge a case into another. Its alerts and jobs move there, and of two clocks with the same name the earlier one counts. The merged case stays readable and says where it went."""
        call = Call(
            "POST",
            t.path("/v1/cases/:desk_case_id/merge/", desk_case_id),
            body=body,
        )
        return cast("m.Case", await self._transport.json(call))

    async def split(
        self,
        desk_case_id: str,
        body: m.CaseSplitBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.Case:
        """Split alerts off a case. The alerts and their jobs become a new case."""
        call = Call(
            "POST",
            t.path("/v1/cases/:desk_case_id/split/", desk_case_id),
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.Case", await self._transport.json(call))

    async def restrict(
        self,
        desk_case_id: str,
        body: m.CaseRestrictBody,
    ) -> m.Case:
        """Restrict a case to named people. Nobody else sees it: not in lists and counts, SQL, related cases or webhooks. Keys of the organization are nobody. An empty list lifts it."""
        call = Call(
            "POST",
            t.path("/v1/cases/:desk_case_id/restrict/", desk_case_id),
            body=body,
        )
        return cast("m.Case", await self._transport.json(call))

    async def reopen(
        self,
        desk_case_id: str,
        body: m.CaseReopenBody,
    ) -> m.Case:
        """Reopen a case. The earlier decision stays on record. Clocks continue with the time that was left."""
        call = Call(
            "POST",
            t.path("/v1/cases/:desk_case_id/reopen/", desk_case_id),
            body=body,
        )
        return cast("m.Case", await self._transport.json(call))


class AsyncCaseDocumentsCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def add(
        self,
        desk_case_id: str,
        form: Form,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.CaseDocument:
        """Add a document to a case. Any file. It is in the case file, and it is erased with the case. Only who sees the case can read it."""
        call = Call(
            "POST",
            t.path("/v1/cases/:desk_case_id/documents/", desk_case_id),
            form=form,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.CaseDocument", await self._transport.json(call))

    async def content(
        self,
        desk_case_id: str,
        case_document_id: str,
    ) -> bytes:
        """Download a document of a case. Returns the bytes. Supports ranges. The audit log has who opened it."""
        call = Call(
            "GET",
            t.path("/v1/cases/:desk_case_id/documents/:case_document_id/content/", desk_case_id, case_document_id),
        )
        return await self._transport.content(call)

    async def delete(
        self,
        desk_case_id: str,
        case_document_id: str,
    ) -> None:
        """Remove a document from a case. The content is erased; that it was there stays in the history. 409 while the case is held or closed."""
        call = Call(
            "DELETE",
            t.path("/v1/cases/:desk_case_id/documents/:case_document_id/", desk_case_id, case_document_id),
        )
        return cast("None", await self._transport.json(call))


class AsyncCaseRecordsCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def file(
        self,
        desk_case_id: str,
    ) -> bytes:
        """Case file of a case. Returns alerts, timeline, notes, decisions, the report, and the case files of its jobs as one sealed ZIP, signed with the key of the organization. `errand case verify` checks it offline."""
        call = Call(
            "GET",
            t.path("/v1/cases/:desk_case_id/case-file/", desk_case_id),
        )
        return await self._transport.content(call)

    async def hold(
        self,
        desk_case_id: str,
        body: m.HoldBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.CaseHold:
        """Hold a case. Until the hold is released, nothing deletes the case or the data of its jobs."""
        call = Call(
            "POST",
            t.path("/v1/cases/:desk_case_id/hold/", desk_case_id),
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.CaseHold", await self._transport.json(call))

    async def release_hold(
        self,
        desk_case_id: str,
    ) -> None:
        """Release the hold of a case. Holds of single jobs stay."""
        call = Call(
            "DELETE",
            t.path("/v1/cases/:desk_case_id/hold/", desk_case_id),
        )
        return cast("None", await self._transport.json(call))

    async def report(
        self,
        desk_case_id: str,
        *,
        template: Optional[str] = None,
    ) -> m.CaseReport:
        """Retrieve the report of a case. Returns the report as it was stored, with each sentence checked again. Without one: a draft from a template, which is not stored."""
        call = Call(
            "GET",
            t.path("/v1/cases/:desk_case_id/report/", desk_case_id),
            query={"template": template},
        )
        return cast("m.CaseReport", await self._transport.json(call))

    async def save_report(
        self,
        desk_case_id: str,
        body: m.CaseReportBody,
    ) -> m.CaseReport:
        """Store the report of a case. Every sentence may carry citations. Those without support are marked, and stay."""
        call = Call(
            "PUT",
            t.path("/v1/cases/:desk_case_id/report/", desk_case_id),
            body=body,
        )
        return cast("m.CaseReport", await self._transport.json(call))

    async def lift_restrictions(
        self,
        body: m.LiftBody,
    ) -> m.Lifted:
        """Lift restrictions whose people all left. For administrators. Cases of which one named person is still a member stay restricted."""
        call = Call(
            "POST",
            "/v1/cases/lift-restrictions/",
            body=body,
        )
        return cast("m.Lifted", await self._transport.json(call))

    async def figures(
        self,
        *,
        queue: Optional[str] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
    ) -> m.CaseFigures:
        """Figures of the case desk. Ageing, throughput, load per person, agreement of second looks, and the error of closing without a person."""
        call = Call(
            "GET",
            "/v1/case-desk/figures/",
            query={"queue": queue, "from": from_, "to": to},
        )
        return cast("m.CaseFigures", await self._transport.json(call))


class AsyncCaseTemplatesCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
    ) -> m.ReportTemplates:
        """List templates of reports. The built-in ones (`generic`, `fincen`, `no_report`) and those of the organization."""
        call = Call(
            "GET",
            "/v1/case-templates/",
        )
        return cast("m.ReportTemplates", await self._transport.json(call))

    async def put(
        self,
        template_name: Union[str, int],
        body: m.ReportTemplateBody,
    ) -> m.ReportTemplate:
        """Set a template of reports. Creates or replaces a template of the organization. Built-in ones cannot be replaced."""
        call = Call(
            "PUT",
            t.path("/v1/case-templates/:template_name/", template_name),
            body=body,
        )
        return cast("m.ReportTemplate", await self._transport.json(call))

    async def delete(
        self,
        template_name: Union[str, int],
    ) -> None:
        """Delete a template of reports. Reports that were written with it stay."""
        call = Call(
            "DELETE",
            t.path("/v1/case-templates/:template_name/", template_name),
        )
        return cast("None", await self._transport.json(call))


class AsyncCaseQueuesCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.CaseQueuePage:
        """List case queues. Newest first."""
        call = Call(
            "GET",
            "/v1/case-queues/",
            query={"page": page, "page_size": page_size},
        )
        return cast("m.CaseQueuePage", await self._transport.json(call))

    def list_all(
        self,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.CaseQueue]:
        """Every item of every page. List case queues. Newest first."""
        call = Call(
            "GET",
            "/v1/case-queues/",
            query={"page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.CaseQueue]", self._transport.pages(call))

    async def create(
        self,
        body: m.CaseQueueBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.CaseQueue:
        """Create a case queue. A queue says which alerts join one case, which clocks run, and which decisions need a second person."""
        call = Call(
            "POST",
            "/v1/case-queues/",
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.CaseQueue", await self._transport.json(call))

    async def get(
        self,
        case_queue_id: str,
    ) -> m.CaseQueue:
        """Retrieve a case queue. Returns its rules."""
        call = Call(
            "GET",
            t.path("/v1/case-queues/:case_queue_id/", case_queue_id),
        )
        return cast("m.CaseQueue", await self._transport.json(call))

    async def update(
        self,
        case_queue_id: str,
        body: Optional[m.CaseQueuePatch] = None,
    ) -> m.CaseQueue:
        """Change a case queue. New clocks apply to new cases. Clocks that run stay as they are."""
        call = Call(
            "PATCH",
            t.path("/v1/case-queues/:case_queue_id/", case_queue_id),
            body=body,
        )
        return cast("m.CaseQueue", await self._transport.json(call))

    async def delete(
        self,
        case_queue_id: str,
    ) -> None:
        """Delete a case queue. 409 if it has cases."""
        call = Call(
            "DELETE",
            t.path("/v1/case-queues/:case_queue_id/", case_queue_id),
        )
        return cast("None", await self._transport.json(call))


class AsyncCasesCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def file(
        self,
        job_id: str,
    ) -> bytes:
        """Case file of a job. Returns everything behind the decision of a finished job, with a hash of each file, signed with the key of the organization."""
        call = Call(
            "GET",
            t.path("/v1/agents/jobs/:job_id/case-file/", job_id),
        )
        return await self._transport.content(call)

    async def index(
        self,
        organization_id: str,
        *,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        agent_id: Optional[str] = None,
    ) -> m.CaseIndex:
        """Signed list of the cases of a period. Lists finished jobs by end time, at most 10,000. `errand case export` downloads the case file of each."""
        call = Call(
            "GET",
            t.path("/v1/organizations/:organization_id/case-files/", organization_id),
            query={"from": from_, "to": to, "agent_id": agent_id},
        )
        return cast("m.CaseIndex", await self._transport.json(call))

    async def explanation(
        self,
        job_id: str,
    ) -> m.Explanation:
        """Explain a decision. Returns the rules with their evidence in plain words, and the smallest change that would have led to another verdict. 409 if no policy decided the job."""
        call = Call(
            "GET",
            t.path("/v1/agents/jobs/:job_id/explanation/", job_id),
        )
        return cast("m.Explanation", await self._transport.json(call))

    async def contest(
        self,
        job_id: str,
        body: m.ContestBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.ReviewTask:
        """Contest a decision. Opens a review with the reason `contested` and attaches the explanation. 409 while such a review is open."""
        call = Call(
            "POST",
            t.path("/v1/agents/jobs/:job_id/contest/", job_id),
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.ReviewTask", await self._transport.json(call))

    async def hold(
        self,
        job_id: str,
        body: m.HoldBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.Hold:
        """Hold the data of a job. Until the hold is released, nobody can delete the data of the job and retention does not remove it."""
        call = Call(
            "POST",
            t.path("/v1/agents/jobs/:job_id/hold/", job_id),
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.Hold", await self._transport.json(call))

    async def release_hold(
        self,
        job_id: str,
    ) -> None:
        """Release a hold. The data of the job can be deleted again."""
        call = Call(
            "DELETE",
            t.path("/v1/agents/jobs/:job_id/hold/", job_id),
        )
        return cast("None", await self._transport.json(call))

    async def holds(
        self,
        organization_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.HoldPage:
        """List holds. Lists jobs whose data cannot be deleted, newest first."""
        call = Call(
            "GET",
            t.path("/v1/organizations/:organization_id/holds/", organization_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("m.HoldPage", await self._transport.json(call))

    def holds_all(
        self,
        organization_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.HoldPageValueItem]:
        """Every item of every page. List holds. Lists jobs whose data cannot be deleted, newest first."""
        call = Call(
            "GET",
            t.path("/v1/organizations/:organization_id/holds/", organization_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.HoldPageValueItem]", self._transport.pages(call))

    async def retention(
        self,
        organization_id: str,
    ) -> m.Retention:
        """Retrieve retention settings. Returns how long data is kept, in days from the end of a job. Null: forever."""
        call = Call(
            "GET",
            t.path("/v1/organizations/:organization_id/retention/", organization_id),
        )
        return cast("m.Retention", await self._transport.json(call))

    async def set_retention(
        self,
        organization_id: str,
        body: m.Retention,
    ) -> m.Retention:
        """Change retention settings. Removes older data within minutes, in batches, each with a signed certificate. Statistics stay. Held jobs are not changed."""
        call = Call(
            "PUT",
            t.path("/v1/organizations/:organization_id/retention/", organization_id),
            body=body,
        )
        return cast("m.Retention", await self._transport.json(call))

    async def archive(
        self,
        organization_id: str,
    ) -> m.ArchiveView:
        """Archived months. Lists the months whose jobs are files in the storage. You read these jobs like all others; they are marked `archived`."""
        call = Call(
            "GET",
            t.path("/v1/organizations/:organization_id/archive/", organization_id),
        )
        return cast("m.ArchiveView", await self._transport.json(call))

    async def certificates(
        self,
        organization_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.CertificatePage:
        """List certificates of erasure. Lists what was removed, when and why, newest first. Each certificate is signed."""
        call = Call(
            "GET",
            t.path("/v1/organizations/:organization_id/certificates/", organization_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("m.CertificatePage", await self._transport.json(call))

    def certificates_all(
        self,
        organization_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.Certificate]:
        """Every item of every page. List certificates of erasure. Lists what was removed, when and why, newest first. Each certificate is signed."""
        call = Call(
            "GET",
            t.path("/v1/organizations/:organization_id/certificates/", organization_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.Certificate]", self._transport.pages(call))


class AsyncConnectionsCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        connector_type: Optional[str] = None,
        search: Optional[str] = None,
        ordering: Optional[Literal["name", "created_at", "updated_at", "connector_type", "status", "-name", "-created_at", "-updated_at", "-connector_type", "-status"]] = None,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.ConnectionPage:
        """List connections. Lists the systems that agents, SQL and post actions can reach. Credentials are not shown."""
        call = Call(
            "GET",
            "/v1/connections/",
            query={"connector_type": connector_type, "search": search, "ordering": ordering, "page": page, "page_size": page_size},
        )
        return cast("m.ConnectionPage", await self._transport.json(call))

    def list_all(
        self,
        *,
        connector_type: Optional[str] = None,
        search: Optional[str] = None,
        ordering: Optional[Literal["name", "created_at", "updated_at", "connector_type", "status", "-name", "-created_at", "-updated_at", "-connector_type", "-status"]] = None,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.ConnectionItem]:
        """Every item of every page. List connections. Lists the systems that agents, SQL and post actions can reach. Credentials are not shown."""
        call = Call(
            "GET",
            "/v1/connections/",
            query={"connector_type": connector_type, "search": search, "ordering": ordering, "page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.ConnectionItem]", self._transport.pages(call))

    async def create(
        self,
        body: m.ConnectionCreateBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.Connection:
        """Create a connection. Names are unique in the organization. If a connection with the same type, configuration and credentials exists, the request fails with 409 and names it."""
        call = Call(
            "POST",
            "/v1/connections/",
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.Connection", await self._transport.json(call))

    async def get(
        self,
        connection_id: str,
    ) -> m.Connection:
        """Retrieve a connection. Every role sees secret values of `auth_config` as `********`."""
        call = Call(
            "GET",
            t.path("/v1/connections/:connection_id/", connection_id),
        )
        return cast("m.Connection", await self._transport.json(call))

    async def replace(
        self,
        connection_id: str,
        body: Optional[m.ConnectionUpdateBody] = None,
    ) -> m.Connection:
        """Change a connection. Omitted fields and secret values sent as `********` stay unchanged."""
        call = Call(
            "PUT",
            t.path("/v1/connections/:connection_id/", connection_id),
            body=body,
        )
        return cast("m.Connection", await self._transport.json(call))

    async def update(
        self,
        connection_id: str,
        body: Optional[m.ConnectionUpdateBody] = None,
    ) -> m.Connection:
        """Update a connection. Omitted fields and secret values sent as `********` stay unchanged."""
        call = Call(
            "PATCH",
            t.path("/v1/connections/:connection_id/", connection_id),
            body=body,
        )
        return cast("m.Connection", await self._transport.json(call))

    async def delete(
        self,
        connection_id: str,
    ) -> None:
        """Delete a connection. Refused while something uses the connection. `used_by` lists the uses."""
        call = Call(
            "DELETE",
            t.path("/v1/connections/:connection_id/", connection_id),
        )
        return cast("None", await self._transport.json(call))

    async def uses(
        self,
        connection_id: str,
    ) -> m.ConnectionUses:
        """List the uses of a connection. Lists agents with a version that uses the connection, and triggers, schedules and tables. At most 1000."""
        call = Call(
            "GET",
            t.path("/v1/connections/:connection_id/uses/", connection_id),
        )
        return cast("m.ConnectionUses", await self._transport.json(call))

    async def test(
        self,
        connection_id: str,
    ) -> m.ConnectionTest:
        """Test a connection. Connects to the other system with the stored credentials. A failed test returns 400 and sets the status."""
        call = Call(
            "POST",
            t.path("/v1/connections/:connection_id/test/", connection_id),
        )
        return cast("m.ConnectionTest", await self._transport.json(call))

    async def sign_in(
        self,
        connection_id: str,
    ) -> m.ConnectionSignInStarted:
        """Sign a connection in. For credentials of the type `oauth2_authorization_code`: finds the authorization server of the system, registers Errand there if needed, and returns the address at which you sign in. Your browser comes back to the console, which completes the sign-in."""
        call = Call(
            "POST",
            t.path("/v1/connections/:connection_id/sign-in/", connection_id),
        )
        return cast("m.ConnectionSignInStarted", await self._transport.json(call))

    async def complete_sign_in(
        self,
        body: m.CompleteSignInBody,
    ) -> m.Connection:
        """Complete the sign-in of a connection. Takes what the authorization server added to the address that the browser came back to. Only whoever began the sign-in can complete it, once."""
        call = Call(
            "POST",
            "/v1/connections/complete-sign-in/",
            body=body,
        )
        return cast("m.Connection", await self._transport.json(call))

    async def sign_out(
        self,
        connection_id: str,
    ) -> None:
        """Sign a connection out. Forgets the tokens and gives them back to the authorization server (RFC 7009)."""
        call = Call(
            "DELETE",
            t.path("/v1/connections/:connection_id/sign-in/", connection_id),
        )
        return cast("None", await self._transport.json(call))

    async def test_credentials(
        self,
        body: m.CredentialsTestBody,
    ) -> m.ConnectionTest:
        """Test credentials. Tests a configuration before you create the connection. Nothing is stored."""
        call = Call(
            "POST",
            "/v1/connections/test-credentials/",
            body=body,
        )
        return cast("m.ConnectionTest", await self._transport.json(call))


class AsyncConnectorsCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
    ) -> m.ConnectorList:
        """List connectors. Lists the kinds of systems that connections support, with the schemas of their configurations."""
        call = Call(
            "GET",
            "/v1/connectors/",
        )
        return cast("m.ConnectorList", await self._transport.json(call))

    async def get(
        self,
        connector_type: Union[str, int],
    ) -> m.Connector:
        """Retrieve a connector. For an unknown type, the 404 response lists the known types."""
        call = Call(
            "GET",
            t.path("/v1/connectors/:connector_type/", connector_type),
        )
        return cast("m.Connector", await self._transport.json(call))


class AsyncDeliveriesCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        webhook_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
        status: Optional[Literal["pending", "succeeded", "failed"]] = None,
    ) -> m.DeliveryPage:
        """List deliveries of a webhook. Newest first. Covers the newest 100,000 deliveries of the last 30 days."""
        call = Call(
            "GET",
            t.path("/v1/webhooks/:webhook_id/deliveries/", webhook_id),
            query={"page": page, "page_size": page_size, "status": status},
        )
        return cast("m.DeliveryPage", await self._transport.json(call))

    def list_all(
        self,
        webhook_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
        status: Optional[Literal["pending", "succeeded", "failed"]] = None,
    ) -> AsyncIterator[m.Delivery]:
        """Every item of every page. List deliveries of a webhook. Newest first. Covers the newest 100,000 deliveries of the last 30 days."""
        call = Call(
            "GET",
            t.path("/v1/webhooks/:webhook_id/deliveries/", webhook_id),
            query={"page": page, "page_size": page_size, "status": status},
        )
        return cast("AsyncIterator[m.Delivery]", self._transport.pages(call))

    async def recover(
        self,
        webhook_id: str,
        body: m.RecoverBody,
    ) -> m.RecoverAnswer:
        """Recover failed deliveries. Sends every failed or pending delivery created at or after `since` again immediately. Each keeps its webhook-id."""
        call = Call(
            "POST",
            t.path("/v1/webhooks/:webhook_id/deliveries/recover/", webhook_id),
            body=body,
        )
        return cast("m.RecoverAnswer", await self._transport.json(call))

    async def get(
        self,
        webhook_id: str,
        delivery_id: str,
    ) -> m.DeliveryDetail:
        """Retrieve a delivery. Returns the request and, for each attempt, the response, the duration and the reason for a failure."""
        call = Call(
            "GET",
            t.path("/v1/webhooks/:webhook_id/deliveries/:delivery_id/", webhook_id, delivery_id),
        )
        return cast("m.DeliveryDetail", await self._transport.json(call))

    async def resend(
        self,
        webhook_id: str,
        delivery_id: str,
    ) -> m.Delivery:
        """Send a delivery again. Sends the same body with the same webhook-id immediately. If it fails, all retries apply."""
        call = Call(
            "POST",
            t.path("/v1/webhooks/:webhook_id/deliveries/:delivery_id/resend/", webhook_id, delivery_id),
        )
        return cast("m.Delivery", await self._transport.json(call))

    async def of_job(
        self,
        job_id: str,
    ) -> List[m.JobDelivery]:
        """Deliveries of a job. Lists the webhook deliveries of this job with their outcome, newest first, at most 100."""
        call = Call(
            "GET",
            t.path("/v1/agents/jobs/:job_id/webhook/deliveries/", job_id),
        )
        return cast("List[m.JobDelivery]", await self._transport.json(call))

    async def resend_of_job(
        self,
        job_id: str,
        body: Optional[m.ResendBody] = None,
    ) -> m.ResendAnswer:
        """Send the event of a job again. Creates a new delivery to all active webhooks of the agent, or to one of them. The job does not change."""
        call = Call(
            "POST",
            t.path("/v1/agents/jobs/:job_id/webhook/resend/", job_id),
            body=body,
        )
        return cast("m.ResendAnswer", await self._transport.json(call))


class AsyncDemoCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(
        self,
    ) -> m.DemoWorkspace:
        """Demo workspace. Returns what the demo workspace created, if there is one."""
        call = Call(
            "GET",
            "/v1/demo/",
        )
        return cast("m.DemoWorkspace", await self._transport.json(call))

    async def create(
        self,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.DemoWorkspace:
        """Create the demo workspace. Creates agents of several kinds with finished, failed and waiting jobs, a policy with verdicts to review, and a table with a column that an agent fills. They use the built-in model and cost nothing. 200 if the workspace already exists."""
        call = Call(
            "POST",
            "/v1/demo/",
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.DemoWorkspace", await self._transport.json(call))

    async def remove(
        self,
    ) -> m.DemoRemoved:
        """Remove the demo workspace. Removes only what the demo created: its agents with all their jobs, its policy unless other agents use it, and its table. Past statistics still count the jobs."""
        call = Call(
            "DELETE",
            "/v1/demo/",
        )
        return cast("m.DemoRemoved", await self._transport.json(call))


class AsyncDoorsCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(
        self,
        agent_id: str,
    ) -> m.DoorsGetAnswer:
        """Addresses of an agent for MCP and A2A. Returns the tool name for MCP clients and the addresses for other agents."""
        call = Call(
            "GET",
            t.path("/v1/agents/:agent_id/doors/", agent_id),
        )
        return cast("m.DoorsGetAnswer", await self._transport.json(call))


class AsyncEnginesCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
    ) -> m.EngineTypeList:
        """List engines. Lists the engines with their inputs, configuration schema and default configuration, and whether a running worker has everything they need."""
        call = Call(
            "GET",
            "/v1/agents/types/",
        )
        return cast("m.EngineTypeList", await self._transport.json(call))

    async def models(
        self,
        *,
        capability: Optional[Literal["text", "image", "audio", "video"]] = None,
    ) -> m.ModelList:
        """List models. Lists the models whose provider is configured on a running worker, and the built-in baseline model."""
        call = Call(
            "GET",
            "/v1/agents/models/",
            query={"capability": capability},
        )
        return cast("m.ModelList", await self._transport.json(call))

    async def callback(
        self,
        body: m.EngineCallback,
    ) -> m.EngineCallbackAnswer:
        """Answer as a remote agent. A remote agent (HttpEngine) that accepted its job with 202 sends its answer here. The signature of the body with the secret of the agent authenticates it (webhook-id, webhook-timestamp and webhook-signature as in Standard Webhooks, with the id of the request). Only the first answer counts."""
        call = Call(
            "POST",
            "/v1/engine-callbacks/",
            body=body,
        )
        return cast("m.EngineCallbackAnswer", await self._transport.json(call))


class AsyncEvaluationRunsCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(
        self,
        run_id: str,
    ) -> m.EvaluationRun:
        """Retrieve an evaluation run. Returns the progress and, at the end, the scores and regressions."""
        call = Call(
            "GET",
            t.path("/v1/evaluation-runs/:run_id/", run_id),
        )
        return cast("m.EvaluationRun", await self._transport.json(call))

    async def results(
        self,
        run_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.EvaluationResultPage:
        """List the results of a run. Lists the expected and the actual answer of each case."""
        call = Call(
            "GET",
            t.path("/v1/evaluation-runs/:run_id/results/", run_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("m.EvaluationResultPage", await self._transport.json(call))

    def results_all(
        self,
        run_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.EvaluationResult]:
        """Every item of every page. List the results of a run. Lists the expected and the actual answer of each case."""
        call = Call(
            "GET",
            t.path("/v1/evaluation-runs/:run_id/results/", run_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.EvaluationResult]", self._transport.pages(call))

    async def cancel(
        self,
        run_id: str,
    ) -> m.EvaluationRun:
        """Cancel an evaluation run. Results so far stay. You can resume the run."""
        call = Call(
            "POST",
            t.path("/v1/evaluation-runs/:run_id/cancel/", run_id),
        )
        return cast("m.EvaluationRun", await self._transport.json(call))

    async def resume(
        self,
        run_id: str,
        body: Optional[m.EvaluationResumeBody] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.EvaluationRun:
        """Resume an evaluation run. Runs the cases that have no answer yet because they were cancelled or the cost limit was reached."""
        call = Call(
            "POST",
            t.path("/v1/evaluation-runs/:run_id/resume/", run_id),
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.EvaluationRun", await self._transport.json(call))

    async def compare(
        self,
        run_id: str,
        other_run_id: str,
    ) -> m.EvaluationComparison:
        """Compare two runs. Returns both scores and each case with different answers."""
        call = Call(
            "GET",
            t.path("/v1/evaluation-runs/:run_id/compare/:other_run_id/", run_id, other_run_id),
        )
        return cast("m.EvaluationComparison", await self._transport.json(call))


class AsyncEvaluationSetsCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        agent_id: Optional[str] = None,
        policy_id: Optional[str] = None,
        search: Optional[str] = None,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.EvaluationSetPage:
        """List evaluation sets. Lists the evaluation sets of the organization, newest first."""
        call = Call(
            "GET",
            "/v1/evaluation-sets/",
            query={"agent_id": agent_id, "policy_id": policy_id, "search": search, "page": page, "page_size": page_size},
        )
        return cast("m.EvaluationSetPage", await self._transport.json(call))

    def list_all(
        self,
        *,
        agent_id: Optional[str] = None,
        policy_id: Optional[str] = None,
        search: Optional[str] = None,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.EvaluationSet]:
        """Every item of every page. List evaluation sets. Lists the evaluation sets of the organization, newest first."""
        call = Call(
            "GET",
            "/v1/evaluation-sets/",
            query={"agent_id": agent_id, "policy_id": policy_id, "search": search, "page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.EvaluationSet]", self._transport.pages(call))

    async def create(
        self,
        body: m.EvaluationSetCreateBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.EvaluationSet:
        """Create an evaluation set. An evaluation set has cases with right answers, for an agent or for the agents that use a policy."""
        call = Call(
            "POST",
            "/v1/evaluation-sets/",
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.EvaluationSet", await self._transport.json(call))

    async def get(
        self,
        set_id: str,
    ) -> m.EvaluationSet:
        """Retrieve an evaluation set. Returns the set with the number of its cases and the time of their last change."""
        call = Call(
            "GET",
            t.path("/v1/evaluation-sets/:set_id/", set_id),
        )
        return cast("m.EvaluationSet", await self._transport.json(call))

    async def replace(
        self,
        set_id: str,
        body: Optional[m.EvaluationSetUpdateBody] = None,
    ) -> m.EvaluationSet:
        """Change an evaluation set. Changes the name and description. Omitted fields stay unchanged."""
        call = Call(
            "PUT",
            t.path("/v1/evaluation-sets/:set_id/", set_id),
            body=body,
        )
        return cast("m.EvaluationSet", await self._transport.json(call))

    async def update(
        self,
        set_id: str,
        body: Optional[m.EvaluationSetUpdateBody] = None,
    ) -> m.EvaluationSet:
        """Rename an evaluation set. Omitted fields stay unchanged."""
        call = Call(
            "PATCH",
            t.path("/v1/evaluation-sets/:set_id/", set_id),
            body=body,
        )
        return cast("m.EvaluationSet", await self._transport.json(call))

    async def delete(
        self,
        set_id: str,
    ) -> None:
        """Delete an evaluation set. Also deletes its cases and runs. Refused while a gate uses the set."""
        call = Call(
            "DELETE",
            t.path("/v1/evaluation-sets/:set_id/", set_id),
        )
        return cast("None", await self._transport.json(call))

    async def cases(
        self,
        set_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.EvaluationCasePage:
        """List the cases of a set. Lists the cases in the order in which they were added."""
        call = Call(
            "GET",
            t.path("/v1/evaluation-sets/:set_id/cases/", set_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("m.EvaluationCasePage", await self._transport.json(call))

    def cases_all(
        self,
        set_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.EvaluationCase]:
        """Every item of every page. List the cases of a set. Lists the cases in the order in which they were added."""
        call = Call(
            "GET",
            t.path("/v1/evaluation-sets/:set_id/cases/", set_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.EvaluationCase]", self._transport.pages(call))

    async def add_cases(
        self,
        set_id: str,
        body: Optional[m.EvaluationCasesBody] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.EvaluationCasesAdded:
        """Add cases to a set. Adds your own cases (JSON, CSV or JSON lines), or reviewed jobs. Either all are added or none. Once a gate uses the set, this needs an admin."""
        call = Call(
            "POST",
            t.path("/v1/evaluation-sets/:set_id/cases/", set_id),
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.EvaluationCasesAdded", await self._transport.json(call))

    async def delete_case(
        self,
        set_id: str,
        case_id: str,
    ) -> None:
        """Delete a case. Earlier runs keep their result for this case. Once a gate uses the set, this needs an admin."""
        call = Call(
            "DELETE",
            t.path("/v1/evaluation-sets/:set_id/cases/:case_id/", set_id, case_id),
        )
        return cast("None", await self._transport.json(call))

    async def runs(
        self,
        set_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.EvaluationRunPage:
        """List the runs of a set. Newest first."""
        call = Call(
            "GET",
            t.path("/v1/evaluation-sets/:set_id/runs/", set_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("m.EvaluationRunPage", await self._transport.json(call))

    def runs_all(
        self,
        set_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.EvaluationRun]:
        """Every item of every page. List the runs of a set. Newest first."""
        call = Call(
            "GET",
            t.path("/v1/evaluation-sets/:set_id/runs/", set_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.EvaluationRun]", self._transport.pages(call))

    async def run(
        self,
        set_id: str,
        body: Optional[m.EvaluationRunBody] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.EvaluationRun:
        """Run a version on a set. Starts a batch with one job per case. These jobs send no webhooks, start no triggers or post actions, ask no person, and do not use the cache."""
        call = Call(
            "POST",
            t.path("/v1/evaluation-sets/:set_id/runs/", set_id),
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.EvaluationRun", await self._transport.json(call))


class AsyncFeedbackCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(
        self,
        job_id: str,
    ) -> m.Feedback:
        """Retrieve the review of a job. Returns the review of the output. 404 if there is none yet; job lists then show `pending`."""
        call = Call(
            "GET",
            t.path("/v1/agents/jobs/:job_id/feedback/", job_id),
        )
        return cast("m.Feedback", await self._transport.json(call))

    async def give(
        self,
        job_id: str,
        body: m.FeedbackBody,
    ) -> m.Feedback:
        """Review a job. Records whether the output of a finished job is right. If not, state what the verdict or single values should have been. A later review replaces an earlier one. An open review task of the job is decided too; 409 while another person has reserved it."""
        call = Call(
            "POST",
            t.path("/v1/agents/jobs/:job_id/feedback/", job_id),
            body=body,
        )
        return cast("m.Feedback", await self._transport.json(call))

    async def get_of_agent(
        self,
        agent_id: str,
        job_id: str,
    ) -> m.Feedback:
        """Retrieve the review of a job. Returns the review of the output. 404 if there is none yet; job lists then show `pending`."""
        call = Call(
            "GET",
            t.path("/v2/agents/:agent_id/jobs/:job_id/feedback/", agent_id, job_id),
        )
        return cast("m.Feedback", await self._transport.json(call))

    async def give_of_agent(
        self,
        agent_id: str,
        job_id: str,
        body: m.FeedbackBody,
    ) -> m.Feedback:
        """Review a job. Records whether the output of a finished job is right. If not, state what the verdict or single values should have been. A later review replaces an earlier one. An open review task of the job is decided too; 409 while another person has reserved it."""
        call = Call(
            "POST",
            t.path("/v2/agents/:agent_id/jobs/:job_id/feedback/", agent_id, job_id),
            body=body,
        )
        return cast("m.Feedback", await self._transport.json(call))

    def export(
        self,
        agent_id: str,
        *,
        review_status: Optional[Literal["approved", "rejected"]] = None,
    ) -> AsyncIterator[m.ReviewedCaseLine]:
        """Reviewed cases of an agent as JSON lines. Returns one line per job, oldest first: inputs, outputs, verdict, corrected_verdict, corrected_outputs and comment. Jobs with deleted data are omitted."""
        call = Call(
            "GET",
            t.path("/v1/agents/:agent_id/feedback/export/", agent_id),
            query={"review_status": review_status},
        )
        return cast("AsyncIterator[m.ReviewedCaseLine]", self._transport.lines(call))


class AsyncFilesCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def upload(
        self,
        form: Form,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.UploadedFile:
        """Upload a file. Stores a file. Use its id in run inputs in place of the content."""
        call = Call(
            "POST",
            "/v1/datasets/files/upload/",
            form=form,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.UploadedFile", await self._transport.json(call))

    async def limits(
        self,
    ) -> m.FileLimits:
        """Limits of uploads. Returns the maximum size of an upload. Check it first, because the connection of a larger request may be closed before you can read the response."""
        call = Call(
            "GET",
            "/v1/files/limits/",
        )
        return cast("m.FileLimits", await self._transport.json(call))

    async def get(
        self,
        file_id: Union[str, int],
    ) -> m.UploadedFile:
        """Retrieve a file. Returns the metadata of an uploaded file. The prefix `file_` of the id is optional."""
        call = Call(
            "GET",
            t.path("/v1/files/:file_id/", file_id),
        )
        return cast("m.UploadedFile", await self._transport.json(call))

    async def content(
        self,
        file_id: Union[str, int],
    ) -> bytes:
        """Download a file. Returns the uploaded content, complete or as a single `Range`."""
        call = Call(
            "GET",
            t.path("/v1/files/:file_id/content/", file_id),
        )
        return await self._transport.content(call)


class AsyncGatesCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def of_agent(
        self,
        agent_id: str,
        *,
        version_id: Optional[str] = None,
    ) -> m.VersionGate:
        """Retrieve the gate of an agent. Returns the conditions that a version must meet before it becomes current. evaluation_set_id is null if there is no gate. With version_id, the response also says whether that version may become current and why not."""
        call = Call(
            "GET",
            t.path("/v1/agents/:agent_id/gate/", agent_id),
            query={"version_id": version_id},
        )
        return cast("m.VersionGate", await self._transport.json(call))

    async def set_of_agent(
        self,
        agent_id: str,
        body: Optional[m.VersionGateBody] = None,
    ) -> m.VersionGate:
        """Set the gate of an agent. From now on, a version becomes current only after it passes a run on this set."""
        call = Call(
            "PUT",
            t.path("/v1/agents/:agent_id/gate/", agent_id),
            body=body,
        )
        return cast("m.VersionGate", await self._transport.json(call))

    async def delete_of_agent(
        self,
        agent_id: str,
    ) -> None:
        """Remove the gate of an agent. New versions become current immediately again."""
        call = Call(
            "DELETE",
            t.path("/v1/agents/:agent_id/gate/", agent_id),
        )
        return cast("None", await self._transport.json(call))

    async def of_policy(
        self,
        policy_id: str,
        *,
        version_id: Optional[str] = None,
    ) -> m.VersionGate:
        """Retrieve the gate of a policy. Returns the conditions that a version must meet before it becomes current. evaluation_set_id is null if there is no gate. With version_id, the response also says whether that version may become current and why not."""
        call = Call(
            "GET",
            t.path("/v1/policies/:policy_id/gate/", policy_id),
            query={"version_id": version_id},
        )
        return cast("m.VersionGate", await self._transport.json(call))

    async def set_of_policy(
        self,
        policy_id: str,
        body: Optional[m.VersionGateBody] = None,
    ) -> m.VersionGate:
        """Set the gate of a policy. From now on, a version becomes current only after it passes a run on this set."""
        call = Call(
            "PUT",
            t.path("/v1/policies/:policy_id/gate/", policy_id),
            body=body,
        )
        return cast("m.VersionGate", await self._transport.json(call))

    async def delete_of_policy(
        self,
        policy_id: str,
    ) -> None:
        """Remove the gate of a policy. New versions become current immediately again."""
        call = Call(
            "DELETE",
            t.path("/v1/policies/:policy_id/gate/", policy_id),
        )
        return cast("None", await self._transport.json(call))

    async def drift(
        self,
        agent_id: str,
        *,
        from_: Optional[str] = None,
        to: Optional[str] = None,
    ) -> m.Drift:
        """Drift of an agent. Returns how often reviewers agreed with the agent, by version and month."""
        call = Call(
            "GET",
            t.path("/v1/agents/:agent_id/drift/", agent_id),
            query={"from": from_, "to": to},
        )
        return cast("m.Drift", await self._transport.json(call))


class AsyncJobViewsCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
    ) -> List[m.JobViewFilter]:
        """List saved views. Lists your own views and shared views, by name."""
        call = Call(
            "GET",
            "/v1/agents/job-views/",
        )
        return cast("List[m.JobViewFilter]", await self._transport.json(call))

    async def create(
        self,
        body: m.JobViewBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.JobViewFilter:
        """Save a view of jobs. Saves filters and columns under a name. Replaces your view with the same name."""
        call = Call(
            "POST",
            "/v1/agents/job-views/",
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.JobViewFilter", await self._transport.json(call))

    async def delete(
        self,
        view_id: str,
    ) -> None:
        """Delete a saved view. You can delete your own views. Admins can also delete shared views of others."""
        call = Call(
            "DELETE",
            t.path("/v1/agents/job-views/:view_id/", view_id),
        )
        return cast("None", await self._transport.json(call))


class AsyncInvitationsCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        organization_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.InvitationPage:
        """List invitations. Lists invitations that were not withdrawn, newest first, without their links."""
        call = Call(
            "GET",
            t.path("/v1/organizations/:organization_id/invitations/", organization_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("m.InvitationPage", await self._transport.json(call))

    def list_all(
        self,
        organization_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.Invitation]:
        """Every item of every page. List invitations. Lists invitations that were not withdrawn, newest first, without their links."""
        call = Call(
            "GET",
            t.path("/v1/organizations/:organization_id/invitations/", organization_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.Invitation]", self._transport.pages(call))

    async def create(
        self,
        organization_id: str,
        body: m.InvitationBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.CreatedInvitation:
        """Invite a person. Makes a link that the person accepts: signed in, or with a password of their own for an account that the link creates. The oldest mail connection (smtp) of the organization mails it. Without one, or if it fails, the response has the link, once, to be handed over. An earlier open invitation of the same person no longer works."""
        call = Call(
            "POST",
            t.path("/v1/organizations/:organization_id/invitations/", organization_id),
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.CreatedInvitation", await self._transport.json(call))

    async def revoke(
        self,
        organization_id: str,
        invitation_id: str,
    ) -> None:
        """Withdraw an invitation. Its link no longer works. An accepted invitation cannot be withdrawn: remove the member instead."""
        call = Call(
            "DELETE",
            t.path("/v1/organizations/:organization_id/invitations/:invitation_id/", organization_id, invitation_id),
        )
        return cast("None", await self._transport.json(call))

    async def open(
        self,
        body: m.InvitationTokenBody,
    ) -> m.OpenedInvitation:
        """Look at an invitation. Returns what accepting it means, and what it needs."""
        call = Call(
            "POST",
            "/v1/invitations/open/",
            body=body,
        )
        return cast("m.OpenedInvitation", await self._transport.json(call))

    async def accept(
        self,
        body: m.InvitationAcceptBody,
    ) -> m.AcceptedInvitation:
        """Accept an invitation. With a user token, the person of that token joins. Without, the link creates the account with the given password. A link works once."""
        call = Call(
            "POST",
            "/v1/invitations/accept/",
            body=body,
        )
        return cast("m.AcceptedInvitation", await self._transport.json(call))


class AsyncJobsCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(
        self,
        job_id: str,
    ) -> m.JobView:
        """Retrieve a job. Returns status, inputs, outputs, cost, why the cache was or was not used, and every recorded step."""
        call = Call(
            "GET",
            t.path("/v1/agents/jobs/:job_id/", job_id),
        )
        return cast("m.JobView", await self._transport.json(call))

    async def step(
        self,
        job_id: str,
        seq: Union[str, int],
    ) -> m.StepDetail:
        """Retrieve a step of a job. Returns the request of the step (prompt, tool input, request), its result (answer, tool calls, response) and earlier tries. Secrets are removed and long texts are cut."""
        call = Call(
            "GET",
            t.path("/v1/agents/jobs/:job_id/steps/:seq/", job_id, seq),
        )
        return cast("m.StepDetail", await self._transport.json(call))

    async def status(
        self,
        job_id: str,
    ) -> m.JobStatusView:
        """Status of a job. Returns the status and the time of its latest change. You can poll it every second."""
        call = Call(
            "GET",
            t.path("/v1/agents/jobs/:job_id/status/", job_id),
        )
        return cast("m.JobStatusView", await self._transport.json(call))

    async def result(
        self,
        job_id: str,
    ) -> m.JobResultView:
        """Result of a job. The outputs are empty until the job ends."""
        call = Call(
            "GET",
            t.path("/v1/agents/jobs/:job_id/result/", job_id),
        )
        return cast("m.JobResultView", await self._transport.json(call))

    def events(
        self,
        job_id: str,
    ) -> AsyncIterator[Event]:
        """Follow a job as server-sent events. Sends the events `status`, `waiting`, `step` and `progress`, the words of models as `delta` and `restart`, then `end`. `Last-Event-ID` resumes the stream, which ends with the job."""
        call = Call(
            "GET",
            t.path("/v1/agents/jobs/:job_id/events/", job_id),
        )
        return self._transport.events(call)

    async def statuses(
        self,
        body: m.JobIdsBody,
    ) -> List[m.BulkStatus]:
        """Status of many jobs. Returns one element per id, in the order of the request. An unknown id has nulls."""
        call = Call(
            "POST",
            "/v1/agents/jobs/statuses/",
            body=body,
        )
        return cast("List[m.BulkStatus]", await self._transport.json(call))

    async def results(
        self,
        body: m.JobIdsBody,
    ) -> List[m.BulkResult]:
        """Results of many jobs. Returns up to 1000 jobs in the order of the ids. For an unknown id, every other field is null."""
        call = Call(
            "POST",
            "/v1/agents/jobs/results/",
            body=body,
        )
        return cast("List[m.BulkResult]", await self._transport.json(call))

    async def of_agent(
        self,
        agent_id: str,
        *,
        q: Optional[str] = None,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
        limit: Optional[int] = None,
        created_from: Optional[str] = None,
        created_to: Optional[str] = None,
        status_code: Optional[str] = None,
        display_status: Optional[str] = None,
        version_name: Optional[str] = None,
        job_id: Optional[str] = None,
        job_inputs: Optional[str] = None,
        metadata: Optional[str] = None,
        exclude_metadata: Optional[str] = None,
        search: Optional[str] = None,
        semantic_string: Optional[str] = None,
        verdict: Optional[str] = None,
        review_status: Optional[Literal["pending", "approved", "rejected"]] = None,
        review_state: Optional[Literal["unreviewed", "agreed", "disagreed", "disputed"]] = None,
        needs_review: Optional[bool] = None,
        ordering: Optional[str] = None,
    ) -> m.JobPage:
        """List jobs of an agent. Lists the jobs in pages, newest first by default. You can filter and sort."""
        call = Call(
            "GET",
            t.path("/v1/agents/:agent_id/jobs/", agent_id),
            query={"q": q, "page": page, "page_size": page_size, "limit": limit, "created_from": created_from, "created_to": created_to, "status_code": status_code, "display_status": display_status, "version_name": version_name, "job_id": job_id, "job_inputs": job_inputs, "metadata": metadata, "exclude_metadata": exclude_metadata, "search": search, "semantic_string": semantic_string, "verdict": verdict, "review_status": review_status, "review_state": review_state, "needs_review": needs_review, "ordering": ordering},
        )
        return cast("m.JobPage", await self._transport.json(call))

    def of_agent_all(
        self,
        agent_id: str,
        *,
        q: Optional[str] = None,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
        limit: Optional[int] = None,
        created_from: Optional[str] = None,
        created_to: Optional[str] = None,
        status_code: Optional[str] = None,
        display_status: Optional[str] = None,
        version_name: Optional[str] = None,
        job_id: Optional[str] = None,
        job_inputs: Optional[str] = None,
        metadata: Optional[str] = None,
        exclude_metadata: Optional[str] = None,
        search: Optional[str] = None,
        semantic_string: Optional[str] = None,
        verdict: Optional[str] = None,
        review_status: Optional[Literal["pending", "approved", "rejected"]] = None,
        review_state: Optional[Literal["unreviewed", "agreed", "disagreed", "disputed"]] = None,
        needs_review: Optional[bool] = None,
        ordering: Optional[str] = None,
    ) -> AsyncIterator[m.JobListItem]:
        """Every item of every page. List jobs of an agent. Lists the jobs in pages, newest first by default. You can filter and sort."""
        call = Call(
            "GET",
            t.path("/v1/agents/:agent_id/jobs/", agent_id),
            query={"q": q, "page": page, "page_size": page_size, "limit": limit, "created_from": created_from, "created_to": created_to, "status_code": status_code, "display_status": display_status, "version_name": version_name, "job_id": job_id, "job_inputs": job_inputs, "metadata": metadata, "exclude_metadata": exclude_metadata, "search": search, "semantic_string": semantic_string, "verdict": verdict, "review_status": review_status, "review_state": review_state, "needs_review": needs_review, "ordering": ordering},
        )
        return cast("AsyncIterator[m.JobListItem]", self._transport.pages(call))

    async def cancel(
        self,
        job_id: str,
    ) -> None:
        """Cancel a job. Cancels a job that is not final. A final job does not change."""
        call = Call(
            "POST",
            t.path("/v1/agents/jobs/:job_id/cancel/", job_id),
        )
        return cast("None", await self._transport.json(call))

    async def cancel_all(
        self,
        agent_id: str,
    ) -> m.CancelledAll:
        """Cancel all jobs of an agent. Cancels waiting jobs immediately and stops running jobs. The response has their number."""
        call = Call(
            "POST",
            t.path("/v1/agents/:agent_id/jobs/cancel-all/", agent_id),
        )
        return cast("m.CancelledAll", await self._transport.json(call))

    async def retry(
        self,
        job_id: str,
        body: Optional[m.RetryBody] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> str:
        """Run a finished job again. Creates a new job with the same inputs and metadata. You can change inputs, version or model, or start from a step of the job."""
        call = Call(
            "POST",
            t.path("/v1/agents/jobs/:job_id/retry/", job_id),
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("str", await self._transport.json(call))

    async def delete_data(
        self,
        job_id: str,
    ) -> m.DeletedData:
        """Delete the data of a job. Removes inputs, outputs, steps, artifacts and references. The job itself stays with its status and metadata. The response has a signed certificate. 409 while the job is on hold."""
        call = Call(
            "POST",
            t.path("/v1/agents/jobs/:job_id/delete-data/", job_id),
        )
        return cast("m.DeletedData", await self._transport.json(call))

    async def list(
        self,
        *,
        q: Optional[str] = None,
        created_from: Optional[str] = None,
        created_to: Optional[str] = None,
        status_code: Optional[str] = None,
        display_status: Optional[str] = None,
        version_name: Optional[str] = None,
        job_id: Optional[str] = None,
        job_inputs: Optional[str] = None,
        metadata: Optional[str] = None,
        exclude_metadata: Optional[str] = None,
        search: Optional[str] = None,
        semantic_string: Optional[str] = None,
        verdict: Optional[str] = None,
        review_status: Optional[Literal["pending", "approved", "rejected"]] = None,
        review_state: Optional[Literal["unreviewed", "agreed", "disagreed", "disputed"]] = None,
        needs_review: Optional[bool] = None,
        page_size: Optional[int] = None,
        cursor: Optional[str] = None,
        after: Optional[str] = None,
        ids: Optional[Sequence[str]] = None,
        columns: Optional[Sequence[str]] = None,
        agent_id: Optional[Sequence[str]] = None,
        agent_version_id: Optional[str] = None,
        batch_id: Optional[str] = None,
        policy_version_id: Optional[str] = None,
        cost_min: Optional[float] = None,
        cost_max: Optional[float] = None,
    ) -> m.AllJobsPage:
        """List jobs of all agents. Lists jobs newest first, with a cursor. With filters, a page searches at most 20,000 jobs. It may be short; continue with `next_cursor`."""
        call = Call(
            "GET",
            "/v1/agents/jobs/",
            query={"q": q, "created_from": created_from, "created_to": created_to, "status_code": status_code, "display_status": display_status, "version_name": version_name, "job_id": job_id, "job_inputs": job_inputs, "metadata": metadata, "exclude_metadata": exclude_metadata, "search": search, "semantic_string": semantic_string, "verdict": verdict, "review_status": review_status, "review_state": review_state, "needs_review": needs_review, "page_size": page_size, "cursor": cursor, "after": after, "ids": ids, "columns": columns, "agent_id": agent_id, "agent_version_id": agent_version_id, "batch_id": batch_id, "policy_version_id": policy_version_id, "cost_min": cost_min, "cost_max": cost_max},
        )
        return cast("m.AllJobsPage", await self._transport.json(call))

    def list_all(
        self,
        *,
        q: Optional[str] = None,
        created_from: Optional[str] = None,
        created_to: Optional[str] = None,
        status_code: Optional[str] = None,
        display_status: Optional[str] = None,
        version_name: Optional[str] = None,
        job_id: Optional[str] = None,
        job_inputs: Optional[str] = None,
        metadata: Optional[str] = None,
        exclude_metadata: Optional[str] = None,
        search: Optional[str] = None,
        semantic_string: Optional[str] = None,
        verdict: Optional[str] = None,
        review_status: Optional[Literal["pending", "approved", "rejected"]] = None,
        review_state: Optional[Literal["unreviewed", "agreed", "disagreed", "disputed"]] = None,
        needs_review: Optional[bool] = None,
        page_size: Optional[int] = None,
        cursor: Optional[str] = None,
        after: Optional[str] = None,
        ids: Optional[Sequence[str]] = None,
        columns: Optional[Sequence[str]] = None,
        agent_id: Optional[Sequence[str]] = None,
        agent_version_id: Optional[str] = None,
        batch_id: Optional[str] = None,
        policy_version_id: Optional[str] = None,
        cost_min: Optional[float] = None,
        cost_max: Optional[float] = None,
    ) -> AsyncIterator[m.AnyJob]:
        """Every item of every page. List jobs of all agents. Lists jobs newest first, with a cursor. With filters, a page searches at most 20,000 jobs. It may be short; continue with `next_cursor`."""
        call = Call(
            "GET",
            "/v1/agents/jobs/",
            query={"q": q, "created_from": created_from, "created_to": created_to, "status_code": status_code, "display_status": display_status, "version_name": version_name, "job_id": job_id, "job_inputs": job_inputs, "metadata": metadata, "exclude_metadata": exclude_metadata, "search": search, "semantic_string": semantic_string, "verdict": verdict, "review_status": review_status, "review_state": review_state, "needs_review": needs_review, "page_size": page_size, "cursor": cursor, "after": after, "ids": ids, "columns": columns, "agent_id": agent_id, "agent_version_id": agent_version_id, "batch_id": batch_id, "policy_version_id": policy_version_id, "cost_min": cost_min, "cost_max": cost_max},
        )
        return cast("AsyncIterator[m.AnyJob]", self._transport.pages(call))

    async def facets(
        self,
        *,
        q: Optional[str] = None,
        created_from: Optional[str] = None,
        created_to: Optional[str] = None,
        status_code: Optional[str] = None,
        display_status: Optional[str] = None,
        version_name: Optional[str] = None,
        job_id: Optional[str] = None,
        job_inputs: Optional[str] = None,
        metadata: Optional[str] = None,
        exclude_metadata: Optional[str] = None,
        search: Optional[str] = None,
        semantic_string: Optional[str] = None,
        verdict: Optional[str] = None,
        review_status: Optional[Literal["pending", "approved", "rejected"]] = None,
        review_state: Optional[Literal["unreviewed", "agreed", "disagreed", "disputed"]] = None,
        needs_review: Optional[bool] = None,
        agent_id: Optional[Sequence[str]] = None,
        agent_version_id: Optional[str] = None,
        batch_id: Optional[str] = None,
        policy_version_id: Optional[str] = None,
        cost_min: Optional[float] = None,
        cost_max: Optional[float] = None,
    ) -> m.JobFacets:
        """Distribution of jobs. Returns counts by status, agent, version, verdict and review of the newest 20,000 jobs, with the same filters as the list."""
        call = Call(
            "GET",
            "/v1/agents/jobs/facets/",
            query={"q": q, "created_from": created_from, "created_to": created_to, "status_code": status_code, "display_status": display_status, "version_name": version_name, "job_id": job_id, "job_inputs": job_inputs, "metadata": metadata, "exclude_metadata": exclude_metadata, "search": search, "semantic_string": semantic_string, "verdict": verdict, "review_status": review_status, "review_state": review_state, "needs_review": needs_review, "agent_id": agent_id, "agent_version_id": agent_version_id, "batch_id": batch_id, "policy_version_id": policy_version_id, "cost_min": cost_min, "cost_max": cost_max},
        )
        return cast("m.JobFacets", await self._transport.json(call))

    async def summary(
        self,
        *,
        q: Optional[str] = None,
        created_from: Optional[str] = None,
        created_to: Optional[str] = None,
        status_code: Optional[str] = None,
        display_status: Optional[str] = None,
        version_name: Optional[str] = None,
        job_id: Optional[str] = None,
        job_inputs: Optional[str] = None,
        metadata: Optional[str] = None,
        exclude_metadata: Optional[str] = None,
        search: Optional[str] = None,
        semantic_string: Optional[str] = None,
        verdict: Optional[str] = None,
        review_status: Optional[Literal["pending", "approved", "rejected"]] = None,
        review_state: Optional[Literal["unreviewed", "agreed", "disagreed", "disputed"]] = None,
        needs_review: Optional[bool] = None,
        agent_id: Optional[Sequence[str]] = None,
        agent_version_id: Optional[str] = None,
        batch_id: Optional[str] = None,
        policy_version_id: Optional[str] = None,
        cost_min: Optional[float] = None,
        cost_max: Optional[float] = None,
        buckets: Optional[int] = None,
    ) -> m.JobSummary:
        """Number, cost and times of jobs. Returns how many jobs match the filters, their cost and their distribution over time. Searches for about 1.5 seconds; `complete` is false if there are more jobs."""
        call = Call(
            "GET",
            "/v1/agents/jobs/summary/",
            query={"q": q, "created_from": created_from, "created_to": created_to, "status_code": status_code, "display_status": display_status, "version_name": version_name, "job_id": job_id, "job_inputs": job_inputs, "metadata": metadata, "exclude_metadata": exclude_metadata, "search": search, "semantic_string": semantic_string, "verdict": verdict, "review_status": review_status, "review_state": review_state, "needs_review": needs_review, "agent_id": agent_id, "agent_version_id": agent_version_id, "batch_id": batch_id, "policy_version_id": policy_version_id, "cost_min": cost_min, "cost_max": cost_max, "buckets": buckets},
        )
        return cast("m.JobSummary", await self._transport.json(call))

    async def errors(
        self,
        *,
        created_from: Optional[str] = None,
        created_to: Optional[str] = None,
        agent_id: Optional[str] = None,
    ) -> m.JobErrors:
        """Failures by cause. Groups the failed jobs of a period by error code, with their number, first and last occurrence, cause and remedy."""
        call = Call(
            "GET",
            "/v1/agents/jobs/errors/",
            query={"created_from": created_from, "created_to": created_to, "agent_id": agent_id},
        )
        return cast("m.JobErrors", await self._transport.json(call))

    async def suggestions(
        self,
        *,
        q: Optional[str] = None,
        at: Optional[int] = None,
    ) -> m.JobSuggestions:
        """Completions of a job query. Suggests fields and existing values: agents, versions, models, metadata, inputs and outputs of recent jobs."""
        call = Call(
            "GET",
            "/v1/agents/jobs/suggestions/",
            query={"q": q, "at": at},
        )
        return cast("m.JobSuggestions", await self._transport.json(call))

    async def artifacts(
        self,
        job_id: str,
    ) -> m.JobContents:
        """Artifacts and references of a job. Lists artifacts (evidence, prompts, answers) and references (saved pages, images) with SHA-256, size, source, step and time, oldest first."""
        call = Call(
            "GET",
            t.path("/v1/agents/jobs/:job_id/artifacts/", job_id),
        )
        return cast("m.JobContents", await self._transport.json(call))

    async def artifact(
        self,
        job_id: str,
        *,
        artifact_key: str,
    ) -> m.ArtifactResult:
        """Download an artifact of a job. Returns evidence that a job stored with its outputs, such as pages or model answers."""
        call = Call(
            "GET",
            t.path("/v1/agents/jobs/:job_id/artifacts/result/", job_id),
            query={"artifact_key": artifact_key},
        )
        return cast("m.ArtifactResult", await self._transport.json(call))

    async def evidence(
        self,
        job_id: str,
        *,
        field: Optional[str] = None,
        file: Optional[str] = None,
        quote: Optional[str] = None,
        page: Optional[int] = None,
    ) -> m.EvidenceView:
        """Show the evidence of a value or finding. Returns the page, text, table or web page that the job read, with the box, passage or cell to highlight. Name a `field` of the result, or a `file` with a `quote`. Without either, you get the evidence of the first value."""
        call = Call(
            "GET",
            t.path("/v1/agents/jobs/:job_id/evidence/", job_id),
            query={"field": field, "file": file, "quote": quote, "page": page},
        )
        return cast("m.EvidenceView", await self._transport.json(call))

    async def reference(
        self,
        job_id: str,
        resource_id: Union[str, int],
        *,
        download: Optional[bool] = None,
    ) -> bytes:
        """Download a saved page or file. Returns what the job read, as it was at that time: complete, or as a single `Range`."""
        call = Call(
            "GET",
            t.path("/v1/agents/jobs/:job_id/references/:resource_id/", job_id, resource_id),
            query={"download": download},
        )
        return await self._transport.content(call)


class AsyncKnowledgeCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.KnowledgeBasePage:
        """List knowledge bases. Lists the knowledge bases of the organization, newest first, in pages."""
        call = Call(
            "GET",
            "/v1/knowledge-base/",
            query={"page": page, "page_size": page_size},
        )
        return cast("m.KnowledgeBasePage", await self._transport.json(call))

    def list_all(
        self,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.KnowledgeBase]:
        """Every item of every page. List knowledge bases. Lists the knowledge bases of the organization, newest first, in pages."""
        call = Call(
            "GET",
            "/v1/knowledge-base/",
            query={"page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.KnowledgeBase]", self._transport.pages(call))

    async def create(
        self,
        body: m.KnowledgeBaseCreateBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.KnowledgeBaseCreated:
        """Create a knowledge base. Creates a draft with a proposed selection of typologies, based on company and brief. The default model makes the proposal, or `baseline` by text similarity. Poll the draft until it is `ready` or `error`."""
        call = Call(
            "POST",
            "/v1/knowledge-base/",
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.KnowledgeBaseCreated", await self._transport.json(call))

    async def catalog(
        self,
    ) -> List[m.Typology]:
        """Catalog of typologies. Lists all typologies of fraud and money laundering on this server, with tactics, indicators and questions."""
        call = Call(
            "GET",
            "/v1/knowledge-base/catalog/",
        )
        return cast("List[m.Typology]", await self._transport.json(call))

    async def import_lens(
        self,
        body: m.LensImportBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.KnowledgeBase:
        """Import a lens. Creates a knowledge base for an unlinked lens. 200 if the lens already has one."""
        call = Call(
            "POST",
            "/v1/knowledge-base/import-lens/",
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.KnowledgeBase", await self._transport.json(call))

    async def lens(
        self,
        atlas_lens_id: str,
    ) -> m.KnowledgeLensFound:
        """Retrieve a lens. Returns the finished selection with its typologies, and its knowledge base if there is one."""
        call = Call(
            "GET",
            t.path("/v1/knowledge-base/lens/:atlas_lens_id/", atlas_lens_id),
        )
        return cast("m.KnowledgeLensFound", await self._transport.json(call))

    async def get(
        self,
        knowledge_base_id: str,
    ) -> m.KnowledgeBase:
        """Retrieve a knowledge base. Refreshes the snapshot from the lens and the catalog."""
        call = Call(
            "GET",
            t.path("/v1/knowledge-base/:knowledge_base_id/", knowledge_base_id),
        )
        return cast("m.KnowledgeBase", await self._transport.json(call))

    async def delete(
        self,
        knowledge_base_id: str,
    ) -> None:
        """Delete a knowledge base. Also deletes its draft and lens. Refused while agent versions use it."""
        call = Call(
            "DELETE",
            t.path("/v1/knowledge-base/:knowledge_base_id/", knowledge_base_id),
        )
        return cast("None", await self._transport.json(call))

    async def draft(
        self,
        knowledge_base_id: str,
    ) -> m.KnowledgeDraft:
        """Retrieve the draft. Returns the current selection and any open proposal."""
        call = Call(
            "GET",
            t.path("/v1/knowledge-base/:knowledge_base_id/draft/", knowledge_base_id),
        )
        return cast("m.KnowledgeDraft", await self._transport.json(call))

    async def select(
        self,
        knowledge_base_id: str,
        body: Optional[m.KnowledgeSelectionBody] = None,
    ) -> m.KnowledgeDraft:
        """Change the selection. Replaces the selected typologies. Unknown typologies are refused."""
        call = Call(
            "PATCH",
            t.path("/v1/knowledge-base/:knowledge_base_id/selection/", knowledge_base_id),
            body=body,
        )
        return cast("m.KnowledgeDraft", await self._transport.json(call))

    async def regenerate(
        self,
        knowledge_base_id: str,
        body: Optional[m.KnowledgeFeedbackBody] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.KnowledgeDraft:
        """Ask for another proposal. Requests a new proposal with your feedback. It stays in `pendingProposal` until you resolve it. The selection does not change before that."""
        call = Call(
            "POST",
            t.path("/v1/knowledge-base/:knowledge_base_id/regenerate/", knowledge_base_id),
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.KnowledgeDraft", await self._transport.json(call))

    async def resolve(
        self,
        knowledge_base_id: str,
        body: Optional[m.KnowledgeResolveBody] = None,
    ) -> m.KnowledgeDraft:
        """Resolve a proposal. Applies the proposal, or the given `refs` instead. `discard` drops it."""
        call = Call(
            "POST",
            t.path("/v1/knowledge-base/:knowledge_base_id/resolve/", knowledge_base_id),
            body=body,
        )
        return cast("m.KnowledgeDraft", await self._transport.json(call))

    async def finalize(
        self,
        knowledge_base_id: str,
        body: Optional[m.KnowledgeFinalizeBody] = None,
    ) -> m.KnowledgeBase:
        """Finish the selection. Creates the lens, which the MCP address then serves. You can repeat this call."""
        call = Call(
            "POST",
            t.path("/v1/knowledge-base/:knowledge_base_id/finalize/", knowledge_base_id),
            body=body,
        )
        return cast("m.KnowledgeBase", await self._transport.json(call))

    async def sync(
        self,
        knowledge_base_id: str,
    ) -> m.KnowledgeBase:
        """Refresh the snapshot. Always returns 200. `sync_error` names what could not be refreshed."""
        call = Call(
            "POST",
            t.path("/v1/knowledge-base/:knowledge_base_id/sync/", knowledge_base_id),
        )
        return cast("m.KnowledgeBase", await self._transport.json(call))

    async def unlink(
        self,
        knowledge_base_id: str,
    ) -> None:
        """Unlink a knowledge base. Deletes only the knowledge base. Its lens stays and can be imported again. Refused while agent versions use it."""
        call = Call(
            "DELETE",
            t.path("/v1/knowledge-base/:knowledge_base_id/unlink/", knowledge_base_id),
        )
        return cast("None", await self._transport.json(call))


class AsyncListenersCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self,
        body: Optional[m.ListenerBody] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.Webhook:
        """Listen for events. Creates a temporary webhook without an address. You pull its deliveries. It ends 90 seconds after the last pull."""
        call = Call(
            "POST",
            "/v1/webhook-listeners/",
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.Webhook", await self._transport.json(call))

    async def pull(
        self,
        listener_id: str,
        body: Optional[m.PullBody] = None,
    ) -> m.PulledEvents:
        """Pull the events of a listener. Returns signed deliveries in the same form as a receiver gets them. They are repeated until you acknowledge them."""
        call = Call(
            "POST",
            t.path("/v1/webhook-listeners/:listener_id/pull/", listener_id),
            body=body,
        )
        return cast("m.PulledEvents", await self._transport.json(call))

    async def delete(
        self,
        listener_id: str,
    ) -> None:
        """Stop listening. Deletes the temporary webhook with its links and events."""
        call = Call(
            "DELETE",
            t.path("/v1/webhook-listeners/:listener_id/", listener_id),
        )
        return cast("None", await self._transport.json(call))


class AsyncLoginsCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def start(
        self,
        body: m.LoginStartBody,
    ) -> m.LoginStart:
        """Request an API key. For programs on the machine of a person. Show the address and the user code, then poll with the device code until the person confirms in the console."""
        call = Call(
            "POST",
            "/v1/auth/device/",
            body=body,
        )
        return cast("m.LoginStart", await self._transport.json(call))

    async def take(
        self,
        body: m.LoginKeyBody,
    ) -> m.LoginKey:
        """Collect the confirmed key. Returns `pending` until a person decides. The key is created and shown once. After that, the device code is no longer valid."""
        call = Call(
            "POST",
            "/v1/auth/device/key/",
            body=body,
        )
        return cast("m.LoginKey", await self._transport.json(call))

    async def current(
        self,
        *,
        user_code: str,
    ) -> m.CurrentLogin:
        """Retrieve a key request. Returns the program that asks for a key, by its user code, before you confirm it."""
        call = Call(
            "GET",
            "/v1/auth/device/",
            query={"user_code": user_code},
        )
        return cast("m.CurrentLogin", await self._transport.json(call))

    async def decide(
        self,
        body: m.LoginDecisionBody,
    ) -> m.LoginDecision:
        """Confirm or refuse a key request. Applies to the organization of the request. The key never has more rights than the person who confirms, and it ends with their membership. With an API key, only an admin can confirm."""
        call = Call(
            "POST",
            "/v1/auth/device/decision/",
            body=body,
        )
        return cast("m.LoginDecision", await self._transport.json(call))


class AsyncMcpCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def call(
        self,
        body: Optional[Dict[str, Any]] = None,
    ) -> Dict[str, Any]:
        """Agents as tools of the Model Context Protocol. Streamable HTTP without sessions. Every agent is a tool. A tool call runs a job and waits for it. Connect a client to this address with the API key as a bearer token."""
        call = Call(
            "POST",
            "/mcp/",
            body=body,
        )
        return cast("Dict[str, Any]", await self._transport.json(call))

    async def knowledge(
        self,
        knowledge_base_id: str,
        body: Optional[Dict[str, Any]] = None,
    ) -> Dict[str, Any]:
        """A knowledge base over the Model Context Protocol. Read-only: typologies as resources, and tools that list and show them. Available once the knowledge base is finalized with `mcp_enabled`."""
        call = Call(
            "POST",
            t.path("/mcp/knowledge-base/:knowledge_base_id/", knowledge_base_id),
            body=body,
        )
        return cast("Dict[str, Any]", await self._transport.json(call))


class AsyncMembersCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        organization_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.MemberPage:
        """List members. Lists the members of the organization with their roles, in pages."""
        call = Call(
            "GET",
            t.path("/v1/organizations/:organization_id/members/", organization_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("m.MemberPage", await self._transport.json(call))

    def list_all(
        self,
        organization_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.Member]:
        """Every item of every page. List members. Lists the members of the organization with their roles, in pages."""
        call = Call(
            "GET",
            t.path("/v1/organizations/:organization_id/members/", organization_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.Member]", self._transport.pages(call))

    async def add(
        self,
        organization_id: str,
        body: m.MemberBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Union[m.Member, m.CreatedInvitation]:
        """Add a member. Adds a member by e-mail. If no user has this e-mail, one is created without a password, for people who sign in with the identity provider. A person who has an account gets an invitation instead (202). Nobody chooses the password of another person: invite them."""
        call = Call(
            "POST",
            t.path("/v1/organizations/:organization_id/members/", organization_id),
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("Union[m.Member, m.CreatedInvitation]", await self._transport.json(call))

    async def change_role(
        self,
        organization_id: str,
        user_id: Union[str, int],
        body: m.MemberPatch,
    ) -> m.Member:
        """Change the role of a member. Only an owner can appoint or change an owner. The last owner cannot be demoted."""
        call = Call(
            "PATCH",
            t.path("/v1/organizations/:organization_id/members/:user_id/", organization_id, user_id),
            body=body,
        )
        return cast("m.Member", await self._transport.json(call))

    async def remove(
        self,
        organization_id: str,
        user_id: Union[str, int],
        *,
        revoke_keys: Optional[bool] = None,
    ) -> None:
        """Remove a member. API keys of the user belong to the organization and stay valid, unless `revoke_keys` is true."""
        call = Call(
            "DELETE",
            t.path("/v1/organizations/:organization_id/members/:user_id/", organization_id, user_id),
            query={"revoke_keys": revoke_keys},
        )
        return cast("None", await self._transport.json(call))


class AsyncModelsCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.UsableModelPage:
        """List models that you can use. Lists the models of your own connections and of the installation: whose key pays, prices, limits, lanes and whether the provider responds."""
        call = Call(
            "GET",
            "/v1/models/",
            query={"page": page, "page_size": page_size},
        )
        return cast("m.UsableModelPage", await self._transport.json(call))

    def list_all(
        self,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.UsableModel]:
        """Every item of every page. List models that you can use. Lists the models of your own connections and of the installation: whose key pays, prices, limits, lanes and whether the provider responds."""
        call = Call(
            "GET",
            "/v1/models/",
            query={"page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.UsableModel]", self._transport.pages(call))

    async def try_out(
        self,
        body: m.ModelTryBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.ModelTry:
        """Try a model with one call. Starts a job that asks the model one short question, and no other model in its place. Its steps say what came back, how long it took and what it cost."""
        call = Call(
            "POST",
            "/v1/models/try/",
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.ModelTry", await self._transport.json(call))

    async def settings(
        self,
        organization_id: str,
    ) -> m.OrganizationModels:
        """Retrieve model settings. Returns the default model, its substitutes, whose keys are used and the lane."""
        call = Call(
            "GET",
            t.path("/v1/organizations/:organization_id/models/", organization_id),
        )
        return cast("m.OrganizationModels", await self._transport.json(call))

    async def set_settings(
        self,
        organization_id: str,
        body: m.OrganizationModelsBody,
    ) -> m.OrganizationModels:
        """Change model settings. Replaces all settings. They hold for jobs that start a model call from then on."""
        call = Call(
            "PUT",
            t.path("/v1/organizations/:organization_id/models/", organization_id),
            body=body,
        )
        return cast("m.OrganizationModels", await self._transport.json(call))


class AsyncOauthCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list_grants(
        self,
        organization_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.OAuthGrantPage:
        """List connected programs. Programs that people have signed in with OAuth, newest first. Admins see those of everybody."""
        call = Call(
            "GET",
            t.path("/v1/organizations/:organization_id/oauth-grants/", organization_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("m.OAuthGrantPage", await self._transport.json(call))

    def list_grants_all(
        self,
        organization_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.OAuthGrant]:
        """Every item of every page. List connected programs. Programs that people have signed in with OAuth, newest first. Admins see those of everybody."""
        call = Call(
            "GET",
            t.path("/v1/organizations/:organization_id/oauth-grants/", organization_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.OAuthGrant]", self._transport.pages(call))

    async def get_grant(
        self,
        organization_id: str,
        grant_id: str,
    ) -> m.OAuthGrant:
        """Retrieve a connected program. Your own, or with the role admin anybody’s."""
        call = Call(
            "GET",
            t.path("/v1/organizations/:organization_id/oauth-grants/:grant_id/", organization_id, grant_id),
        )
        return cast("m.OAuthGrant", await self._transport.json(call))

    async def end_grant(
        self,
        organization_id: str,
        grant_id: str,
    ) -> None:
        """Disconnect a program. Ends all its tokens: immediately in this process and within 5 seconds in all others. Everybody can end their own, admins those of everybody."""
        call = Call(
            "DELETE",
            t.path("/v1/organizations/:organization_id/oauth-grants/:grant_id/", organization_id, grant_id),
        )
        return cast("None", await self._transport.json(call))

    async def interaction(
        self,
        interaction: Union[str, int],
    ) -> m.OAuthInteraction:
        """Retrieve a request to sign in a program. For the page where a person consents. Needs the cookie of the browser that began at /oauth/authorize."""
        call = Call(
            "GET",
            t.path("/oauth/interactions/:interaction/", interaction),
        )
        return cast("m.OAuthInteraction", await self._transport.json(call))

    async def decide(
        self,
        interaction: Union[str, int],
        body: m.OAuthDecisionBody,
    ) -> m.OAuthDecision:
        """Consent to a program, or refuse it. Needs the token of a signed-in person and the cookie of the browser that began at /oauth/authorize. The program never gets more than the role of the person allows."""
        call = Call(
            "POST",
            t.path("/oauth/interactions/:interaction/", interaction),
            body=body,
        )
        return cast("m.OAuthDecision", await self._transport.json(call))


class AsyncOpenaiCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def models(
        self,
    ) -> Dict[str, Any]:
        """Agents as models. Lists the agents in the shape of the OpenAI interface. The id of a model is the slug of the agent."""
        call = Call(
            "GET",
            "/openai/v1/models/",
        )
        return cast("Dict[str, Any]", await self._transport.json(call))

    async def model(
        self,
        model: Union[str, int],
    ) -> Dict[str, Any]:
        """An agent as a model. Takes the slug or the id of an agent."""
        call = Call(
            "GET",
            t.path("/openai/v1/models/:model/", model),
        )
        return cast("Dict[str, Any]", await self._transport.json(call))

    async def create_response(
        self,
        body: Optional[Dict[str, Any]] = None,
    ) -> Dict[str, Any]:
        """Run an agent as a response. Takes `model`, `input`, `prompt`, `metadata`, `background`, `stream` and `store`. The response is the job."""
        call = Call(
            "POST",
            "/openai/v1/responses/",
            body=body,
        )
        return cast("Dict[str, Any]", await self._transport.json(call))

    async def get_response(
        self,
        response: Union[str, int],
        *,
        stream: Optional[bool] = None,
        starting_after: Optional[int] = None,
    ) -> Dict[str, Any]:
        """Retrieve a response. With `stream=true` or `starting_after` it sends the events after that number."""
        call = Call(
            "GET",
            t.path("/openai/v1/responses/:response/", response),
            query={"stream": stream, "starting_after": starting_after},
        )
        return cast("Dict[str, Any]", await self._transport.json(call))

    async def cancel_response(
        self,
        response: Union[str, int],
    ) -> Dict[str, Any]:
        """Cancel a response. Cancels the job. A response that has ended stays as it is."""
        call = Call(
            "POST",
            t.path("/openai/v1/responses/:response/cancel/", response),
        )
        return cast("Dict[str, Any]", await self._transport.json(call))

    async def delete_response(
        self,
        response: Union[str, int],
    ) -> Dict[str, Any]:
        """Delete the data of a response. Deletes the inputs and outputs of the job. Its record stays."""
        call = Call(
            "DELETE",
            t.path("/openai/v1/responses/:response/", response),
        )
        return cast("Dict[str, Any]", await self._transport.json(call))

    async def create_chat_completion(
        self,
        body: Optional[Dict[str, Any]] = None,
    ) -> Dict[str, Any]:
        """Run an agent as a chat completion. The last message of the user becomes the inputs. With `stream` it sends chunks."""
        call = Call(
            "POST",
            "/openai/v1/chat/completions/",
            body=body,
        )
        return cast("Dict[str, Any]", await self._transport.json(call))


class AsyncOrganizationsCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.OrganizationPage:
        """List organizations. Lists all organizations of a user, or the organization of an API key."""
        call = Call(
            "GET",
            "/v1/organizations/",
            query={"page": page, "page_size": page_size},
        )
        return cast("m.OrganizationPage", await self._transport.json(call))

    def list_all(
        self,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.OrganizationPageValueItem]:
        """Every item of every page. List organizations. Lists all organizations of a user, or the organization of an API key."""
        call = Call(
            "GET",
            "/v1/organizations/",
            query={"page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.OrganizationPageValueItem]", self._transport.pages(call))

    async def get(
        self,
        organization_id: str,
    ) -> m.Organization:
        """Retrieve an organization. Returns name, Agents feature and credits. `credits` is null if they are unlimited."""
        call = Call(
            "GET",
            t.path("/v1/organizations/:organization_id/", organization_id),
        )
        return cast("m.Organization", await self._transport.json(call))

    async def rename(
        self,
        organization_id: str,
        body: Optional[m.OrganizationPatch] = None,
    ) -> m.Organization:
        """Change an organization. Changes the name and whether A2A cards are public. Only operators change agents_enabled and credits, with `npx errand org update`."""
        call = Call(
            "PATCH",
            t.path("/v1/organizations/:organization_id/", organization_id),
            body=body,
        )
        return cast("m.Organization", await self._transport.json(call))

    async def audit(
        self,
        organization_id: str,
        *,
        action: Optional[str] = None,
        target_id: Optional[str] = None,
        created_from: Optional[str] = None,
        created_to: Optional[str] = None,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.AuditPage:
        """List audit entries. Lists who changed what and when, newest first."""
        call = Call(
            "GET",
            t.path("/v1/organizations/:organization_id/audit/", organization_id),
            query={"action": action, "target_id": target_id, "created_from": created_from, "created_to": created_to, "page": page, "page_size": page_size},
        )
        return cast("m.AuditPage", await self._transport.json(call))

    def audit_all(
        self,
        organization_id: str,
        *,
        action: Optional[str] = None,
        target_id: Optional[str] = None,
        created_from: Optional[str] = None,
        created_to: Optional[str] = None,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.AuditEntry]:
        """Every item of every page. List audit entries. Lists who changed what and when, newest first."""
        call = Call(
            "GET",
            t.path("/v1/organizations/:organization_id/audit/", organization_id),
            query={"action": action, "target_id": target_id, "created_from": created_from, "created_to": created_to, "page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.AuditEntry]", self._transport.pages(call))

    async def credits(
        self,
        organization_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.CreditPage:
        """List credit entries. Returns the balance and the entries that changed it, newest first. Only the newest 100,000 entries are counted and shown."""
        call = Call(
            "GET",
            t.path("/v1/organizations/:organization_id/credits/", organization_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("m.CreditPage", await self._transport.json(call))

    def credits_all(
        self,
        organization_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.LedgerEntry]:
        """Every item of every page. List credit entries. Returns the balance and the entries that changed it, newest first. Only the newest 100,000 entries are counted and shown."""
        call = Call(
            "GET",
            t.path("/v1/organizations/:organization_id/credits/", organization_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.LedgerEntry]", self._transport.pages(call))

    async def usage(
        self,
        organization_id: str,
        *,
        bucket: Optional[Literal["hour", "day"]] = None,
        created_from: Optional[str] = None,
        created_to: Optional[str] = None,
    ) -> m.Usage:
        """Jobs and cost by agent and day. Returns jobs and cost by day, or by hour for up to seven days. Days and hours are in UTC, by the time a job was accepted."""
        call = Call(
            "GET",
            t.path("/v1/organizations/:organization_id/usage/", organization_id),
            query={"bucket": bucket, "created_from": created_from, "created_to": created_to},
        )
        return cast("m.Usage", await self._transport.json(call))

    async def costs(
        self,
        organization_id: str,
        *,
        by: Optional[str] = None,
        created_from: Optional[str] = None,
        created_to: Optional[str] = None,
        compare: Optional[bool] = None,
    ) -> m.Costs:
        """Cost by agent, version, model, key or metadata. Covers the jobs accepted in a period, and optionally the previous period."""
        call = Call(
            "GET",
            t.path("/v1/organizations/:organization_id/costs/", organization_id),
            query={"by": by, "created_from": created_from, "created_to": created_to, "compare": compare},
        )
        return cast("m.Costs", await self._transport.json(call))

    async def health(
        self,
        organization_id: str,
    ) -> m.HealthReport:
        """Health of the installation. Returns checks, with a fix for each problem. Only administrators of the first organization see the state of the installation."""
        call = Call(
            "GET",
            t.path("/v1/organizations/:organization_id/health/", organization_id),
        )
        return cast("m.HealthReport", await self._transport.json(call))


class AsyncPlaybookRehearsalsCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        playbook_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.PlaybookRehearsalPage:
        """List rehearsals of a playbook. Newest first, without flips."""
        call = Call(
            "GET",
            t.path("/v1/playbooks/:playbook_id/rehearsals/", playbook_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("m.PlaybookRehearsalPage", await self._transport.json(call))

    def list_all(
        self,
        playbook_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.PlaybookRehearsalSummary]:
        """Every item of every page. List rehearsals of a playbook. Newest first, without flips."""
        call = Call(
            "GET",
            t.path("/v1/playbooks/:playbook_id/rehearsals/", playbook_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.PlaybookRehearsalSummary]", self._transport.pages(call))

    async def create(
        self,
        playbook_id: str,
        body: m.PlaybookRehearsalBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.PlaybookRehearsal:
        """Rehearse a version of a playbook. Runs it on the alerts of decided cases and compares what it would have done. Cases do not change. The result of an earlier job with the same agent version and inputs is taken again; other steps start jobs, which cost."""
        call = Call(
            "POST",
            t.path("/v1/playbooks/:playbook_id/rehearsals/", playbook_id),
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.PlaybookRehearsal", await self._transport.json(call))

    async def get(
        self,
        playbook_id: str,
        playbook_rehearsal_id: str,
    ) -> m.PlaybookRehearsal:
        """Retrieve a rehearsal of a playbook. Returns progress, cost, and the cases that would have gone another way."""
        call = Call(
            "GET",
            t.path("/v1/playbooks/:playbook_id/rehearsals/:playbook_rehearsal_id/", playbook_id, playbook_rehearsal_id),
        )
        return cast("m.PlaybookRehearsal", await self._transport.json(call))

    async def cancel(
        self,
        playbook_id: str,
        playbook_rehearsal_id: str,
    ) -> m.PlaybookRehearsal:
        """Cancel a rehearsal of a playbook. No further job starts. What was decided so far stays."""
        call = Call(
            "POST",
            t.path("/v1/playbooks/:playbook_id/rehearsals/:playbook_rehearsal_id/cancel/", playbook_id, playbook_rehearsal_id),
        )
        return cast("m.PlaybookRehearsal", await self._transport.json(call))


class AsyncPlaybooksCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        search: Optional[str] = None,
        ordering: Optional[Literal["name", "-name", "created_at", "-created_at", "updated_at", "-updated_at"]] = None,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.PlaybookPage:
        """List playbooks. Newest first."""
        call = Call(
            "GET",
            "/v1/playbooks/",
            query={"search": search, "ordering": ordering, "page": page, "page_size": page_size},
        )
        return cast("m.PlaybookPage", await self._transport.json(call))

    def list_all(
        self,
        *,
        search: Optional[str] = None,
        ordering: Optional[Literal["name", "-name", "created_at", "-created_at", "updated_at", "-updated_at"]] = None,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.Playbook]:
        """Every item of every page. List playbooks. Newest first."""
        call = Call(
            "GET",
            "/v1/playbooks/",
            query={"search": search, "ordering": ordering, "page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.Playbook]", self._transport.pages(call))

    async def create(
        self,
        body: m.PlaybookBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.Playbook:
        """Create a playbook. Also creates the first version and makes it current. A queue that names the playbook uses it."""
        call = Call(
            "POST",
            "/v1/playbooks/",
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.Playbook", await self._transport.json(call))

    async def get(
        self,
        playbook_id: str,
    ) -> m.Playbook:
        """Retrieve a playbook. Returns the playbook with the id of its current version."""
        call = Call(
            "GET",
            t.path("/v1/playbooks/:playbook_id/", playbook_id),
        )
        return cast("m.Playbook", await self._transport.json(call))

    async def update(
        self,
        playbook_id: str,
        body: Optional[m.PlaybookPatch] = None,
    ) -> m.Playbook:
        """Update a playbook. An omitted description stays unchanged. An empty description clears it."""
        call = Call(
            "PATCH",
            t.path("/v1/playbooks/:playbook_id/", playbook_id),
            body=body,
        )
        return cast("m.Playbook", await self._transport.json(call))

    async def delete(
        self,
        playbook_id: str,
    ) -> None:
        """Delete a playbook. 409 while a queue uses it."""
        call = Call(
            "DELETE",
            t.path("/v1/playbooks/:playbook_id/", playbook_id),
        )
        return cast("None", await self._transport.json(call))

    async def list_versions(
        self,
        playbook_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.PlaybookVersionPage:
        """List versions of a playbook. Newest first."""
        call = Call(
            "GET",
            t.path("/v1/playbooks/:playbook_id/versions/", playbook_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("m.PlaybookVersionPage", await self._transport.json(call))

    def list_versions_all(
        self,
        playbook_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.PlaybookVersion]:
        """Every item of every page. List versions of a playbook. Newest first."""
        call = Call(
            "GET",
            t.path("/v1/playbooks/:playbook_id/versions/", playbook_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.PlaybookVersion]", self._transport.pages(call))

    async def create_version(
        self,
        playbook_id: str,
        body: m.PlaybookVersionBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.PlaybookVersion:
        """Create a version of a playbook. It becomes current, unless make_current is false or the playbook has a gate."""
        call = Call(
            "POST",
            t.path("/v1/playbooks/:playbook_id/versions/", playbook_id),
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.PlaybookVersion", await self._transport.json(call))

    async def get_version(
        self,
        playbook_id: str,
        playbook_version_id: str,
    ) -> m.PlaybookVersion:
        """Retrieve a version of a playbook. Versions never change."""
        call = Call(
            "GET",
            t.path("/v1/playbooks/:playbook_id/versions/:playbook_version_id/", playbook_id, playbook_version_id),
        )
        return cast("m.PlaybookVersion", await self._transport.json(call))

    async def diff(
        self,
        playbook_id: str,
        playbook_version_id: str,
        other_playbook_version_id: str,
    ) -> m.PlaybookDiff:
        """Compare two versions of a playbook. Returns the steps and the rules of closing that differ."""
        call = Call(
            "GET",
            t.path("/v1/playbooks/:playbook_id/versions/:playbook_version_id/diff/:other_playbook_version_id/", playbook_id, playbook_version_id, other_playbook_version_id),
        )
        return cast("m.PlaybookDiff", await self._transport.json(call))

    async def set_current(
        self,
        playbook_id: str,
        playbook_version_id: str,
        body: Optional[m.PlaybookPromoteBody] = None,
    ) -> m.Playbook:
        """Make a version of a playbook current. Alerts that arrive from now on use it; runs that have begun keep theirs. With a gate, a version that was never current needs a rehearsal that passes."""
        call = Call(
            "PATCH",
            t.path("/v1/playbooks/:playbook_id/set-current-version/:playbook_version_id/", playbook_id, playbook_version_id),
            body=body,
        )
        return cast("m.Playbook", await self._transport.json(call))

    async def gate(
        self,
        playbook_id: str,
    ) -> m.PlaybookGate:
        """Retrieve the gate of a playbook. Members are null if there is none."""
        call = Call(
            "GET",
            t.path("/v1/playbooks/:playbook_id/gate/", playbook_id),
        )
        return cast("m.PlaybookGate", await self._transport.json(call))

    async def set_gate(
        self,
        playbook_id: str,
        body: m.PlaybookGateBody,
    ) -> m.PlaybookGate:
        """Set the gate of a playbook. From now on, a version becomes current only after a rehearsal that shows this."""
        call = Call(
            "PUT",
            t.path("/v1/playbooks/:playbook_id/gate/", playbook_id),
            body=body,
        )
        return cast("m.PlaybookGate", await self._transport.json(call))

    async def delete_gate(
        self,
        playbook_id: str,
    ) -> None:
        """Remove the gate of a playbook. New versions become current immediately again."""
        call = Call(
            "DELETE",
            t.path("/v1/playbooks/:playbook_id/gate/", playbook_id),
        )
        return cast("None", await self._transport.json(call))

    async def runs(
        self,
        playbook_id: str,
        *,
        case: Optional[str] = None,
        state: Optional[Literal["running", "done", "failed", "stopped"]] = None,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.PlaybookRunPage:
        """List runs of a playbook. One for each alert, newest first, with its steps. Runs of cases that are restricted to others are left out."""
        call = Call(
            "GET",
            t.path("/v1/playbooks/:playbook_id/runs/", playbook_id),
            query={"case": case, "state": state, "page": page, "page_size": page_size},
        )
        return cast("m.PlaybookRunPage", await self._transport.json(call))

    def runs_all(
        self,
        playbook_id: str,
        *,
        case: Optional[str] = None,
        state: Optional[Literal["running", "done", "failed", "stopped"]] = None,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.PlaybookRun]:
        """Every item of every page. List runs of a playbook. One for each alert, newest first, with its steps. Runs of cases that are restricted to others are left out."""
        call = Call(
            "GET",
            t.path("/v1/playbooks/:playbook_id/runs/", playbook_id),
            query={"case": case, "state": state, "page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.PlaybookRun]", self._transport.pages(call))


class AsyncPoliciesCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
        search: Optional[str] = None,
        ordering: Optional[Literal["name", "-name", "created_at", "-created_at", "updated_at", "-updated_at"]] = None,
    ) -> m.PolicyPage:
        """List policies. Lists the policies of the organization with their current versions, in pages."""
        call = Call(
            "GET",
            "/v1/policies/",
            query={"page": page, "page_size": page_size, "search": search, "ordering": ordering},
        )
        return cast("m.PolicyPage", await self._transport.json(call))

    def list_all(
        self,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
        search: Optional[str] = None,
        ordering: Optional[Literal["name", "-name", "created_at", "-created_at", "updated_at", "-updated_at"]] = None,
    ) -> AsyncIterator[m.Policy]:
        """Every item of every page. List policies. Lists the policies of the organization with their current versions, in pages."""
        call = Call(
            "GET",
            "/v1/policies/",
            query={"page": page, "page_size": page_size, "search": search, "ordering": ordering},
        )
        return cast("AsyncIterator[m.Policy]", self._transport.pages(call))

    async def create(
        self,
        body: m.PolicyCreateBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.Policy:
        """Create a policy. Also creates the first version and makes it current."""
        call = Call(
            "POST",
            "/v1/policies/",
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.Policy", await self._transport.json(call))

    async def get(
        self,
        policy_id: str,
    ) -> m.Policy:
        """Retrieve a policy. Returns the policy with its current version. Agents that use the policy apply that version from their next job."""
        call = Call(
            "GET",
            t.path("/v1/policies/:policy_id/", policy_id),
        )
        return cast("m.Policy", await self._transport.json(call))

    async def replace(
        self,
        policy_id: str,
        body: m.PolicyReplaceBody,
    ) -> m.Policy:
        """Replace name and description of a policy. An omitted description stays unchanged. An empty description clears it."""
        call = Call(
            "PUT",
            t.path("/v1/policies/:policy_id/", policy_id),
            body=body,
        )
        return cast("m.Policy", await self._transport.json(call))

    async def update(
        self,
        policy_id: str,
        body: Optional[m.PolicyUpdateBody] = None,
    ) -> m.Policy:
        """Update a policy. An omitted description stays unchanged. An empty description clears it."""
        call = Call(
            "PATCH",
            t.path("/v1/policies/:policy_id/", policy_id),
            body=body,
        )
        return cast("m.Policy", await self._transport.json(call))

    async def delete(
        self,
        policy_id: str,
    ) -> None:
        """Delete a policy. Also deletes its versions. Refused while agent versions use the policy: `dependent_agents` lists them."""
        call = Call(
            "DELETE",
            t.path("/v1/policies/:policy_id/", policy_id),
        )
        return cast("None", await self._transport.json(call))

    async def dependents(
        self,
        policy_id: str,
    ) -> List[m.DependentAgent]:
        """Agents that use a policy. Lists every agent version that uses it, current or not. At most 1000."""
        call = Call(
            "GET",
            t.path("/v1/policies/:policy_id/agents/", policy_id),
        )
        return cast("List[m.DependentAgent]", await self._transport.json(call))


class AsyncPolicyVersionsCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(
        self,
        policy_version_id: str,
    ) -> m.PolicyVersion:
        """Retrieve a policy version by its id. You can also pass the id of a policy to get its current version."""
        call = Call(
            "GET",
            t.path("/v1/policies/versions/:policy_version_id/", policy_version_id),
        )
        return cast("m.PolicyVersion", await self._transport.json(call))

    async def list(
        self,
        policy_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.PolicyVersionPage:
        """List policy versions. Newest first."""
        call = Call(
            "GET",
            t.path("/v1/policies/:policy_id/versions/", policy_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("m.PolicyVersionPage", await self._transport.json(call))

    def list_all(
        self,
        policy_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.PolicyVersion]:
        """Every item of every page. List policy versions. Newest first."""
        call = Call(
            "GET",
            t.path("/v1/policies/:policy_id/versions/", policy_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.PolicyVersion]", self._transport.pages(call))

    async def create(
        self,
        policy_id: str,
        body: m.PolicyVersionBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.PolicyVersionCreated:
        """Create a policy version. The new version becomes current immediately, unless make_current is false. With base_version_id, rules with the same title keep their ids."""
        call = Call(
            "POST",
            t.path("/v1/policies/:policy_id/versions/", policy_id),
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.PolicyVersionCreated", await self._transport.json(call))

    async def of_policy(
        self,
        policy_id: str,
        policy_version_id: str,
    ) -> m.PolicyVersion:
        """Retrieve a policy version. Returns the content of a version. Versions never change."""
        call = Call(
            "GET",
            t.path("/v1/policies/:policy_id/versions/:policy_version_id/", policy_id, policy_version_id),
        )
        return cast("m.PolicyVersion", await self._transport.json(call))

    async def diff(
        self,
        policy_id: str,
        policy_version_id: str,
        other_version_id: str,
    ) -> m.PolicyDiff:
        """Compare two policy versions. Returns added, removed and changed rules and classifications, and changed texts, from the first to the second version."""
        call = Call(
            "GET",
            t.path("/v1/policies/:policy_id/versions/:policy_version_id/diff/:other_version_id/", policy_id, policy_version_id, other_version_id),
        )
        return cast("m.PolicyDiff", await self._transport.json(call))

    async def set_current(
        self,
        policy_id: str,
        policy_version_id: str,
        body: Optional[m.PromoteBody] = None,
    ) -> m.Policy:
        """Make a version current. Promotes or rolls back. Jobs accepted from now on use this version. Earlier jobs keep their version. If the gate asks for four eyes, the answer is 202 and the version is only proposed, see `/v1/promotions/`."""
        call = Call(
            "PATCH",
            t.path("/v1/policies/:policy_id/set-current-version/:policy_version_id/", policy_id, policy_version_id),
            body=body,
        )
        return cast("m.Policy", await self._transport.json(call))


class AsyncPostActionsCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        job_id: str,
    ) -> List[m.PostActionDelivery]:
        """List post actions of a job. Lists the post actions of the job and their outcome, in the order of the version."""
        call = Call(
            "GET",
            t.path("/v1/agents/jobs/:job_id/post-actions/", job_id),
        )
        return cast("List[m.PostActionDelivery]", await self._transport.json(call))

    async def resend(
        self,
        job_id: str,
        post_action_id: str,
    ) -> m.PostActionDelivery:
        """Run a post action again. Runs it immediately, with all retries if it fails. It keeps its id, so the other system gets the same `Idempotency-Key` or message id."""
        call = Call(
            "POST",
            t.path("/v1/agents/jobs/:job_id/post-actions/:post_action_id/resend/", job_id, post_action_id),
        )
        return cast("m.PostActionDelivery", await self._transport.json(call))


class AsyncPromotionsCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
        state: Optional[Literal["proposed", "approved", "rejected", "obsolete"]] = None,
        agent_id: Optional[str] = None,
        policy_id: Optional[str] = None,
    ) -> m.PromotionPage:
        """List promotions. Versions that were proposed where a gate asks for four eyes, newest first."""
        call = Call(
            "GET",
            "/v1/promotions/",
            query={"page": page, "page_size": page_size, "state": state, "agent_id": agent_id, "policy_id": policy_id},
        )
        return cast("m.PromotionPage", await self._transport.json(call))

    def list_all(
        self,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
        state: Optional[Literal["proposed", "approved", "rejected", "obsolete"]] = None,
        agent_id: Optional[str] = None,
        policy_id: Optional[str] = None,
    ) -> AsyncIterator[m.Promotion]:
        """Every item of every page. List promotions. Versions that were proposed where a gate asks for four eyes, newest first."""
        call = Call(
            "GET",
            "/v1/promotions/",
            query={"page": page, "page_size": page_size, "state": state, "agent_id": agent_id, "policy_id": policy_id},
        )
        return cast("AsyncIterator[m.Promotion]", self._transport.pages(call))

    async def get(
        self,
        promotion_id: str,
    ) -> m.Promotion:
        """Retrieve a promotion. Who proposed which version, why, and how it ended."""
        call = Call(
            "GET",
            t.path("/v1/promotions/:promotion_id/", promotion_id),
        )
        return cast("m.Promotion", await self._transport.json(call))

    async def approve(
        self,
        promotion_id: str,
        body: Optional[m.PromotionApproveBody] = None,
    ) -> m.Promotion:
        """Approve a promotion. Makes the version current. Only for people signed in as themselves, other than who proposed it, with the role that the promotion needs. 409 if another version is current by now, or the run no longer passes."""
        call = Call(
            "POST",
            t.path("/v1/promotions/:promotion_id/approve/", promotion_id),
            body=body,
        )
        return cast("m.Promotion", await self._transport.json(call))

    async def reject(
        self,
        promotion_id: str,
        body: m.PromotionRejectBody,
    ) -> m.Promotion:
        """Reject a promotion. The current version stays. Whoever proposed it takes it back this way."""
        call = Call(
            "POST",
            t.path("/v1/promotions/:promotion_id/reject/", promotion_id),
            body=body,
        )
        return cast("m.Promotion", await self._transport.json(call))


class AsyncQueriesCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def start(
        self,
        body: m.QueryBody,
        *,
        worksheet_id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> m.QueryObject:
        """Submit SQL without waiting for it. Returns the query. Read its result, including SQL errors, later. The SQL dialect is DuckDB, with agents as functions: `run_agent('AGENT_ID', MAP {'key': value})` returns the id of a job that runs in the background; `run_agent_sync('AGENT_ID', MAP {'key': value})` returns the result of the finished job, as in job_result; `job_status(job_id)` returns the status code of the job, 0 to 6; `job_result(job_id)` returns the value of the only output, or a JSON object of all outputs; null while the job runs or if it failed. `SHOW TABLES` lists the tables."""
        call = Call(
            "POST",
            "/v1/database/query/async/",
            body=body,
            query={"worksheet_id": worksheet_id},
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.QueryObject", await self._transport.json(call))

    async def run(
        self,
        body: m.QueryBody,
        *,
        worksheet_id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> List[m.StatementResult]:
        """Run SQL and wait for the result. Returns one element per statement. The first error ends the query with 400. The SQL dialect is DuckDB, with agents as functions: `run_agent('AGENT_ID', MAP {'key': value})` returns the id of a job that runs in the background; `run_agent_sync('AGENT_ID', MAP {'key': value})` returns the result of the finished job, as in job_result; `job_status(job_id)` returns the status code of the job, 0 to 6; `job_result(job_id)` returns the value of the only output, or a JSON object of all outputs; null while the job runs or if it failed. `SHOW TABLES` lists the tables."""
        call = Call(
            "POST",
            "/v1/database/query/",
            body=body,
            query={"worksheet_id": worksheet_id},
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("List[m.StatementResult]", await self._transport.json(call))

    async def list(
        self,
        *,
        worksheet_id: Optional[str] = None,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.QueryPage:
        """List queries. Lists the submitted queries with their state, newest first, in pages."""
        call = Call(
            "GET",
            "/v1/database/query/",
            query={"worksheet_id": worksheet_id, "page": page, "page_size": page_size},
        )
        return cast("m.QueryPage", await self._transport.json(call))

    def list_all(
        self,
        *,
        worksheet_id: Optional[str] = None,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.QueryObject]:
        """Every item of every page. List queries. Lists the submitted queries with their state, newest first, in pages."""
        call = Call(
            "GET",
            "/v1/database/query/",
            query={"worksheet_id": worksheet_id, "page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.QueryObject]", self._transport.pages(call))

    async def get(
        self,
        worksheet_query_id: str,
    ) -> m.QueryObject:
        """Retrieve a query. Returns the state and statements of the query, without its rows."""
        call = Call(
            "GET",
            t.path("/v1/database/query/:worksheet_query_id/", worksheet_query_id),
        )
        return cast("m.QueryObject", await self._transport.json(call))

    async def result(
        self,
        worksheet_query_id: str,
        *,
        offset: Optional[int] = None,
        limit: Optional[int] = None,
    ) -> m.QueryResult:
        """Result of a query. Returns one element per statement, with all its rows or the rows selected by offset and limit."""
        call = Call(
            "GET",
            t.path("/v1/database/query/:worksheet_query_id/result/", worksheet_query_id),
            query={"offset": offset, "limit": limit},
        )
        return cast("m.QueryResult", await self._transport.json(call))

    async def cells(
        self,
        worksheet_query_id: str,
    ) -> m.LiveCells:
        """Show the cells that agents fill. Returns the rows of the running statement, with the job, state and answer of each cell. Empty before and after the statement, and if the statement computes with the answers."""
        call = Call(
            "GET",
            t.path("/v1/database/query/:worksheet_query_id/cells/", worksheet_query_id),
        )
        return cast("m.LiveCells", await self._transport.json(call))

    async def cancel(
        self,
        worksheet_query_id: str,
    ) -> m.QueryObject:
        """Cancel a query. Also cancels its jobs that have not started. A finished query does not change."""
        call = Call(
            "POST",
            t.path("/v1/database/query/:worksheet_query_id/cancel/", worksheet_query_id),
        )
        return cast("m.QueryObject", await self._transport.json(call))

    async def export(
        self,
        worksheet_query_id: str,
        *,
        format: Optional[Literal["csv", "jsonl", "parquet"]] = None,
        statement: Optional[int] = None,
        formulas: Optional[Literal["neutralize", "keep"]] = None,
    ) -> bytes:
        """Result of a statement as a file. Returns CSV, JSON lines or Parquet, including rows that the result omits. X-Truncated: true means that rows are still missing."""
        call = Call(
            "GET",
            t.path("/v1/database/query/:worksheet_query_id/export/", worksheet_query_id),
            query={"format": format, "statement": statement, "formulas": formulas},
        )
        return await self._transport.content(call)


class AsyncReviewsCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get_plan(
        self,
        agent_id: str,
    ) -> m.ReviewPlan:
        """Review plan of an agent. Which of its jobs people look at. Without a plan all rates are 0."""
        call = Call(
            "GET",
            t.path("/v1/agents/:agent_id/review-plan/", agent_id),
        )
        return cast("m.ReviewPlan", await self._transport.json(call))

    async def set_plan(
        self,
        agent_id: str,
        body: Optional[m.ReviewPlanBody] = None,
    ) -> m.ReviewPlan:
        """Set the review plan of an agent. Replaces the plan, for jobs that end from now on. Members may ask for more reviews; asking for fewer needs an admin."""
        call = Call(
            "PUT",
            t.path("/v1/agents/:agent_id/review-plan/", agent_id),
            body=body,
        )
        return cast("m.ReviewPlan", await self._transport.json(call))

    async def list(
        self,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
        state: Optional[Literal["open", "reserved", "done", "disputed"]] = None,
        reason: Optional[str] = None,
        agent_id: Optional[str] = None,
        job_id: Optional[str] = None,
        mine: Optional[bool] = None,
        overdue: Optional[bool] = None,
        skipped: Optional[bool] = None,
        disagreed: Optional[bool] = None,
    ) -> m.ReviewTaskPage:
        """Review tasks. Jobs that people look at or have looked at. Newest first."""
        call = Call(
            "GET",
            "/v1/reviews/",
            query={"page": page, "page_size": page_size, "state": state, "reason": reason, "agent_id": agent_id, "job_id": job_id, "mine": mine, "overdue": overdue, "skipped": skipped, "disagreed": disagreed},
        )
        return cast("m.ReviewTaskPage", await self._transport.json(call))

    def list_all(
        self,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
        state: Optional[Literal["open", "reserved", "done", "disputed"]] = None,
        reason: Optional[str] = None,
        agent_id: Optional[str] = None,
        job_id: Optional[str] = None,
        mine: Optional[bool] = None,
        overdue: Optional[bool] = None,
        skipped: Optional[bool] = None,
        disagreed: Optional[bool] = None,
    ) -> AsyncIterator[m.ReviewTask]:
        """Every item of every page. Review tasks. Jobs that people look at or have looked at. Newest first."""
        call = Call(
            "GET",
            "/v1/reviews/",
            query={"page": page, "page_size": page_size, "state": state, "reason": reason, "agent_id": agent_id, "job_id": job_id, "mine": mine, "overdue": overdue, "skipped": skipped, "disagreed": disagreed},
        )
        return cast("AsyncIterator[m.ReviewTask]", self._transport.pages(call))

    async def stats(
        self,
        *,
        agent_id: Optional[str] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
    ) -> m.ReviewStats:
        """Figures of the reviews. How often reviewers agree with the outputs and with each other, by version, field and reviewer."""
        call = Call(
            "GET",
            "/v1/reviews/stats/",
            query={"agent_id": agent_id, "from": from_, "to": to},
        )
        return cast("m.ReviewStats", await self._transport.json(call))

    async def next(
        self,
        body: Optional[m.ReviewNextBody] = None,
    ) -> Optional[m.ReviewTask]:
        """Take the next review. Reserves the most urgent task that you may do and have not skipped, for 15 minutes. One that you hold already comes first. 204: there is none."""
        call = Call(
            "POST",
            "/v1/reviews/next/",
            body=body,
        )
        return cast("Optional[m.ReviewTask]", await self._transport.json(call))

    async def get(
        self,
        review_id: str,
    ) -> m.ReviewTask:
        """One review task. The task, and its decision once there is one."""
        call = Call(
            "GET",
            t.path("/v1/reviews/:review_id/", review_id),
        )
        return cast("m.ReviewTask", await self._transport.json(call))

    async def reserve(
        self,
        review_id: str,
    ) -> m.ReviewTask:
        """Reserve a review. For 15 minutes, again from now when you hold it already. 409 while another person holds it."""
        call = Call(
            "POST",
            t.path("/v1/reviews/:review_id/reserve/", review_id),
        )
        return cast("m.ReviewTask", await self._transport.json(call))

    async def release(
        self,
        review_id: str,
    ) -> m.ReviewTask:
        """Release a review. Gives it back. Admins may release what another person holds."""
        call = Call(
            "POST",
            t.path("/v1/reviews/:review_id/release/", review_id),
        )
        return cast("m.ReviewTask", await self._transport.json(call))

    async def skip(
        self,
        review_id: str,
        body: m.ReviewSkipBody,
    ) -> m.ReviewTask:
        """Skip a review. Leaves it to others and says why. `next` does not give it to you again; you can still reserve it yourself."""
        call = Call(
            "POST",
            t.path("/v1/reviews/:review_id/skip/", review_id),
            body=body,
        )
        return cast("m.ReviewTask", await self._transport.json(call))

    async def compare(
        self,
        review_id: str,
    ) -> m.ReviewComparison:
        """Two reviews side by side. The first and the second review of the job, and where they differ. Either of the two may be named."""
        call = Call(
            "GET",
            t.path("/v1/reviews/:review_id/comparison/", review_id),
        )
        return cast("m.ReviewComparison", await self._transport.json(call))

    async def decide(
        self,
        review_id: str,
        body: m.ReviewDecideBody,
    ) -> m.ReviewTask:
        """Decide a review. Says whether the output is right, and else what would be. With a second review to come, the job stays unreviewed until that is done."""
        call = Call(
            "POST",
            t.path("/v1/reviews/:review_id/decide/", review_id),
            body=body,
        )
        return cast("m.ReviewTask", await self._transport.json(call))

    async def settle(
        self,
        review_id: str,
        body: m.ReviewSettleBody,
    ) -> m.ReviewTask:
        """Settle a disagreement. Ends the disagreement of two reviewers: by a third person, or by one of the two with `agreed_with`, which the other confirms by sending the same."""
        call = Call(
            "POST",
            t.path("/v1/reviews/:review_id/settle/", review_id),
            body=body,
        )
        return cast("m.ReviewTask", await self._transport.json(call))


class AsyncRehearsalsCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        policy_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.RehearsalPage:
        """List rehearsals of a policy. Lists the rehearsals newest first, without flips."""
        call = Call(
            "GET",
            t.path("/v1/policies/:policy_id/rehearsals/", policy_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("m.RehearsalPage", await self._transport.json(call))

    def list_all(
        self,
        policy_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.RehearsalSummary]:
        """Every item of every page. List rehearsals of a policy. Lists the rehearsals newest first, without flips."""
        call = Call(
            "GET",
            t.path("/v1/policies/:policy_id/rehearsals/", policy_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.RehearsalSummary]", self._transport.pages(call))

    async def create(
        self,
        policy_id: str,
        body: m.RehearsalBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.Rehearsal:
        """Rehearse a version of a policy. Decides past cases again with this version, based on their stored evidence. No page is fetched and no tool is called."""
        call = Call(
            "POST",
            t.path("/v1/policies/:policy_id/rehearsals/", policy_id),
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.Rehearsal", await self._transport.json(call))

    async def get(
        self,
        policy_id: str,
        rehearsal_id: str,
    ) -> m.Rehearsal:
        """Retrieve a rehearsal. Returns the progress, the changed verdicts with the rules that caused the change, and the cases that cannot be decided."""
        call = Call(
            "GET",
            t.path("/v1/policies/:policy_id/rehearsals/:rehearsal_id/", policy_id, rehearsal_id),
        )
        return cast("m.Rehearsal", await self._transport.json(call))

    def flips(
        self,
        policy_id: str,
        rehearsal_id: str,
    ) -> AsyncIterator[m.Flip]:
        """All flips of a rehearsal. Returns JSON lines in the order of the cases."""
        call = Call(
            "GET",
            t.path("/v1/policies/:policy_id/rehearsals/:rehearsal_id/flips/", policy_id, rehearsal_id),
        )
        return cast("AsyncIterator[m.Flip]", self._transport.lines(call))

    async def cancel(
        self,
        policy_id: str,
        rehearsal_id: str,
    ) -> m.Rehearsal:
        """Cancel a rehearsal. Decisions so far stay. You can resume the rehearsal."""
        call = Call(
            "POST",
            t.path("/v1/policies/:policy_id/rehearsals/:rehearsal_id/cancel/", policy_id, rehearsal_id),
        )
        return cast("m.Rehearsal", await self._transport.json(call))

    async def resume(
        self,
        policy_id: str,
        rehearsal_id: str,
        body: Optional[m.RehearsalResumeBody] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.Rehearsal:
        """Resume a rehearsal. Decides the remaining cases. Earlier model answers are reused."""
        call = Call(
            "POST",
            t.path("/v1/policies/:policy_id/rehearsals/:rehearsal_id/resume/", policy_id, rehearsal_id),
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.Rehearsal", await self._transport.json(call))


class AsyncRunsCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def run(
        self,
        agent_id: str,
        body: Optional[m.RunBody] = None,
        *,
        idempotency_key: Optional[str] = None,
        skip_cache: bool = False,
    ) -> List[m.OutputItem]:
        """Run an agent and wait for the outputs. Responds when the job is final. For a failed job the response is 400 with its error. The header X-Agent-Job-Id has the job id. With `Accept: text/event-stream` the response is the events of the job, and `end` has the outputs."""
        call = Call(
            "POST",
            t.path("/v1/agents/run/:agent_id/", agent_id),
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
            headers={"X-Skip-Cache": "true"} if skip_cache else {},
        )
        return cast("List[m.OutputItem]", await self._transport.json(call))

    async def start(
        self,
        agent_id: str,
        body: Optional[m.RunBody] = None,
        *,
        idempotency_key: Optional[str] = None,
        skip_cache: bool = False,
    ) -> str:
        """Run an agent in the background. Returns the id of the new job as soon as the job is stored."""
        call = Call(
            "POST",
            t.path("/v1/agents/run/:agent_id/async/", agent_id),
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
            headers={"X-Skip-Cache": "true"} if skip_cache else {},
        )
        return cast("str", await self._transport.json(call))

    async def run_version(
        self,
        agent_id: str,
        agent_version_id: str,
        body: Optional[m.RunBody] = None,
        *,
        idempotency_key: Optional[str] = None,
        skip_cache: bool = False,
    ) -> List[m.OutputItem]:
        """Run one version of an agent and wait for the outputs. Responds when the job is final. For a failed job the response is 400 with its error. The header X-Agent-Job-Id has the job id. With `Accept: text/event-stream` the response is the events of the job, and `end` has the outputs."""
        call = Call(
            "POST",
            t.path("/v1/agents/run/:agent_id/versions/:agent_version_id/", agent_id, agent_version_id),
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
            headers={"X-Skip-Cache": "true"} if skip_cache else {},
        )
        return cast("List[m.OutputItem]", await self._transport.json(call))

    async def start_version(
        self,
        agent_id: str,
        agent_version_id: str,
        body: Optional[m.RunBody] = None,
        *,
        idempotency_key: Optional[str] = None,
        skip_cache: bool = False,
    ) -> str:
        """Run one version of an agent in the background. Returns the id of the new job as soon as the job is stored."""
        call = Call(
            "POST",
            t.path("/v1/agents/run/:agent_id/versions/:agent_version_id/async/", agent_id, agent_version_id),
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
            headers={"X-Skip-Cache": "true"} if skip_cache else {},
        )
        return cast("str", await self._transport.json(call))

    async def estimate(
        self,
        agent_id: str,
        body: Optional[m.RunBody] = None,
    ) -> m.RunEstimate:
        """Estimate the cost of a run. Returns what recent jobs of the agent cost on average, in the normal lane and in the batch lane of its provider. The body is that of a run, but the average does not depend on it. Starts nothing."""
        call = Call(
            "POST",
            t.path("/v1/agents/run/:agent_id/estimate/", agent_id),
            body=body,
        )
        return cast("m.RunEstimate", await self._transport.json(call))

    async def start_many(
        self,
        agent_id: str,
        body: m.RunManyBody,
        *,
        idempotency_key: Optional[str] = None,
        skip_cache: bool = False,
    ) -> List[str]:
        """Run an agent many times in the background. Checks all items before creating any job. Metadata is ignored here; use a batch to store metadata."""
        call = Call(
            "POST",
            t.path("/v1/agents/run/:agent_id/async/many/", agent_id),
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
            headers={"X-Skip-Cache": "true"} if skip_cache else {},
        )
        return cast("List[str]", await self._transport.json(call))


class AsyncSchedulesCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        agent_id: Optional[str] = None,
        enabled: Optional[Literal["true", "false"]] = None,
        search: Optional[str] = None,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.SchedulePage:
        """List schedules. Lists the schedules of the organization, newest first, with their next time and last run."""
        call = Call(
            "GET",
            "/v1/schedules/",
            query={"agent_id": agent_id, "enabled": enabled, "search": search, "page": page, "page_size": page_size},
        )
        return cast("m.SchedulePage", await self._transport.json(call))

    def list_all(
        self,
        *,
        agent_id: Optional[str] = None,
        enabled: Optional[Literal["true", "false"]] = None,
        search: Optional[str] = None,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.Schedule]:
        """Every item of every page. List schedules. Lists the schedules of the organization, newest first, with their next time and last run."""
        call = Call(
            "GET",
            "/v1/schedules/",
            query={"agent_id": agent_id, "enabled": enabled, "search": search, "page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.Schedule]", self._transport.pages(call))

    async def create(
        self,
        body: m.ScheduleCreateBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.Schedule:
        """Create a schedule. Runs an agent at set times. Use `cron` or `every_seconds`."""
        call = Call(
            "POST",
            "/v1/schedules/",
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.Schedule", await self._transport.json(call))

    async def get(
        self,
        schedule_id: str,
    ) -> m.Schedule:
        """Retrieve a schedule. Returns the schedule with its next time and last run."""
        call = Call(
            "GET",
            t.path("/v1/schedules/:schedule_id/", schedule_id),
        )
        return cast("m.Schedule", await self._transport.json(call))

    async def replace(
        self,
        schedule_id: str,
        body: m.ScheduleCreateBody,
    ) -> m.Schedule:
        """Replace a schedule. Omitted settings get their defaults."""
        call = Call(
            "PUT",
            t.path("/v1/schedules/:schedule_id/", schedule_id),
            body=body,
        )
        return cast("m.Schedule", await self._transport.json(call))

    async def update(
        self,
        schedule_id: str,
        body: Optional[m.ScheduleUpdateBody] = None,
    ) -> m.Schedule:
        """Update a schedule. Omitted settings stay unchanged. `cron` replaces `every_seconds`, and vice versa."""
        call = Call(
            "PATCH",
            t.path("/v1/schedules/:schedule_id/", schedule_id),
            body=body,
        )
        return cast("m.Schedule", await self._transport.json(call))

    async def delete(
        self,
        schedule_id: str,
    ) -> None:
        """Delete a schedule. Also deletes its list of runs. Jobs that it started stay."""
        call = Call(
            "DELETE",
            t.path("/v1/schedules/:schedule_id/", schedule_id),
        )
        return cast("None", await self._transport.json(call))

    async def run(
        self,
        schedule_id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.ScheduleRun:
        """Run a schedule now. Runs the schedule as if it were due now, even if it is disabled. Its overlap rule applies."""
        call = Call(
            "POST",
            t.path("/v1/schedules/:schedule_id/run/", schedule_id),
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.ScheduleRun", await self._transport.json(call))

    async def runs(
        self,
        schedule_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.ScheduleRunPage:
        """List the runs of a schedule. Lists the outcome of each due time, latest first. Entries are kept for 30 days."""
        call = Call(
            "GET",
            t.path("/v1/schedules/:schedule_id/runs/", schedule_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("m.ScheduleRunPage", await self._transport.json(call))

    def runs_all(
        self,
        schedule_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.ScheduleRun]:
        """Every item of every page. List the runs of a schedule. Lists the outcome of each due time, latest first. Entries are kept for 30 days."""
        call = Call(
            "GET",
            t.path("/v1/schedules/:schedule_id/runs/", schedule_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.ScheduleRun]", self._transport.pages(call))

    async def next(
        self,
        schedule_id: str,
        *,
        count: Optional[int] = None,
    ) -> m.NextTimes:
        """Next times of a schedule. Returns the next due times. Daylight saving time is taken into account."""
        call = Call(
            "GET",
            t.path("/v1/schedules/:schedule_id/next/", schedule_id),
            query={"count": count},
        )
        return cast("m.NextTimes", await self._transport.json(call))


class AsyncScreeningCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def lists(
        self,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.ScreeningListPage:
        """List screening lists. Newest first."""
        call = Call(
            "GET",
            "/v1/screening-lists/",
            query={"page": page, "page_size": page_size},
        )
        return cast("m.ScreeningListPage", await self._transport.json(call))

    def lists_all(
        self,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.ScreeningList]:
        """Every item of every page. List screening lists. Newest first."""
        call = Call(
            "GET",
            "/v1/screening-lists/",
            query={"page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.ScreeningList]", self._transport.pages(call))

    async def create_list(
        self,
        body: m.ScreeningListBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.ScreeningList:
        """Create a screening list. An empty list. Import a file to fill it."""
        call = Call(
            "POST",
            "/v1/screening-lists/",
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.ScreeningList", await self._transport.json(call))

    async def get_list(
        self,
        screening_list_id: str,
    ) -> m.ScreeningList:
        """Retrieve a screening list. Returns the list with the number of its current version."""
        call = Call(
            "GET",
            t.path("/v1/screening-lists/:screening_list_id/", screening_list_id),
        )
        return cast("m.ScreeningList", await self._transport.json(call))

    async def update_list(
        self,
        screening_list_id: str,
        body: Optional[m.ScreeningListPatch] = None,
    ) -> m.ScreeningList:
        """Change a screening list. Changes its name or description."""
        call = Call(
            "PATCH",
            t.path("/v1/screening-lists/:screening_list_id/", screening_list_id),
            body=body,
        )
        return cast("m.ScreeningList", await self._transport.json(call))

    async def delete_list(
        self,
        screening_list_id: str,
    ) -> None:
        """Delete a screening list. Deletes its entries and versions, and the decisions and matches about them."""
        call = Call(
            "DELETE",
            t.path("/v1/screening-lists/:screening_list_id/", screening_list_id),
        )
        return cast("None", await self._transport.json(call))

    async def import_list(
        self,
        screening_list_id: str,
        form: Form,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.ScreeningListVersion:
        """Import a version of a screening list. The file is the whole list: entries that it lacks are removed. Only entries that changed are written. A file like the last one makes no version."""
        call = Call(
            "POST",
            t.path("/v1/screening-lists/:screening_list_id/import/", screening_list_id),
            form=form,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.ScreeningListVersion", await self._transport.json(call))

    async def list_versions(
        self,
        screening_list_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.ScreeningListVersionPage:
        """List versions of a screening list. Newest first, each with how many entries it added, changed and removed."""
        call = Call(
            "GET",
            t.path("/v1/screening-lists/:screening_list_id/versions/", screening_list_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("m.ScreeningListVersionPage", await self._transport.json(call))

    def list_versions_all(
        self,
        screening_list_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.ScreeningListVersion]:
        """Every item of every page. List versions of a screening list. Newest first, each with how many entries it added, changed and removed."""
        call = Call(
            "GET",
            t.path("/v1/screening-lists/:screening_list_id/versions/", screening_list_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.ScreeningListVersion]", self._transport.pages(call))

    async def screen(
        self,
        body: m.ScreeningBody,
    ) -> m.Screened:
        """Compare names with lists. Names match across scripts, order, initials, transliterations and legal forms. Each score is explained part by part."""
        call = Call(
            "POST",
            "/v1/screening/",
            body=body,
        )
        return cast("m.Screened", await self._transport.json(call))

    async def list_decisions(
        self,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.ScreeningDecisionPage:
        """List screening decisions. Newest first."""
        call = Call(
            "GET",
            "/v1/screening/decisions/",
            query={"page": page, "page_size": page_size},
        )
        return cast("m.ScreeningDecisionPage", await self._transport.json(call))

    def list_decisions_all(
        self,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.ScreeningDecision]:
        """Every item of every page. List screening decisions. Newest first."""
        call = Call(
            "GET",
            "/v1/screening/decisions/",
            query={"page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.ScreeningDecision]", self._transport.pages(call))

    async def decide(
        self,
        body: m.ScreeningDecisionBody,
    ) -> m.ScreeningDecision:
        """Decide about a match. A false positive is left out of matches, and counted, until the name, the date of birth or the entry changes."""
        call = Call(
            "PUT",
            "/v1/screening/decisions/",
            body=body,
        )
        return cast("m.ScreeningDecision", await self._transport.json(call))


class AsyncScreeningWatchesCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.ScreeningWatchPage:
        """List screening watches. Newest first."""
        call = Call(
            "GET",
            "/v1/screening-watches/",
            query={"page": page, "page_size": page_size},
        )
        return cast("m.ScreeningWatchPage", await self._transport.json(call))

    def list_all(
        self,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.ScreeningWatch]:
        """Every item of every page. List screening watches. Newest first."""
        call = Call(
            "GET",
            "/v1/screening-watches/",
            query={"page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.ScreeningWatch]", self._transport.pages(call))

    async def create(
        self,
        body: m.ScreeningWatchBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.ScreeningWatch:
        """Create a screening watch. A watch compares its subjects with lists whenever one of them changes, and records which matches are new, changed or gone."""
        call = Call(
            "POST",
            "/v1/screening-watches/",
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.ScreeningWatch", await self._transport.json(call))

    async def run(
        self,
        screening_watch_id: str,
        body: Optional[m.ScreeningRunBody] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.ScreeningRun:
        """Screen the subjects of a watch again. Now, and not only when something changes. 409 while a run is in progress."""
        call = Call(
            "POST",
            t.path("/v1/screening-watches/:screening_watch_id/runs/", screening_watch_id),
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.ScreeningRun", await self._transport.json(call))

    async def runs(
        self,
        screening_watch_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.ScreeningRunPage:
        """List the runs of a screening watch. Newest first, each with what it compared and found."""
        call = Call(
            "GET",
            t.path("/v1/screening-watches/:screening_watch_id/runs/", screening_watch_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("m.ScreeningRunPage", await self._transport.json(call))

    def runs_all(
        self,
        screening_watch_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.ScreeningRun]:
        """Every item of every page. List the runs of a screening watch. Newest first, each with what it compared and found."""
        call = Call(
            "GET",
            t.path("/v1/screening-watches/:screening_watch_id/runs/", screening_watch_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.ScreeningRun]", self._transport.pages(call))

    async def get_run(
        self,
        screening_run_id: str,
    ) -> m.ScreeningRun:
        """Progress of a run of a screening watch. Which versions and subjects it compared, and what is new, changed and gone."""
        call = Call(
            "GET",
            t.path("/v1/screening-runs/:screening_run_id/", screening_run_id),
        )
        return cast("m.ScreeningRun", await self._transport.json(call))

    async def get(
        self,
        screening_watch_id: str,
    ) -> m.ScreeningWatch:
        """Retrieve a screening watch. Returns its settings, how many subjects it has, and how many matches are open."""
        call = Call(
            "GET",
            t.path("/v1/screening-watches/:screening_watch_id/", screening_watch_id),
        )
        return cast("m.ScreeningWatch", await self._transport.json(call))

    async def update(
        self,
        screening_watch_id: str,
        body: Optional[m.ScreeningWatchPatch] = None,
    ) -> m.ScreeningWatch:
        """Change a screening watch. Another threshold or other lists compare everything again."""
        call = Call(
            "PATCH",
            t.path("/v1/screening-watches/:screening_watch_id/", screening_watch_id),
            body=body,
        )
        return cast("m.ScreeningWatch", await self._transport.json(call))

    async def delete(
        self,
        screening_watch_id: str,
    ) -> None:
        """Delete a screening watch. Deletes its subjects, matches and runs. Alerts and cases stay."""
        call = Call(
            "DELETE",
            t.path("/v1/screening-watches/:screening_watch_id/", screening_watch_id),
        )
        return cast("None", await self._transport.json(call))

    async def subjects(
        self,
        screening_watch_id: str,
        *,
        search: Optional[str] = None,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.WatchedSubjectPage:
        """List the subjects of a screening watch. By their id."""
        call = Call(
            "GET",
            t.path("/v1/screening-watches/:screening_watch_id/subjects/", screening_watch_id),
            query={"search": search, "page": page, "page_size": page_size},
        )
        return cast("m.WatchedSubjectPage", await self._transport.json(call))

    def subjects_all(
        self,
        screening_watch_id: str,
        *,
        search: Optional[str] = None,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.WatchedSubject]:
        """Every item of every page. List the subjects of a screening watch. By their id."""
        call = Call(
            "GET",
            t.path("/v1/screening-watches/:screening_watch_id/subjects/", screening_watch_id),
            query={"search": search, "page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.WatchedSubject]", self._transport.pages(call))

    async def put_subjects(
        self,
        screening_watch_id: str,
        body: m.WatchedSubjectsBody,
    ) -> m.WatchedSubjectsChange:
        """Send subjects to a screening watch. Adds and changes subjects by their id, and removes some. Only what changed is compared again."""
        call = Call(
            "PUT",
            t.path("/v1/screening-watches/:screening_watch_id/subjects/", screening_watch_id),
            body=body,
        )
        return cast("m.WatchedSubjectsChange", await self._transport.json(call))

    async def matches(
        self,
        *,
        watch: Optional[str] = None,
        list: Optional[str] = None,
        run: Optional[str] = None,
        subject: Optional[str] = None,
        state: Optional[Literal["open", "suppressed", "gone", "all"]] = None,
        change: Optional[Literal["new", "changed", "gone"]] = None,
        ordering: Optional[Literal["score", "-score", "changed_at", "-changed_at"]] = None,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.WatchMatchPage:
        """List matches of screening watches. The last change first. `state=suppressed` has those that people called false positives."""
        call = Call(
            "GET",
            "/v1/screening-matches/",
            query={"watch": watch, "list": list, "run": run, "subject": subject, "state": state, "change": change, "ordering": ordering, "page": page, "page_size": page_size},
        )
        return cast("m.WatchMatchPage", await self._transport.json(call))

    def matches_all(
        self,
        *,
        watch: Optional[str] = None,
        list: Optional[str] = None,
        run: Optional[str] = None,
        subject: Optional[str] = None,
        state: Optional[Literal["open", "suppressed", "gone", "all"]] = None,
        change: Optional[Literal["new", "changed", "gone"]] = None,
        ordering: Optional[Literal["score", "-score", "changed_at", "-changed_at"]] = None,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.WatchMatch]:
        """Every item of every page. List matches of screening watches. The last change first. `state=suppressed` has those that people called false positives."""
        call = Call(
            "GET",
            "/v1/screening-matches/",
            query={"watch": watch, "list": list, "run": run, "subject": subject, "state": state, "change": change, "ordering": ordering, "page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.WatchMatch]", self._transport.pages(call))

    async def match(
        self,
        screening_match_id: str,
    ) -> m.WatchMatchHistory:
        """Retrieve a match of a screening watch. With every change of it."""
        call = Call(
            "GET",
            t.path("/v1/screening-matches/:screening_match_id/", screening_match_id),
        )
        return cast("m.WatchMatchHistory", await self._transport.json(call))


class AsyncSecretsCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.SecretPage:
        """List secrets. Lists the secrets of the organization and their uses, by name. Values are never shown."""
        call = Call(
            "GET",
            "/v1/secrets/",
            query={"page": page, "page_size": page_size},
        )
        return cast("m.SecretPage", await self._transport.json(call))

    def list_all(
        self,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.Secret]:
        """Every item of every page. List secrets. Lists the secrets of the organization and their uses, by name. Values are never shown."""
        call = Call(
            "GET",
            "/v1/secrets/",
            query={"page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.Secret]", self._transport.pages(call))

    async def set(
        self,
        secret_name: Union[str, int],
        body: m.SecretBody,
    ) -> m.Secret:
        """Create or replace a secret. The value is stored encrypted. Use it in agent configurations as `${secret.NAME}`. Jobs that start from now on use the new value."""
        call = Call(
            "PUT",
            t.path("/v1/secrets/:secret_name/", secret_name),
            body=body,
        )
        return cast("m.Secret", await self._transport.json(call))

    async def delete(
        self,
        secret_name: Union[str, int],
    ) -> None:
        """Delete a secret. Fails with 409 and `used_by` while an agent version uses the secret."""
        call = Call(
            "DELETE",
            t.path("/v1/secrets/:secret_name/", secret_name),
        )
        return cast("None", await self._transport.json(call))


class AsyncServiceCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def health(
        self,
    ) -> m.Liveness:
        """Is the process alive? Responds as long as the process can respond at all; it checks nothing else."""
        call = Call(
            "GET",
            "/health/",
        )
        return cast("m.Liveness", await self._transport.json(call))

    async def ready(
        self,
    ) -> m.Readiness:
        """Can the process do its work? Responds from memory: background checks write to the database and probe the storage. 503 if this process could not work for more than 30 seconds, or while it stops. A storage or model provider that does not respond is reported without a 503."""
        call = Call(
            "GET",
            "/ready/",
        )
        return cast("m.Readiness", await self._transport.json(call))

    async def metrics(
        self,
    ) -> str:
        """Metrics for Prometheus. Returns figures about requests, jobs, webhooks, workers and connections from memory. If ERRAND_METRICS_TOKEN is set, send it as the bearer token. If ERRAND_INTERNAL_PORT or ERRAND_METRICS_PORT is set, metrics are only on that port, and 404 here."""
        call = Call(
            "GET",
            "/metrics",
        )
        return await self._transport.text(call)

    async def description(
        self,
        *,
        tag: Optional[str] = None,
    ) -> Dict[str, Any]:
        """This description. OpenAPI 3.1, generated from the schemas that validate requests, including webhook payloads. The complete document is large: `tag` returns the operations of one tag."""
        call = Call(
            "GET",
            "/openapi.json",
            query={"tag": tag},
        )
        return cast("Dict[str, Any]", await self._transport.json(call))

    async def docs(
        self,
    ) -> str:
        """The documentation. Tutorial, guides, samples of every operation and errors, with search. Every page is also available as Markdown: `/docs/agents.md`."""
        call = Call(
            "GET",
            "/docs/",
        )
        return await self._transport.text(call)

    async def llms(
        self,
    ) -> str:
        """The documentation for programs. Says what this service is and how to start, and lists the addresses of all pages as Markdown."""
        call = Call(
            "GET",
            "/llms.txt",
        )
        return await self._transport.text(call)

    async def reference(
        self,
    ) -> str:
        """The API viewer. A page to read this description and try requests. It loads nothing from other servers."""
        call = Call(
            "GET",
            "/docs/api/",
        )
        return await self._transport.text(call)

    async def console(
        self,
    ) -> str:
        """The console. The web console calls this API with the credential of the signed-in user. A client that does not accept HTML gets the addresses of the documentation as JSON."""
        call = Call(
            "GET",
            "/",
        )
        return await self._transport.text(call)


class AsyncSessionsCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
    ) -> m.SessionList:
        """List your sessions. Lists where you are signed in, newest first. Empty for an API key, which has no sessions."""
        call = Call(
            "GET",
            "/v1/users/current_user/sessions/",
        )
        return cast("m.SessionList", await self._transport.json(call))

    async def end(
        self,
        session_id: str,
    ) -> None:
        """End a session. Ends the session. Its next request gets 401."""
        call = Call(
            "DELETE",
            t.path("/v1/users/current_user/sessions/:session_id/", session_id),
        )
        return cast("None", await self._transport.json(call))

    async def end_others(
        self,
    ) -> None:
        """End all other sessions. Ends all sessions of the user except the session of this token."""
        call = Call(
            "DELETE",
            "/v1/users/current_user/sessions/",
        )
        return cast("None", await self._transport.json(call))


class AsyncSignInCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def with_password(
        self,
        body: m.LoginBody,
    ) -> m.LoginAnswer:
        """Sign in. Returns a user token for an e-mail and password. Attempts are limited per address and e-mail."""
        call = Call(
            "POST",
            "/v1/auth/login/",
            body=body,
        )
        return cast("m.LoginAnswer", await self._transport.json(call))

    async def with_link(
        self,
        body: m.SignInLinkBody,
    ) -> m.LoginAnswer:
        """Sign in with a link. Returns a user token for the code of a sign-in link. A code works once, within an hour."""
        call = Call(
            "POST",
            "/v1/auth/link/",
            body=body,
        )
        return cast("m.LoginAnswer", await self._transport.json(call))

    async def current_user(
        self,
    ) -> m.CurrentUser:
        """Retrieve the current user. Returns the user of the token, or the owner of the API key."""
        call = Call(
            "GET",
            "/v1/users/current_user/",
        )
        return cast("m.CurrentUser", await self._transport.json(call))

    async def sign_out(
        self,
    ) -> None:
        """Sign out. Ends the session of this token: the next request gets 401. A key created by signing in (`errand login`) is revoked. Other keys are refused."""
        call = Call(
            "POST",
            "/v1/auth/logout/",
        )
        return cast("None", await self._transport.json(call))

    async def change_password(
        self,
        body: m.PasswordBody,
    ) -> None:
        """Change your password. Requires the current password and a user token. Ends all other sessions."""
        call = Call(
            "POST",
            "/v1/users/current_user/password/",
            body=body,
        )
        return cast("None", await self._transport.json(call))


class AsyncSkillsCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        ordering: Optional[Literal["name", "-name", "created_at", "-created_at", "updated_at", "-updated_at"]] = None,
        search: Optional[str] = None,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.SkillSetPage:
        """List skill sets. Lists the skill sets of the organization with their current versions, in pages."""
        call = Call(
            "GET",
            "/v1/skills/",
            query={"ordering": ordering, "search": search, "page": page, "page_size": page_size},
        )
        return cast("m.SkillSetPage", await self._transport.json(call))

    def list_all(
        self,
        *,
        ordering: Optional[Literal["name", "-name", "created_at", "-created_at", "updated_at", "-updated_at"]] = None,
        search: Optional[str] = None,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.SkillSet]:
        """Every item of every page. List skill sets. Lists the skill sets of the organization with their current versions, in pages."""
        call = Call(
            "GET",
            "/v1/skills/",
            query={"ordering": ordering, "search": search, "page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.SkillSet]", self._transport.pages(call))

    async def create(
        self,
        body: m.SkillSetCreateBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.SkillSet:
        """Create a skill set. Its first version has one file, SKILL.md, with the name and description of the set."""
        call = Call(
            "POST",
            "/v1/skills/",
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.SkillSet", await self._transport.json(call))

    async def get(
        self,
        skill_set_id: str,
    ) -> m.SkillSet:
        """Retrieve a skill set. Returns the set with its current version. Agents that use the set read that version from their next job."""
        call = Call(
            "GET",
            t.path("/v1/skills/:skill_set_id/", skill_set_id),
        )
        return cast("m.SkillSet", await self._transport.json(call))

    async def update(
        self,
        skill_set_id: str,
        body: Optional[m.SkillSetUpdateBody] = None,
    ) -> m.SkillSet:
        """Update a skill set. Omitted fields stay unchanged. An empty description clears it."""
        call = Call(
            "PATCH",
            t.path("/v1/skills/:skill_set_id/", skill_set_id),
            body=body,
        )
        return cast("m.SkillSet", await self._transport.json(call))

    async def delete(
        self,
        skill_set_id: str,
    ) -> None:
        """Delete a skill set. Also deletes its versions and files. Refused while agent versions use the set: `dependent_agents` lists them."""
        call = Call(
            "DELETE",
            t.path("/v1/skills/:skill_set_id/", skill_set_id),
        )
        return cast("None", await self._transport.json(call))

    async def dependents(
        self,
        skill_set_id: str,
    ) -> List[m.DependentAgent]:
        """Agents that use a skill set. Lists every agent version that uses it, current or not. At most 1000."""
        call = Call(
            "GET",
            t.path("/v1/skills/:skill_set_id/agents/", skill_set_id),
        )
        return cast("List[m.DependentAgent]", await self._transport.json(call))

    async def list_versions(
        self,
        skill_set_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.SkillVersionPage:
        """List versions of a skill set. Lists the versions newest first, with their files."""
        call = Call(
            "GET",
            t.path("/v1/skills/:skill_set_id/versions/", skill_set_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("m.SkillVersionPage", await self._transport.json(call))

    def list_versions_all(
        self,
        skill_set_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.SkillVersion]:
        """Every item of every page. List versions of a skill set. Lists the versions newest first, with their files."""
        call = Call(
            "GET",
            t.path("/v1/skills/:skill_set_id/versions/", skill_set_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.SkillVersion]", self._transport.pages(call))

    async def create_version(
        self,
        skill_set_id: str,
        body: m.SkillVersionBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.SkillVersionCreated:
        """Create a version of a skill set. Send the complete set of files. The new version becomes current immediately."""
        call = Call(
            "POST",
            t.path("/v1/skills/:skill_set_id/versions/", skill_set_id),
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.SkillVersionCreated", await self._transport.json(call))

    async def get_version(
        self,
        skill_version_id: str,
    ) -> m.SkillVersion:
        """Retrieve a version of a skill set. You can also pass the id of a set to get its current version. Versions never change."""
        call = Call(
            "GET",
            t.path("/v1/skills/versions/:skill_version_id/", skill_version_id),
        )
        return cast("m.SkillVersion", await self._transport.json(call))

    async def set_current(
        self,
        skill_set_id: str,
        skill_version_id: str,
        body: Optional[m.SkillPromoteBody] = None,
    ) -> m.SkillSet:
        """Make a version of a skill set current. Promotes or rolls back. Jobs that start to read the set from now on use this version."""
        call = Call(
            "PATCH",
            t.path("/v1/skills/:skill_set_id/set-current-version/:skill_version_id/", skill_set_id, skill_version_id),
            body=body,
        )
        return cast("m.SkillSet", await self._transport.json(call))

    async def diff(
        self,
        skill_set_id: str,
        skill_version_id: str,
        other_skill_version_id: str,
    ) -> m.SkillDiff:
        """Compare two versions of a skill set. Returns added, removed and changed files with their lines, from the first to the second version."""
        call = Call(
            "GET",
            t.path("/v1/skills/:skill_set_id/versions/:skill_version_id/diff/:other_skill_version_id/", skill_set_id, skill_version_id, other_skill_version_id),
        )
        return cast("m.SkillDiff", await self._transport.json(call))

    async def generate(
        self,
        skill_set_id: str,
        body: m.GenerateVersionBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.GenerationStarted:
        """Generate a version of a skill set. Starts a job that writes files from the use case, tables, attachments and a policy. At least one table or attachment is required. A set can have one generation at a time."""
        call = Call(
            "POST",
            t.path("/v1/skills/:skill_set_id/generate-version/", skill_set_id),
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.GenerationStarted", await self._transport.json(call))

    async def generation(
        self,
        skill_set_id: str,
    ) -> m.CurrentGeneration:
        """Retrieve the last generation of a skill set. Null if there is none, or if it was dismissed."""
        call = Call(
            "GET",
            t.path("/v1/skills/:skill_set_id/generation/", skill_set_id),
        )
        return cast("m.CurrentGeneration", await self._transport.json(call))

    async def cancel_generation(
        self,
        skill_set_id: str,
        skill_run_id: str,
    ) -> None:
        """Cancel or dismiss a generation. Cancels its job if that is still running."""
        call = Call(
            "DELETE",
            t.path("/v1/skills/:skill_set_id/generation/:skill_run_id/", skill_set_id, skill_run_id),
        )
        return cast("None", await self._transport.json(call))


class AsyncSigningCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def key(
        self,
        organization_id: str,
    ) -> m.SigningKey:
        """Retrieve signing keys. Returns the public keys of the organization. Save the response as a file for `errand case verify FILE --key KEYS`."""
        call = Call(
            "GET",
            t.path("/v1/organizations/:organization_id/signing-key/", organization_id),
        )
        return cast("m.SigningKey", await self._transport.json(call))

    async def audit_head(
        self,
        organization_id: str,
    ) -> m.AuditHead:
        """Signed end of the audit chain. Store it elsewhere. With it you can prove later whether earlier entries were changed or removed."""
        call = Call(
            "GET",
            t.path("/v1/organizations/:organization_id/audit/head/", organization_id),
        )
        return cast("m.AuditHead", await self._transport.json(call))

    async def rotate(
        self,
        organization_id: str,
    ) -> m.SigningKey:
        """Replace the signing key. A new key signs from now on. The private part of the previous key is deleted. Its signatures can still be verified."""
        call = Call(
            "POST",
            t.path("/v1/organizations/:organization_id/signing-key/rotate/", organization_id),
        )
        return cast("m.SigningKey", await self._transport.json(call))


class AsyncSsoCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def methods(
        self,
    ) -> m.SignInMethods:
        """List ways to sign in. Returns the sign-in options for the sign-in page."""
        call = Call(
            "GET",
            "/v1/auth/methods/",
        )
        return cast("m.SignInMethods", await self._transport.json(call))

    async def start(
        self,
        body: Optional[m.SsoStartBody] = None,
    ) -> m.SsoStart:
        """Start a sign-in at the identity provider. Returns the address to send the person to (authorization code with PKCE, state and nonce), and a ticket that the same browser sends back. Valid for 10 minutes."""
        call = Call(
            "POST",
            "/v1/auth/sso/",
            body=body,
        )
        return cast("m.SsoStart", await self._transport.json(call))

    async def complete(
        self,
        body: m.SsoCompleteBody,
    ) -> m.SsoAnswer:
        """Complete a sign-in at the identity provider. Checks the response of the provider and opens a session. Works once."""
        call = Call(
            "POST",
            "/v1/auth/sso/complete/",
            body=body,
        )
        return cast("m.SsoAnswer", await self._transport.json(call))

    async def sign_out(
        self,
    ) -> m.SsoSignOut:
        """Sign out here and at the identity provider. Ends the session of this token, and returns the address where the provider ends its own session."""
        call = Call(
            "POST",
            "/v1/auth/sso/logout/",
        )
        return cast("m.SsoSignOut", await self._transport.json(call))

    async def back_channel_logout(
        self,
        body: m.LogoutTokenBody,
    ) -> m.SessionsEnded:
        """Back-channel sign-out. The identity provider calls this operation. It ends the sessions that belong to the session or person in the logout token."""
        call = Call(
            "POST",
            "/v1/auth/sso/backchannel-logout/",
            body=body,
        )
        return cast("m.SessionsEnded", await self._transport.json(call))

    async def status(
        self,
        organization_id: str,
    ) -> m.SignOn:
        """Retrieve single sign-on settings. Returns how people sign in, the roles of their groups, and what the directory pushed last."""
        call = Call(
            "GET",
            t.path("/v1/organizations/:organization_id/sign-on/", organization_id),
        )
        return cast("m.SignOn", await self._transport.json(call))


class AsyncTablesCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
    ) -> m.TableList:
        """List tables. Lists every table that SQL can read, with its columns."""
        call = Call(
            "GET",
            "/v1/tables/",
        )
        return cast("m.TableList", await self._transport.json(call))

    async def describe(
        self,
        table_name: Union[str, int],
    ) -> m.TableDescription:
        """Retrieve a table. Returns the names and types of the columns, the number of rows and the stored bytes."""
        call = Call(
            "GET",
            t.path("/v1/tables/:table_name/describe/", table_name),
        )
        return cast("m.TableDescription", await self._transport.json(call))

    async def preview(
        self,
        table_name: Union[str, int],
        *,
        limit: Optional[int] = None,
    ) -> m.TablePreview:
        """Preview a table. Returns the first rows: up to 50, by default 3."""
        call = Call(
            "GET",
            t.path("/v1/tables/:table_name/preview/", table_name),
            query={"limit": limit},
        )
        return cast("m.TablePreview", await self._transport.json(call))

    async def delete(
        self,
        table_name: Union[str, int],
    ) -> None:
        """Delete a table. Queries that have already started can still read it."""
        call = Call(
            "DELETE",
            t.path("/v1/tables/:table_name/", table_name),
        )
        return cast("None", await self._transport.json(call))

    async def query(
        self,
        body: m.TableQueryBody,
    ) -> m.TableQueryAccepted:
        """Query tables in the background. Runs one SELECT or WITH … SELECT. Use the id in the response to read the result."""
        call = Call(
            "POST",
            "/v1/tables/query/",
            body=body,
        )
        return cast("m.TableQueryAccepted", await self._transport.json(call))

    async def query_result(
        self,
        table_query_id: str,
    ) -> m.TableQueryResult:
        """Result of a table query. Returns the rows if the query succeeded, otherwise its status or its error."""
        call = Call(
            "GET",
            t.path("/v1/tables/query/:table_query_id/result/", table_query_id),
        )
        return cast("m.TableQueryResult", await self._transport.json(call))


class AsyncTagsCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
    ) -> List[m.Tag]:
        """List tags. Lists the tags of the organization by name, with the number of agents for each."""
        call = Call(
            "GET",
            "/v1/agents/tags/",
        )
        return cast("List[m.Tag]", await self._transport.json(call))

    async def create(
        self,
        body: m.TagCreateBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.Tag:
        """Create a tag. Tag names are unique in the organization, regardless of case."""
        call = Call(
            "POST",
            "/v1/agents/tags/",
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.Tag", await self._transport.json(call))

    async def update(
        self,
        tag_id: str,
        body: Optional[m.TagUpdateBody] = None,
    ) -> m.Tag:
        """Update a tag. Changes the name or color everywhere the tag is used. Omitted fields stay unchanged."""
        call = Call(
            "PATCH",
            t.path("/v1/agents/tags/:tag_id/", tag_id),
            body=body,
        )
        return cast("m.Tag", await self._transport.json(call))

    async def delete(
        self,
        tag_id: str,
    ) -> None:
        """Delete a tag. Removes the tag from all agents."""
        call = Call(
            "DELETE",
            t.path("/v1/agents/tags/:tag_id/", tag_id),
        )
        return cast("None", await self._transport.json(call))


class AsyncTransactionsCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get_source(
        self,
        case_queue_id: str,
    ) -> m.TransactionSource:
        """Retrieve where the transactions of a queue are. The table, its columns, and the rules that look for patterns. 404 if nothing is set."""
        call = Call(
            "GET",
            t.path("/v1/case-queues/:case_queue_id/transactions/", case_queue_id),
        )
        return cast("m.TransactionSource", await self._transport.json(call))

    async def set_source(
        self,
        case_queue_id: str,
        body: m.TransactionSourceBody,
    ) -> m.TransactionSource:
        """Set where the transactions of a queue are. Cases of the queue then show the transactions and the network of their subject."""
        call = Call(
            "PUT",
            t.path("/v1/case-queues/:case_queue_id/transactions/", case_queue_id),
            body=body,
        )
        return cast("m.TransactionSource", await self._transport.json(call))

    async def delete_source(
        self,
        case_queue_id: str,
    ) -> None:
        """Forget where the transactions of a queue are. The table stays. Alerts of earlier runs stay."""
        call = Call(
            "DELETE",
            t.path("/v1/case-queues/:case_queue_id/transactions/", case_queue_id),
        )
        return cast("None", await self._transport.json(call))

    async def detect(
        self,
        case_queue_id: str,
        body: Optional[m.DetectionRunBody] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.DetectionRun:
        """Look for patterns in the transactions of a queue. Runs the rules over all rows and sends an alert for each finding. A finding that an earlier run has sent is counted and not sent again."""
        call = Call(
            "POST",
            t.path("/v1/case-queues/:case_queue_id/detections/", case_queue_id),
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.DetectionRun", await self._transport.json(call))

    async def list_runs(
        self,
        *,
        queue: Optional[str] = None,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.DetectionRunPage:
        """List detection runs. Newest first."""
        call = Call(
            "GET",
            "/v1/case-detections/",
            query={"queue": queue, "page": page, "page_size": page_size},
        )
        return cast("m.DetectionRunPage", await self._transport.json(call))

    def list_runs_all(
        self,
        *,
        queue: Optional[str] = None,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.DetectionRun]:
        """Every item of every page. List detection runs. Newest first."""
        call = Call(
            "GET",
            "/v1/case-detections/",
            query={"queue": queue, "page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.DetectionRun]", self._transport.pages(call))

    async def get_run(
        self,
        detection_run_id: str,
    ) -> m.DetectionRun:
        """Progress of a detection run. What each rule found, and how many alerts were sent."""
        call = Call(
            "GET",
            t.path("/v1/case-detections/:detection_run_id/", detection_run_id),
        )
        return cast("m.DetectionRun", await self._transport.json(call))

    async def list(
        self,
        desk_case_id: str,
        *,
        since: Optional[str] = None,
        until: Optional[str] = None,
        direction: Optional[Literal["in", "out"]] = None,
        counterparty: Optional[str] = None,
        min_amount: Optional[float] = None,
        max_amount: Optional[float] = None,
        ordering: Optional[Literal["at", "-at", "amount", "-amount"]] = None,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.CaseTransactionPage:
        """List the transactions of the subject of a case. With figures over all rows that fit, and the SQL that selects them. Nothing is cut in silence."""
        call = Call(
            "GET",
            t.path("/v1/cases/:desk_case_id/transactions/", desk_case_id),
            query={"since": since, "until": until, "direction": direction, "counterparty": counterparty, "min_amount": min_amount, "max_amount": max_amount, "ordering": ordering, "page": page, "page_size": page_size},
        )
        return cast("m.CaseTransactionPage", await self._transport.json(call))

    def list_all(
        self,
        desk_case_id: str,
        *,
        since: Optional[str] = None,
        until: Optional[str] = None,
        direction: Optional[Literal["in", "out"]] = None,
        counterparty: Optional[str] = None,
        min_amount: Optional[float] = None,
        max_amount: Optional[float] = None,
        ordering: Optional[Literal["at", "-at", "amount", "-amount"]] = None,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.CaseTransaction]:
        """Every item of every page. List the transactions of the subject of a case. With figures over all rows that fit, and the SQL that selects them. Nothing is cut in silence."""
        call = Call(
            "GET",
            t.path("/v1/cases/:desk_case_id/transactions/", desk_case_id),
            query={"since": since, "until": until, "direction": direction, "counterparty": counterparty, "min_amount": min_amount, "max_amount": max_amount, "ordering": ordering, "page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.CaseTransaction]", self._transport.pages(call))

    async def network(
        self,
        desk_case_id: str,
        *,
        since: Optional[str] = None,
        until: Optional[str] = None,
    ) -> m.CaseNetwork:
        """Network of a case. Accounts that the subject pays or is paid by, identifiers that other cases share, and patterns with the SQL behind each."""
        call = Call(
            "GET",
            t.path("/v1/cases/:desk_case_id/network/", desk_case_id),
            query={"since": since, "until": until},
        )
        return cast("m.CaseNetwork", await self._transport.json(call))


class AsyncTriggersCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        kind: Optional[Literal["http", "storage", "agent"]] = None,
        agent_id: Optional[str] = None,
        enabled: Optional[Literal["true", "false"]] = None,
        search: Optional[str] = None,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.TriggerPage:
        """List triggers. Lists the triggers of the organization, newest first, with their last run."""
        call = Call(
            "GET",
            "/v1/triggers/",
            query={"kind": kind, "agent_id": agent_id, "enabled": enabled, "search": search, "page": page, "page_size": page_size},
        )
        return cast("m.TriggerPage", await self._transport.json(call))

    def list_all(
        self,
        *,
        kind: Optional[Literal["http", "storage", "agent"]] = None,
        agent_id: Optional[str] = None,
        enabled: Optional[Literal["true", "false"]] = None,
        search: Optional[str] = None,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.Trigger]:
        """Every item of every page. List triggers. Lists the triggers of the organization, newest first, with their last run."""
        call = Call(
            "GET",
            "/v1/triggers/",
            query={"kind": kind, "agent_id": agent_id, "enabled": enabled, "search": search, "page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.Trigger]", self._transport.pages(call))

    async def create(
        self,
        body: m.TriggerCreateBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.Trigger:
        """Create a trigger. Starts an agent when something happens: a request to the address in `url` (http), a new object (storage), or the end of another agent’s job (agent)."""
        call = Call(
            "POST",
            "/v1/triggers/",
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.Trigger", await self._transport.json(call))

    async def get(
        self,
        trigger_id: str,
    ) -> m.Trigger:
        """Retrieve a trigger. Returns the trigger with its address and last run. Its secret is never shown."""
        call = Call(
            "GET",
            t.path("/v1/triggers/:trigger_id/", trigger_id),
        )
        return cast("m.Trigger", await self._transport.json(call))

    async def replace(
        self,
        trigger_id: str,
        body: m.TriggerCreateBody,
    ) -> m.Trigger:
        """Replace a trigger. Omitted settings get their defaults. The kind, the address and the secret stay."""
        call = Call(
            "PUT",
            t.path("/v1/triggers/:trigger_id/", trigger_id),
            body=body,
        )
        return cast("m.Trigger", await self._transport.json(call))

    async def update(
        self,
        trigger_id: str,
        body: Optional[m.TriggerUpdateBody] = None,
    ) -> m.Trigger:
        """Update a trigger. Omitted settings stay unchanged. The kind cannot be changed."""
        call = Call(
            "PATCH",
            t.path("/v1/triggers/:trigger_id/", trigger_id),
            body=body,
        )
        return cast("m.Trigger", await self._transport.json(call))

    async def delete(
        self,
        trigger_id: str,
    ) -> None:
        """Delete a trigger. Also deletes its address and its list of runs. Jobs that it started stay."""
        call = Call(
            "DELETE",
            t.path("/v1/triggers/:trigger_id/", trigger_id),
        )
        return cast("None", await self._transport.json(call))

    async def test(
        self,
        trigger_id: str,
        body: m.TriggerTestBody,
    ) -> m.TriggerTestAnswer:
        """Test a trigger. Returns what a sample event would do: whether the condition is true, and the inputs. No job starts."""
        call = Call(
            "POST",
            t.path("/v1/triggers/:trigger_id/test/", trigger_id),
            body=body,
        )
        return cast("m.TriggerTestAnswer", await self._transport.json(call))

    async def runs(
        self,
        trigger_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.TriggerRunPage:
        """List the runs of a trigger. Lists the outcome of each event, latest first. Entries are kept for 30 days."""
        call = Call(
            "GET",
            t.path("/v1/triggers/:trigger_id/runs/", trigger_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("m.TriggerRunPage", await self._transport.json(call))

    def runs_all(
        self,
        trigger_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.TriggerRun]:
        """Every item of every page. List the runs of a trigger. Lists the outcome of each event, latest first. Entries are kept for 30 days."""
        call = Call(
            "GET",
            t.path("/v1/triggers/:trigger_id/runs/", trigger_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.TriggerRun]", self._transport.pages(call))

    async def receive(
        self,
        hook_token: Union[str, int],
    ) -> m.HookAnswer:
        """Send an event to a trigger. This is the address of an http trigger. The event id is in the header webhook-id, else Idempotency-Key, else the header named by `id_header`. An event starts one job, no matter how often it is sent. 401 if the signature is not valid."""
        call = Call(
            "POST",
            t.path("/hooks/:hook_token/", hook_token),
        )
        return cast("m.HookAnswer", await self._transport.json(call))

    async def rotate_address(
        self,
        trigger_id: str,
    ) -> m.Trigger:
        """Rotate the address of a trigger. Creates a new address for an http trigger. The old address returns 404 from now on."""
        call = Call(
            "POST",
            t.path("/v1/triggers/:trigger_id/rotate-address/", trigger_id),
        )
        return cast("m.Trigger", await self._transport.json(call))


class AsyncUploadsCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self,
        form: Form,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.TableUploaded:
        """Create a table from a file. Accepts CSV (delimiter and types are detected), Parquet, JSON lines or the first sheet of an XLSX file. Use a presigned upload for larger files."""
        call = Call(
            "POST",
            "/v1/tables/upload/",
            form=form,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.TableUploaded", await self._transport.json(call))

    async def start(
        self,
        body: m.PresignBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.Presigned:
        """Get an upload address for a table. Send the file there with PUT, then call complete. For up to 2 GB."""
        call = Call(
            "POST",
            "/v1/tables/upload/presigned-url/",
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.Presigned", await self._transport.json(call))

    async def complete(
        self,
        upload_id: str,
        body: Optional[m.UploadCompleteBody] = None,
    ) -> m.UploadState:
        """Import the uploaded file. Runs in the background. Repeating the call has no effect, unless the import stopped at rows that do not fit."""
        call = Call(
            "POST",
            t.path("/v1/tables/upload/:upload_id/complete/", upload_id),
            body=body,
        )
        return cast("m.UploadState", await self._transport.json(call))

    async def rejects(
        self,
        upload_id: str,
    ) -> bytes:
        """Rows that an import left out. A CSV file with the number of each row and the columns that did not fit. Kept as long as the upload."""
        call = Call(
            "GET",
            t.path("/v1/tables/upload/:upload_id/rejects/", upload_id),
        )
        return await self._transport.content(call)

    async def get(
        self,
        upload_id: str,
    ) -> m.UploadState:
        """Status of an upload. Returns whether the upload has arrived, is being imported, became a table or failed, and why."""
        call = Call(
            "GET",
            t.path("/v1/tables/upload/:upload_id/status/", upload_id),
        )
        return cast("m.UploadState", await self._transport.json(call))


class AsyncVersionsCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        agent_id: str,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.AgentVersionsAnswer:
        """List agent versions. Lists all versions newest first, or a page if the request has page or page_size."""
        call = Call(
            "GET",
            t.path("/v1/agents/:agent_id/versions/", agent_id),
            query={"page": page, "page_size": page_size},
        )
        return cast("m.AgentVersionsAnswer", await self._transport.json(call))

    async def create(
        self,
        agent_id: str,
        body: Optional[m.VersionCreateBody] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.AgentVersion:
        """Create an agent version. The new version becomes current immediately, unless make_current is false or the agent has a gate. Omitted fields come from the base version."""
        call = Call(
            "POST",
            t.path("/v1/agents/:agent_id/versions/", agent_id),
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.AgentVersion", await self._transport.json(call))

    async def sample(
        self,
        agent_id: str,
        body: Optional[m.SampleBody] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.Sample:
        """Run a draft once before you publish it. Runs a configuration that is not published, on sample inputs. Nobody is notified, no post action runs, nobody has to approve, and the cache is neither read nor filled. If the agent needs approval of results, this needs the role admin."""
        call = Call(
            "POST",
            t.path("/v1/agents/:agent_id/samples/", agent_id),
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.Sample", await self._transport.json(call))

    async def current(
        self,
        agent_id: str,
        *,
        get_supports_eval: Optional[bool] = None,
    ) -> m.AgentVersion:
        """Retrieve the current version. Returns the version that runs use by default."""
        call = Call(
            "GET",
            t.path("/v1/agents/:agent_id/versions/current/", agent_id),
            query={"get_supports_eval": get_supports_eval},
        )
        return cast("m.AgentVersion", await self._transport.json(call))

    async def get(
        self,
        agent_id: str,
        agent_version_id: str,
        *,
        get_supports_eval: Optional[bool] = None,
    ) -> m.AgentVersion:
        """Retrieve an agent version. Returns any version of the agent, current or not."""
        call = Call(
            "GET",
            t.path("/v1/agents/:agent_id/versions/:agent_version_id/", agent_id, agent_version_id),
            query={"get_supports_eval": get_supports_eval},
        )
        return cast("m.AgentVersion", await self._transport.json(call))

    async def replace(
        self,
        agent_id: str,
        agent_version_id: str,
        body: Optional[m.VersionUpdateBody] = None,
    ) -> m.MessageAnswer:
        """Rename an agent version. Changes the name or the description. The configuration of a version never changes: create a new version instead."""
        call = Call(
            "PUT",
            t.path("/v1/agents/:agent_id/versions/:agent_version_id/", agent_id, agent_version_id),
            body=body,
        )
        return cast("m.MessageAnswer", await self._transport.json(call))

    async def rename(
        self,
        agent_id: str,
        agent_version_id: str,
        body: Optional[m.VersionUpdateBody] = None,
    ) -> m.MessageAnswer:
        """Rename an agent version. Changes the name or the description. The configuration of a version never changes: create a new version instead."""
        call = Call(
            "PATCH",
            t.path("/v1/agents/:agent_id/versions/:agent_version_id/", agent_id, agent_version_id),
            body=body,
        )
        return cast("m.MessageAnswer", await self._transport.json(call))

    async def delete(
        self,
        agent_id: str,
        agent_version_id: str,
    ) -> None:
        """Delete an agent version. When the current version is deleted, the newest remaining one becomes current, by the rules of a promotion: 409 if a gate requires a passing run or a second person."""
        call = Call(
            "DELETE",
            t.path("/v1/agents/:agent_id/versions/:agent_version_id/", agent_id, agent_version_id),
        )
        return cast("None", await self._transport.json(call))

    async def set_current(
        self,
        agent_id: str,
        agent_version_id: str,
        body: Optional[m.VersionPromoteBody] = None,
    ) -> m.Agent:
        """Promote or roll back a version. Makes this version the current version. The next job uses it. 409 if a gate requires a passing run. If the gate asks for four eyes, the answer is 202 and the version is only proposed, see `/v1/promotions/`."""
        call = Call(
            "PATCH",
            t.path("/v1/agents/:agent_id/set-current-version/:agent_version_id/", agent_id, agent_version_id),
            body=body,
        )
        return cast("m.Agent", await self._transport.json(call))


class AsyncWaitsCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
        status: Optional[Literal["open", "answered", "timed_out", "cancelled"]] = None,
        kind: Optional[Literal["approval", "question", "event", "timer"]] = None,
        agent_id: Optional[str] = None,
        job_id: Optional[str] = None,
        mine: Optional[bool] = None,
    ) -> m.WaitPage:
        """List waits. Lists what jobs wait or waited for: approvals, questions, events and timers. Newest first."""
        call = Call(
            "GET",
            "/v1/waits/",
            query={"page": page, "page_size": page_size, "status": status, "kind": kind, "agent_id": agent_id, "job_id": job_id, "mine": mine},
        )
        return cast("m.WaitPage", await self._transport.json(call))

    def list_all(
        self,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
        status: Optional[Literal["open", "answered", "timed_out", "cancelled"]] = None,
        kind: Optional[Literal["approval", "question", "event", "timer"]] = None,
        agent_id: Optional[str] = None,
        job_id: Optional[str] = None,
        mine: Optional[bool] = None,
    ) -> AsyncIterator[m.Wait]:
        """Every item of every page. List waits. Lists what jobs wait or waited for: approvals, questions, events and timers. Newest first."""
        call = Call(
            "GET",
            "/v1/waits/",
            query={"page": page, "page_size": page_size, "status": status, "kind": kind, "agent_id": agent_id, "job_id": job_id, "mine": mine},
        )
        return cast("AsyncIterator[m.Wait]", self._transport.pages(call))

    async def get(
        self,
        wait_id: str,
    ) -> m.Wait:
        """One wait. Returns the question, who may answer, the due time, and the answer if there is one."""
        call = Call(
            "GET",
            t.path("/v1/waits/:wait_id/", wait_id),
        )
        return cast("m.Wait", await self._transport.json(call))

    async def answer(
        self,
        wait_id: str,
        body: m.WaitAnswerBody,
    ) -> m.Wait:
        """Answer a wait. Stores the answer and continues the job, if the caller has the role that the wait asks for (by default member). Only the first answer counts. A later answer is refused with 409."""
        call = Call(
            "POST",
            t.path("/v1/waits/:wait_id/answer/", wait_id),
            body=body,
        )
        return cast("m.Wait", await self._transport.json(call))

    async def link(
        self,
        wait_id: str,
        body: Optional[m.WaitLinkBody] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.WaitLink:
        """Create a one-time link. Anyone who opens the address sees the wait and can answer it once without signing in."""
        call = Call(
            "POST",
            t.path("/v1/waits/:wait_id/link/", wait_id),
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.WaitLink", await self._transport.json(call))

    async def page(
        self,
        token: Union[str, int],
    ) -> str:
        """Page of a one-time link. Shows the wait as a small page with a form. Opening the page does not use up the link."""
        call = Call(
            "GET",
            t.path("/v1/wait-links/:token/", token),
        )
        return await self._transport.text(call)

    async def answer_by_link(
        self,
        token: Union[str, int],
        body: m.WaitAnswerBody,
    ) -> m.WaitsAnswerByLinkAnswer:
        """Answer with a one-time link. Accepts the same body as `answer/`, as JSON or as the form of the page. Works once."""
        call = Call(
            "POST",
            t.path("/v1/wait-links/:token/", token),
            body=body,
        )
        return cast("m.WaitsAnswerByLinkAnswer", await self._transport.json(call))

    async def send_event(
        self,
        job_id: str,
        name: Union[str, int],
        body: Optional[Dict[str, Any]] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.EventTaken:
        """Send an event to a job. Answers the oldest open wait for an event with this name. If there is none, the event is stored for a later wait. At most 100 events are stored."""
        call = Call(
            "POST",
            t.path("/v1/agents/jobs/:job_id/events/:name/", job_id, name),
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.EventTaken", await self._transport.json(call))


class AsyncWebhooksCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
    ) -> List[m.Webhook]:
        """List webhooks. Lists the webhooks of the organization, newest first, with the outcome of their last deliveries."""
        call = Call(
            "GET",
            "/v1/webhooks/",
        )
        return cast("List[m.Webhook]", await self._transport.json(call))

    async def create(
        self,
        body: m.WebhookCreateBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.Webhook:
        """Create a webhook. If you send no secret, one is generated. The webhook receives events of the agents that it is linked to. `agent_ids` links it on creation."""
        call = Call(
            "POST",
            "/v1/webhooks/",
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.Webhook", await self._transport.json(call))

    async def get(
        self,
        webhook_id: str,
    ) -> m.Webhook:
        """Retrieve a webhook. Returns the webhook with its settings and the outcome of its last deliveries."""
        call = Call(
            "GET",
            t.path("/v1/webhooks/:webhook_id/", webhook_id),
        )
        return cast("m.Webhook", await self._transport.json(call))

    async def replace(
        self,
        webhook_id: str,
        body: m.WebhookReplaceBody,
    ) -> m.Webhook:
        """Replace the settings of a webhook. Omitted or null fields stay unchanged. Set is_active to true to turn on a webhook that the service turned off. A new url or secret applies from the next attempt."""
        call = Call(
            "PUT",
            t.path("/v1/webhooks/:webhook_id/", webhook_id),
            body=body,
        )
        return cast("m.Webhook", await self._transport.json(call))

    async def update(
        self,
        webhook_id: str,
        body: Optional[m.WebhookUpdateBody] = None,
    ) -> m.Webhook:
        """Update a webhook. Omitted or null fields stay unchanged. Set is_active to true to turn on a webhook that the service turned off. A new url or secret applies from the next attempt."""
        call = Call(
            "PATCH",
            t.path("/v1/webhooks/:webhook_id/", webhook_id),
            body=body,
        )
        return cast("m.Webhook", await self._transport.json(call))

    async def delete(
        self,
        webhook_id: str,
    ) -> None:
        """Delete a webhook. Refused while it is linked to an agent. Also deletes its deliveries."""
        call = Call(
            "DELETE",
            t.path("/v1/webhooks/:webhook_id/", webhook_id),
        )
        return cast("None", await self._transport.json(call))

    async def rotate_secret(
        self,
        webhook_id: str,
    ) -> m.Webhook:
        """Rotate the secret. For 24 hours, each delivery has a signature with the new secret and one with every secret replaced in that time."""
        call = Call(
            "POST",
            t.path("/v1/webhooks/:webhook_id/rotate-secret/", webhook_id),
        )
        return cast("m.Webhook", await self._transport.json(call))

    async def agents(
        self,
        webhook_id: str,
    ) -> List[m.LinkedAgent]:
        """List the agents of a webhook. Lists the id and name of every agent whose jobs are reported to the webhook."""
        call = Call(
            "GET",
            t.path("/v1/webhooks/:webhook_id/agents/", webhook_id),
        )
        return cast("List[m.LinkedAgent]", await self._transport.json(call))

    async def link(
        self,
        webhook_id: str,
        body: m.LinkBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.LinkAnswer:
        """Link a webhook to agents. The webhook receives events of jobs of these agents that end from now on. Either all are linked or none."""
        call = Call(
            "POST",
            t.path("/v1/webhooks/:webhook_id/agents/", webhook_id),
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.LinkAnswer", await self._transport.json(call))

    async def unlink(
        self,
        webhook_id: str,
        agent_id: str,
    ) -> None:
        """Unlink a webhook from an agent. The webhook no longer receives events of jobs of this agent."""
        call = Call(
            "DELETE",
            t.path("/v1/webhooks/:webhook_id/agents/:agent_id/", webhook_id, agent_id),
        )
        return cast("None", await self._transport.json(call))

    async def of_agent(
        self,
        agent_id: str,
    ) -> List[m.Webhook]:
        """List the webhooks of an agent. Lists every webhook that receives events of jobs of this agent."""
        call = Call(
            "GET",
            t.path("/v1/agents/:agent_id/webhooks/", agent_id),
        )
        return cast("List[m.Webhook]", await self._transport.json(call))

    async def test(
        self,
        agent_id: str,
        webhook_id: str,
    ) -> m.TestAnswer:
        """Test a webhook. Posts an example event immediately and returns the outcome. No job runs. This also works if the webhook is turned off."""
        call = Call(
            "POST",
            t.path("/v1/agents/:agent_id/webhooks/:webhook_id/test/", agent_id, webhook_id),
        )
        return cast("m.TestAnswer", await self._transport.json(call))


class AsyncWorksheetsCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> m.WorksheetPage:
        """List worksheets. Lists the worksheets of the organization, newest first, in pages."""
        call = Call(
            "GET",
            "/v1/database/worksheets/",
            query={"page": page, "page_size": page_size},
        )
        return cast("m.WorksheetPage", await self._transport.json(call))

    def list_all(
        self,
        *,
        page: Optional[int] = None,
        page_size: Optional[int] = None,
    ) -> AsyncIterator[m.Worksheet]:
        """Every item of every page. List worksheets. Lists the worksheets of the organization, newest first, in pages."""
        call = Call(
            "GET",
            "/v1/database/worksheets/",
            query={"page": page, "page_size": page_size},
        )
        return cast("AsyncIterator[m.Worksheet]", self._transport.pages(call))

    async def create(
        self,
        body: m.WorksheetBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> m.Worksheet:
        """Create a worksheet. Saves SQL under a name, to run and change later."""
        call = Call(
            "POST",
            "/v1/database/worksheets/",
            body=body,
            idempotency_key=idempotency_key or t.new_key(),
        )
        return cast("m.Worksheet", await self._transport.json(call))

    async def get(
        self,
        worksheet_id: str,
    ) -> m.Worksheet:
        """One worksheet. Returns the name and SQL text of the worksheet."""
        call = Call(
            "GET",
            t.path("/v1/database/worksheets/:worksheet_id/", worksheet_id),
        )
        return cast("m.Worksheet", await self._transport.json(call))

    async def update(
        self,
        worksheet_id: str,
        body: Optional[m.WorksheetUpdateBody] = None,
    ) -> m.Worksheet:
        """Change a worksheet. Omitted fields stay unchanged."""
        call = Call(
            "PATCH",
            t.path("/v1/database/worksheets/:worksheet_id/", worksheet_id),
            body=body,
        )
        return cast("m.Worksheet", await self._transport.json(call))

    async def delete(
        self,
        worksheet_id: str,
    ) -> None:
        """Delete a worksheet. Its queries stay, without their worksheet."""
        call = Call(
            "DELETE",
            t.path("/v1/database/worksheets/:worksheet_id/", worksheet_id),
        )
        return cast("None", await self._transport.json(call))


class AsyncCalls:
    """One member per kind of thing."""

    def __init__(self, transport: AsyncTransport) -> None:
        self.a2a = AsyncA2aCalls(transport)
        self.activity = AsyncActivityCalls(transport)
        self.agents = AsyncAgentsCalls(transport)
        self.api_keys = AsyncApiKeysCalls(transport)
        self.alerts = AsyncAlertsCalls(transport)
        self.batches = AsyncBatchesCalls(transport)
        self.budgets = AsyncBudgetsCalls(transport)
        self.bulk = AsyncBulkCalls(transport)
        self.case_alerts = AsyncCaseAlertsCalls(transport)
        self.case_checks = AsyncCaseChecksCalls(transport)
        self.case_desk = AsyncCaseDeskCalls(transport)
        self.case_documents = AsyncCaseDocumentsCalls(transport)
        self.case_records = AsyncCaseRecordsCalls(transport)
        self.case_templates = AsyncCaseTemplatesCalls(transport)
        self.case_queues = AsyncCaseQueuesCalls(transport)
        self.cases = AsyncCasesCalls(transport)
        self.connections = AsyncConnectionsCalls(transport)
        self.connectors = AsyncConnectorsCalls(transport)
        self.deliveries = AsyncDeliveriesCalls(transport)
        self.demo = AsyncDemoCalls(transport)
        self.doors = AsyncDoorsCalls(transport)
        self.engines = AsyncEnginesCalls(transport)
        self.evaluation_runs = AsyncEvaluationRunsCalls(transport)
        self.evaluation_sets = AsyncEvaluationSetsCalls(transport)
        self.feedback = AsyncFeedbackCalls(transport)
        self.files = AsyncFilesCalls(transport)
        self.gates = AsyncGatesCalls(transport)
        self.job_views = AsyncJobViewsCalls(transport)
        self.invitations = AsyncInvitationsCalls(transport)
        self.jobs = AsyncJobsCalls(transport)
        self.knowledge = AsyncKnowledgeCalls(transport)
        self.listeners = AsyncListenersCalls(transport)
        self.logins = AsyncLoginsCalls(transport)
        self.mcp = AsyncMcpCalls(transport)
        self.members = AsyncMembersCalls(transport)
        self.models = AsyncModelsCalls(transport)
        self.oauth = AsyncOauthCalls(transport)
        self.openai = AsyncOpenaiCalls(transport)
        self.organizations = AsyncOrganizationsCalls(transport)
        self.playbook_rehearsals = AsyncPlaybookRehearsalsCalls(transport)
        self.playbooks = AsyncPlaybooksCalls(transport)
        self.policies = AsyncPoliciesCalls(transport)
        self.policy_versions = AsyncPolicyVersionsCalls(transport)
        self.post_actions = AsyncPostActionsCalls(transport)
        self.promotions = AsyncPromotionsCalls(transport)
        self.queries = AsyncQueriesCalls(transport)
        self.reviews = AsyncReviewsCalls(transport)
        self.rehearsals = AsyncRehearsalsCalls(transport)
        self.runs = AsyncRunsCalls(transport)
        self.schedules = AsyncSchedulesCalls(transport)
        self.screening = AsyncScreeningCalls(transport)
        self.screening_watches = AsyncScreeningWatchesCalls(transport)
        self.secrets = AsyncSecretsCalls(transport)
        self.service = AsyncServiceCalls(transport)
        self.sessions = AsyncSessionsCalls(transport)
        self.sign_in = AsyncSignInCalls(transport)
        self.skills = AsyncSkillsCalls(transport)
        self.signing = AsyncSigningCalls(transport)
        self.sso = AsyncSsoCalls(transport)
        self.tables = AsyncTablesCalls(transport)
        self.tags = AsyncTagsCalls(transport)
        self.transactions = AsyncTransactionsCalls(transport)
        self.triggers = AsyncTriggersCalls(transport)
        self.uploads = AsyncUploadsCalls(transport)
        self.versions = AsyncVersionsCalls(transport)
        self.waits = AsyncWaitsCalls(transport)
        self.webhooks = AsyncWebhooksCalls(transport)
        self.worksheets = AsyncWorksheetsCalls(transport)
