# Made from packages/contract by `npm run generate`. Change the contract, not this file.
"""The JSON of requests and responses, as typed dictionaries."""

from __future__ import annotations

from typing import Any, Dict, Generic, List, Literal, NotRequired, TypeAlias, TypedDict, TypeVar, Union

T = TypeVar("T")


class Page(TypedDict, Generic[T]):
    """A page of a list."""

    count: int
    next: Union[str, None]
    previous: Union[str, None]
    results: List[T]


class AcceptedInvitation(TypedDict):
    organization_id: str
    role: Literal["owner", "admin", "member", "approver", "analyst", "auditor", "viewer"]
    # A user token, if the link created the account. Null for somebody who was signed in already.
    sign_in: Union[LoginAnswer, None]


Activity = TypedDict("Activity", {
    "from": "str",
    "to": "str",
    "bucket_seconds": "int",
    "complete": "bool",
    "totals": "ActivityTotals",
    "agents": "List[ActivityAgentsItem]",
    "buckets": "List[ActivityBucketsItem]",
})


class ActivityAgentsItem(TypedDict):
    agent_id: str
    # SUCCESS and CACHED.
    succeeded: int
    failed: int
    cancelled: int
    # USD.
    cost: float
    # Time from creation to end of jobs that succeeded without the cache. Accurate to 2.5 %.
    p50_ms: Union[float, None]
    p95_ms: Union[float, None]
    # Queued, running and retrying jobs, now. With `waiting`, counted up to 10000.
    in_flight: int
    # Jobs that wait, now.
    waiting: int
    # Status of the job that ended last.
    last_status: Union[int, None]


class ActivityBucketsItem(TypedDict):
    agent_id: str
    at: str
    # SUCCESS and CACHED.
    succeeded: int
    failed: int
    cancelled: int
    # USD.
    cost: float


class ActivityQuery(TypedDict):
    # How far back. Default 24.
    hours: NotRequired[int]
    # Only jobs accepted at this time or later. Replaces `hours`.
    created_from: NotRequired[str]
    # Only jobs accepted before this time. Default: now.
    created_to: NotRequired[str]
    # Default: about 1/24 of the period. At most 400 buckets. Days start at midnight UTC.
    bucket_seconds: NotRequired[int]
    # Only these agents.
    agent_id: NotRequired[List[str]]


class ActivityTotals(TypedDict):
    # SUCCESS and CACHED.
    succeeded: int
    failed: int
    cancelled: int
    # USD.
    cost: float
    # Time from creation to end of jobs that succeeded without the cache. Accurate to 2.5 %.
    p50_ms: Union[float, None]
    p95_ms: Union[float, None]
    # Time from creation to the first start of jobs that ran.
    waiting_p50_ms: Union[float, None]
    waiting_p95_ms: Union[float, None]
    # Queued, running and retrying jobs, now.
    in_flight: int
    # Jobs that wait for a person, an event, a time or a provider, now.
    waiting: int


class Actor(TypedDict):
    """Who caused it."""
    # `person`: signed in as themselves, in the console or with a personal key. `key`: a key of the organization, a machine. `trigger`, `schedule`, `job`: what started it. `system`: the service or its operator.
    kind: Literal["person", "key", "trigger", "schedule", "job", "system"]
    # Id of the trigger, schedule or job.
    id: Union[str, None]
    # The person; for a key its owner; for a trigger or schedule who changed it last.
    user_id: Union[int, None]
    # The API key.
    key_id: Union[str, None]
    # E-mail of the person, or name of the key, trigger or schedule.
    name: str
    # Where the request of an HTTP trigger came from.
    address: Union[str, None]
    # Id of the event that the trigger received.
    event: Union[str, None]
    # What and who stands behind it, nearest first: source jobs, and people who changed or started it.
    chain: List[ActorLink]


class ActorLink(TypedDict):
    # `person`: signed in as themselves, in the console or with a personal key. `key`: a key of the organization, a machine. `trigger`, `schedule`, `job`: what started it. `system`: the service or its operator.
    kind: Literal["person", "key", "trigger", "schedule", "job", "system"]
    # Id of the trigger, schedule or job.
    id: Union[str, None]
    # The person; for a key its owner; for a trigger or schedule who changed it last.
    user_id: Union[int, None]
    # The API key.
    key_id: Union[str, None]
    # E-mail of the person, or name of the key, trigger or schedule.
    name: str
    # Where the request of an HTTP trigger came from.
    address: Union[str, None]
    # Id of the event that the trigger received.
    event: Union[str, None]


class Agent(TypedDict):
    id: str
    created_at: str
    updated_at: str
    name: str
    # If true, jobs of this agent never read the cache.
    disable_cache: bool
    # Whether failed jobs are cached.
    cache_failed_jobs: bool
    # Maximum age of cached results that jobs reuse. Null: no limit.
    cache_max_age_seconds: Union[int, None]
    organization_id: str
    engine_class_id: str
    current_version_id: str
    # Null when stats were not requested.
    job_count: Union[int, None]
    most_recent_job: Union[str, None]
    engine_name: str
    tags: List[Tag]
    skill_generation_state: Union[Literal["generating", "failed"], None]
    creator: Union[Creator, None]
    # Problems in the configuration of the current version, one sentence each: an unknown or missing key, a placeholder without an input, or a model, provider or service that no worker has. Empty if there are none.
    config_warnings: List[str]


class AgentCreateBody(TypedDict):
    name: str
    engine_class_id: str
    # Ignored with an API key.
    organization_id: NotRequired[Any]
    version_name: NotRequired[str]
    # Description of the first version.
    description: NotRequired[str]
    # If omitted or null: the inputs that the engine defines.
    input_definitions: NotRequired[Union[List[AgentCreateBodyInputDefinitionsItem], None]]
    # Configuration of the engine. Strings may contain inputs as ${key}. If omitted or null: the defaults of the engine.
    engine_config: NotRequired[Union[Dict[str, Any], None]]
    approval: NotRequired[Union[ApprovalBody, None]]


class AgentCreateBodyInputDefinitionsItem(TypedDict):
    # Name of the input: letters, digits and underscores, unique within the version.
    key: str
    # Media type, for example text/plain, application/pdf or image/*.
    data_type: str
    description: NotRequired[Union[str, None]]
    example: NotRequired[Union[str, None]]
    accepts_multiple_files: NotRequired[Union[bool, None]]
    required: NotRequired[Union[bool, None]]


class AgentListQuery(TypedDict):
    # If false, job_count and most_recent_job are null. Default: true.
    include_job_stats: NotRequired[bool]
    # From 1.
    page: NotRequired[int]
    # Default: 20. At most 100 unless the operator sets another limit.
    page_size: NotRequired[int]
    # Part of the name. Case does not matter.
    name: NotRequired[str]
    # Part of the name, id, engine, creator, a tag or a version id. Case does not matter.
    search: NotRequired[str]
    # Only agents with these engines.
    engine_class_id: NotRequired[List[str]]
    # No agents with these engines.
    exclude_engine_class_id: NotRequired[List[str]]
    # User ids.
    creator_id: NotRequired[List[str]]
    # Ids of tags. Only agents with at least one of them.
    tags: NotRequired[List[str]]
    # Together with tags: also include agents without tags.
    include_untagged: NotRequired[bool]
    # Created at or after, inclusive.
    created_from: NotRequired[str]
    # Created at or before, inclusive.
    created_to: NotRequired[str]
    # Configured at or after, inclusive.
    updated_from: NotRequired[str]
    # Configured at or before, inclusive.
    updated_to: NotRequired[str]
    # Last job at or after, inclusive.
    most_recent_job_from: NotRequired[str]
    # Last job at or before, inclusive.
    most_recent_job_to: NotRequired[str]
    # Agents with at least this many jobs.
    job_count_min: NotRequired[int]
    # Agents with at most this many jobs.
    job_count_max: NotRequired[int]
    # A leading minus sign sorts in descending order. Default: -created_at.
    ordering: NotRequired[Literal["name", "-name", "created_at", "-created_at", "updated_at", "-updated_at", "most_recent_job", "-most_recent_job", "job_count", "-job_count", "engine_class_id", "-engine_class_id", "creator", "-creator"]]


AgentPage: TypeAlias = "Page[Agent]"


class AgentTagsBody(TypedDict):
    # The complete list. An empty list removes all tags.
    tag_ids: List[str]


class AgentUpdateBody(TypedDict):
    name: NotRequired[str]
    # Shown as the description of the current version.
    description: NotRequired[str]
    disable_cache: NotRequired[bool]
    cache_failed_jobs: NotRequired[bool]
    # Maximum age of cached results that jobs reuse. Null: no limit.
    cache_max_age_seconds: NotRequired[Union[int, None]]


class AgentVersion(TypedDict):
    id: str
    # Name of the agent.
    name: str
    version_name: str
    creator: Union[Creator, None]
    created_at: str
    description: str
    engine_class_id: str
    engine_name: str
    input_definitions: List[InputDefinition]
    engine_config: Dict[str, Any]
    organization_id: str
    readonly: bool
    base_agent: Agent
    supports_memory: bool
    post_actions: List[PostAction]
    approval: Union[Approval, None]
    # Made for a sample run, and not published.
    is_draft: bool
    # Problems in the configuration of this version, one sentence each: an unknown or missing key, a placeholder without an input, or a model, provider or service that no worker has. Empty if there are none.
    config_warnings: List[str]
    # Only with get_supports_eval=true.
    supports_eval: NotRequired[bool]


AgentVersionsAnswer: TypeAlias = "Union[List[AgentVersion], Page[AgentVersion]]"


class Alert(TypedDict):
    id: str
    kind: Literal["budget_warning", "budget_reached", "failures", "latency"]
    budget_id: Union[str, None]
    agent_id: Union[str, None]
    message: str
    detail: Dict[str, Any]
    created_at: str
    # When the value returned to normal or the period ended.
    ended_at: Union[str, None]
    # State of the delivery through the connection.
    delivery: Literal["none", "pending", "done", "failed"]
    delivery_error: Union[str, None]


AlertPage: TypeAlias = "Page[Alert]"


class AlertQuery(TypedDict):
    # From 1.
    page: NotRequired[int]
    # Default: 20. At most 100 unless the operator sets another limit.
    page_size: NotRequired[int]
    # If true, only alerts that are still active.
    open: NotRequired[bool]


class AlertSettings(TypedDict):
    watches_agents: bool
    webhook_id: Union[str, None]
    connection_id: Union[str, None]
    operation: Union[str, None]
    params: Dict[str, str]


class AlertSettingsBody(TypedDict):
    # Alert when the failure rate or the 95th percentile of the duration of an agent leaves its usual range.
    watches_agents: bool
    # The webhook that receives alerts as the event `alert`.
    webhook_id: NotRequired[Union[str, None]]
    # The connection that performs an operation for each alert.
    connection_id: NotRequired[Union[str, None]]
    operation: NotRequired[Union[str, None]]
    # Parameters of the operation, with placeholders such as `${alert.message}`.
    params: NotRequired[Dict[str, str]]


class AllJobsPage(TypedDict):
    results: List[AnyJob]
    # Null if there are no older jobs. A short page may still have a next page.
    next_cursor: Union[str, None]
    # With filters: how far back this page searched. Null: it searched all jobs.
    searched_to: Union[str, None]
    # Number of jobs of existing agents. Null with filters.
    total: Union[int, None]


class AllJobsQuery(TypedDict):
    # A job query. Terms are for example `status:failure`, `-model:small`, `cost:>0.5`, `output.total:>500` and `since:24h`, or plain words.
    q: NotRequired[str]
    # Only jobs accepted at this time or later.
    created_from: NotRequired[str]
    # Only jobs accepted at this time or earlier.
    created_to: NotRequired[str]
    # One code from 0 to 6, or several separated by commas.
    status_code: NotRequired[str]
    # One state or several separated by commas: queued, running, waiting, retrying, succeeded, failed, cancelled.
    display_status: NotRequired[str]
    # Name of the version that ran.
    version_name: NotRequired[str]
    # An id or the start of an id.
    job_id: NotRequired[str]
    # Part of any input value.
    job_inputs: NotRequired[str]
    # A JSON object whose pairs must all match (text also matches a number or boolean that is written the same), or part of the stored JSON.
    metadata: NotRequired[str]
    # Excludes jobs that `metadata` would match.
    exclude_metadata: NotRequired[str]
    # Part of id, version name, inputs or metadata.
    search: NotRequired[str]
    # Like `search`. Jobs must match both.
    semantic_string: NotRequired[str]
    # The verdict of the output.
    verdict: NotRequired[str]
    # `pending`: the job has a verdict but no review.
    review_status: NotRequired[Literal["pending", "approved", "rejected"]]
    # `unreviewed`: the job has no review, with or without a verdict.
    review_state: NotRequired[Literal["unreviewed", "agreed", "disagreed", "disputed"]]
    # If true, only jobs with values that a person should check.
    needs_review: NotRequired[bool]
    # Default: 20. At most 100 unless the operator sets another limit.
    page_size: NotRequired[int]
    # `next_cursor` of the previous page. Continues with older jobs.
    cursor: NotRequired[str]
    # Only jobs newer than this job.
    after: NotRequired[str]
    # Only these jobs, for example to refresh them.
    ids: NotRequired[List[str]]
    # Paths such as `output.total`, `input.text` or `metadata.case`. Each job then includes these values.
    columns: NotRequired[List[str]]
    # Only jobs of these agents.
    agent_id: NotRequired[List[str]]
    # Only jobs of this version.
    agent_version_id: NotRequired[str]
    # Only jobs of this batch.
    batch_id: NotRequired[str]
    # Only jobs accepted with this policy version.
    policy_version_id: NotRequired[str]
    # USD, inclusive.
    cost_min: NotRequired[float]
    # USD, inclusive.
    cost_max: NotRequired[float]


class AnyJob(TypedDict):
    id: str
    agent_version_name: Union[str, None]
    status_events: List[StatusEventView]
    # 0 PENDING, 1 STARTED, 2 RETRY, 3 SUCCESS, 4 FAILURE, 5 CANCELLED, 6 CACHED.
    status_code: int
    # The state as people see it. `waiting`: for a person, an event, a time or a provider. `queued` and `running` jobs have or need a worker.
    display_status: Literal["queued", "running", "waiting", "retrying", "succeeded", "failed", "cancelled"]
    # What the job waits for. Null if it does not wait.
    waiting_for: Union[Literal["approval", "question", "event", "timer", "provider_batch"], None]
    # Since when it waits. Null if it does not wait.
    waiting_since: Union[str, None]
    # How long the job has waited in total. This time is neither queueing nor work.
    waited_ms: int
    created_at: str
    last_updated_at: str
    # From acceptance to the end, without `waited_ms`. Null before the end.
    duration_ms: Union[int, None]
    job_inputs: List[JobInput]
    ui_fields: Any
    evaluation: Union[Dict[str, Any], None]
    feedback_review: Union[JobReview, None]
    # `agreed`: a reviewer confirmed the output. `disagreed`: a reviewer corrected it.
    review_state: Literal["unreviewed", "agreed", "disagreed", "disputed"]
    # If true, the output has untrusted values and the agent asks for a review.
    needs_review: bool
    creator: Union[Creator, None]
    # Who caused it.
    actor: Actor
    # If true, the job is in the archive and takes longer to read. Changing the job moves it back to the database.
    archived: NotRequired[bool]
    metadata: Dict[str, str]
    agent_id: str
    agent_name: str
    agent_version_id: str
    # USD.
    cost: float
    input_tokens: Union[int, None]
    output_tokens: Union[int, None]
    error_message: Union[str, None]
    attempt: int
    origin: str
    batch_id: Union[str, None]
    retried_from: Union[str, None]
    # The values of the requested columns as text, at most 1000 characters each. Null if the job has no such value.
    columns: NotRequired[Dict[str, Union[str, None]]]


class ApiKey(TypedDict):
    id: str
    name: str
    # The first characters, to recognize the key.
    prefix: str
    role: Literal["admin", "member", "approver", "analyst", "auditor", "viewer"]
    # What the key may be used for. Null: all that its role allows.
    scopes: Union[List[Literal["read", "run", "decide", "build", "admin"]], None]
    # The owner. Everything that the key creates belongs to this user.
    user_id: Union[int, None]
    created_at: str
    last_used_at: Union[str, None]
    expires_at: Union[str, None]
    # When the secret was replaced last.
    rotated_at: Union[str, None]
    # Until when the secret before the last rotation works, too.
    previous_until: Union[str, None]
    # Whether the key was created by signing in. Such a key never has more rights than its owner and ends with the membership of the owner.
    personal: bool


class ApiKeyBody(TypedDict):
    name: str
    # Default member.
    role: NotRequired[Literal["admin", "member", "approver", "analyst", "auditor", "viewer"]]
    # Only these of the things that the role allows. Default: all that the caller may hand on.
    scopes: NotRequired[List[Literal["read", "run", "decide", "build", "admin"]]]
    expires_at: NotRequired[Union[str, None]]


ApiKeyPage: TypeAlias = "Page[ApiKey]"


class ApiKeyRotation(TypedDict):
    # How long the secret of now works beside the new one. Default 24; 0 ends it at once.
    overlap_hours: NotRequired[int]
    # Default: as before. Null: never.
    expires_at: NotRequired[Union[str, None]]


class ApplicationError(TypedDict):
    """The reason, possibly with further fields."""
    error: str
    # Error code for programs.
    code: str


class Approval(TypedDict):
    # Which results need approval: all, those that need a review, or those with one of `verdicts`.
    when: Literal["always", "needs_review", "verdict"]
    verdicts: NotRequired[List[str]]
    # Minimum role that may approve.
    role: Literal["analyst", "approver", "member", "admin"]
    # If true, only people who are signed in as themselves may approve, and nobody who caused the job.
    forbid_requester: bool
    # How many different people must approve. Default 1.
    approvals: NotRequired[int]
    # Hours until the approval is due. Fractions are allowed.
    due_hours: NotRequired[float]
    # What happens when the approval is overdue: the job fails, or its result is released.
    on_timeout: Literal["fail", "release"]


class ApprovalBody(TypedDict):
    # Which results need approval: all, those that need a review, or those with one of `verdicts`.
    when: Literal["always", "needs_review", "verdict"]
    verdicts: NotRequired[List[str]]
    # Minimum role that may approve.
    role: NotRequired[Literal["analyst", "approver", "member", "admin"]]
    # If true, only people who are signed in as themselves may approve, and nobody who caused the job.
    forbid_requester: NotRequired[bool]
    # How many different people must approve. Default 1.
    approvals: NotRequired[int]
    # Hours until the approval is due. Fractions are allowed.
    due_hours: NotRequired[float]
    # What happens when the approval is overdue: the job fails, or its result is released.
    on_timeout: NotRequired[Literal["fail", "release"]]


class ArchiveView(TypedDict):
    # Number of full months that stay in the database. 0: nothing is archived.
    after_months: int
    # Newest first.
    months: List[ArchiveViewMonthsItem]


class ArchiveViewMonthsItem(TypedDict):
    month: str
    jobs: int
    # Of webhooks.
    deliveries: int
    bytes: int
    # If true, a file was missing or damaged at the last read.
    damaged: bool


class ArtifactQuery(TypedDict):
    # The key, as shown in a step or an output of the job.
    artifact_key: str


class ArtifactResult(TypedDict):
    result: Any


class AuditEntry(TypedDict):
    id: str
    created_at: str
    actor: AuditEntryActor
    action: str
    target_type: str
    target_id: str
    detail: Union[Dict[str, Any], None]
    # Number of the entry in the chain. Null for a few seconds until the entry is in the chain.
    seq: Union[int, None]
    # Hash of the previous entry.
    previous_hash: Union[str, None]
    # SHA-256 of the entry and the previous hash, in canonical JSON (RFC 8785).
    hash: Union[str, None]


class AuditEntryActor(TypedDict):
    # `person`: signed in as themselves, in the console or with a personal key. `key`: a key of the organization, a machine. `trigger`, `schedule`, `job`: what started it. `system`: the service or its operator.
    kind: Literal["person", "key", "trigger", "schedule", "job", "system"]
    # Id of the trigger, schedule or job.
    id: Union[str, None]
    # The person; for a key its owner; for a trigger or schedule who changed it last.
    user_id: Union[int, None]
    # The API key.
    key_id: Union[str, None]
    # E-mail of the person, or name of the key, trigger or schedule.
    name: str
    # Where the request of an HTTP trigger came from.
    address: Union[str, None]
    # Id of the event that the trigger received.
    event: Union[str, None]
    # What and who stands behind it, nearest first: source jobs, and people who changed or started it.
    chain: List[ActorLink]
    email: Union[str, None]
    # The same as `key_id`.
    api_key_id: Union[str, None]


class AuditHead(TypedDict):
    organization_id: str
    kind: Literal["head"]
    # Number of the last entry in the chain.
    seq: int
    # Hash of the last entry.
    hash: str
    at: str
    # Entries that are not in the chain yet.
    unchained: int
    key_id: str
    # Ed25519 signature in base64 over the object without this field, in canonical JSON (RFC 8785).
    signature: str


AuditPage: TypeAlias = "Page[AuditEntry]"


class AuditQuery(TypedDict):
    # Exact action.
    action: NotRequired[str]
    # Exact id of the changed object.
    target_id: NotRequired[str]
    # Only entries at this time or later.
    created_from: NotRequired[str]
    # Only entries at this time or earlier.
    created_to: NotRequired[str]
    # From 1.
    page: NotRequired[int]
    # Default: 20. At most 100 unless the operator sets another limit.
    page_size: NotRequired[int]


class AutoClose(TypedDict):
    # Verdicts with which a case may close. The verdict becomes its outcome.
    outcomes: List[str]
    # Only a verdict that this policy gave closes a case.
    policy_id: str
    # Share of the closed cases at which a person looks again.
    sample_rate: float
    # The code of the decision. Default: auto_close.
    reason_code: NotRequired[str]


class Batch(TypedDict):
    id: str
    agent_id: str
    name: str
    total: int
    counts: BatchCounts
    # How many of `counts.started` wait for a person, an event or a time.
    waiting: int
    # Jobs missing from `counts` because retention removed them or they are archived. A single batch counts its archived jobs, a list of batches does not.
    left_out: NotRequired[int]
    cost: float
    max_cost: Union[float, None]
    created_at: str
    finished_at: Union[str, None]
    eta_seconds: Union[float, None]


class BatchBody(TypedDict):
    # At most 10,000 unless the operator sets another limit.
    inputs: List[Dict[str, Any]]
    name: NotRequired[Union[str, None]]
    metadata: NotRequired[Any]
    # Limit in USD. When it is exceeded, no further row starts.
    max_cost: NotRequired[Union[float, None]]
    agent_version_id: NotRequired[Union[str, None]]


class BatchCounts(TypedDict):
    pending: int
    started: int
    retry: int
    success: int
    failure: int
    cancelled: int
    cached: int


BatchPage: TypeAlias = "Page[Batch]"


class BatchQuery(TypedDict):
    # Seconds to wait for the end of the batch. The response then has its current progress.
    wait: NotRequired[int]


class BatchResultLine(TypedDict):
    # Position in the submitted list.
    index: int
    job_id: str
    # 0 PENDING, 1 STARTED, 2 RETRY, 3 SUCCESS, 4 FAILURE, 5 CANCELLED, 6 CACHED.
    status: int
    # Null until the job is final.
    outputs: Union[List[OutputItem], None]
    error_message: Union[str, None]
    metadata: Union[Dict[str, Any], None]


class Budget(TypedDict):
    id: str
    scope: Literal["organization", "agent", "key"]
    agent_id: Union[str, None]
    key_id: Union[str, None]
    # Name of the agent, API key or organization.
    name: str
    period: Literal["day", "month"]
    amount: float
    action: Literal["warn", "stop"]
    # USD spent in this period, at most 30 seconds old.
    spent: float
    # warning: 80 % or more is spent.
    state: Literal["ok", "warning", "reached"]
    period_starts_at: str
    created_at: str


class BudgetBody(TypedDict):
    scope: Literal["organization", "agent", "key"]
    # Required for the scope `agent`.
    agent_id: NotRequired[str]
    # Required for the scope `key`: the id of an API key.
    key_id: NotRequired[str]
    # Of UTC.
    period: Literal["day", "month"]
    # USD.
    amount: float
    # `warn`: alerts at 80 % and 100 %. `stop`: also refuses new jobs once the budget is spent.
    action: NotRequired[Literal["warn", "stop"]]


class BudgetChange(TypedDict):
    # USD.
    amount: NotRequired[float]
    # `warn`: alerts at 80 % and 100 %. `stop`: also refuses new jobs once the budget is spent.
    action: NotRequired[Literal["warn", "stop"]]


class BulkBody(TypedDict):
    kind: Literal["retry", "cancel", "delete_data", "export", "add_to_set"]
    # The filters of the job list, such as `q`. At most the newest 10,000 jobs that match.
    filter: NotRequired[BulkBodyFilter]
    # Ids of jobs, in place of a filter.
    job_ids: NotRequired[List[str]]
    # For `retry`: use the current version of each agent instead of the version that ran.
    with_current_version: NotRequired[bool]
    # For `add_to_set`: the evaluation set.
    evaluation_set_id: NotRequired[str]


class BulkBodyFilter(TypedDict):
    """The filters of the job list, such as `q`. At most the newest 10,000 jobs that match."""
    # A job query. Terms are for example `status:failure`, `-model:small`, `cost:>0.5`, `output.total:>500` and `since:24h`, or plain words.
    q: NotRequired[str]
    # Only jobs accepted at this time or later.
    created_from: NotRequired[str]
    # Only jobs accepted at this time or earlier.
    created_to: NotRequired[str]
    # One code from 0 to 6, or several separated by commas.
    status_code: NotRequired[str]
    # One state or several separated by commas: queued, running, waiting, retrying, succeeded, failed, cancelled.
    display_status: NotRequired[str]
    # Name of the version that ran.
    version_name: NotRequired[str]
    # An id or the start of an id.
    job_id: NotRequired[str]
    # Part of any input value.
    job_inputs: NotRequired[str]
    # A JSON object whose pairs must all match (text also matches a number or boolean that is written the same), or part of the stored JSON.
    metadata: NotRequired[str]
    # Excludes jobs that `metadata` would match.
    exclude_metadata: NotRequired[str]
    # Part of id, version name, inputs or metadata.
    search: NotRequired[str]
    # Like `search`. Jobs must match both.
    semantic_string: NotRequired[str]
    # The verdict of the output.
    verdict: NotRequired[str]
    # `pending`: the job has a verdict but no review.
    review_status: NotRequired[Literal["pending", "approved", "rejected"]]
    # `unreviewed`: the job has no review, with or without a verdict.
    review_state: NotRequired[Literal["unreviewed", "agreed", "disagreed", "disputed"]]
    # If true, only jobs with values that a person should check.
    needs_review: NotRequired[bool]
    # Only jobs of these agents.
    agent_id: NotRequired[List[str]]
    # Only jobs of this version.
    agent_version_id: NotRequired[str]
    # Only jobs of this batch.
    batch_id: NotRequired[str]
    # Only jobs accepted with this policy version.
    policy_version_id: NotRequired[str]
    # USD, inclusive.
    cost_min: NotRequired[float]
    # USD, inclusive.
    cost_max: NotRequired[float]


class BulkFileQuery(TypedDict):
    # Default csv.
    format: NotRequired[Literal["csv", "parquet"]]


class BulkItem(TypedDict):
    position: int
    job_id: str
    status: Literal["pending", "done", "skipped", "failed"]
    # For `retry`: the new job.
    new_job_id: Union[str, None]
    # Why the job was skipped or the action failed.
    reason: Union[str, None]
    at: Union[str, None]


BulkItemPage: TypeAlias = "Page[BulkItem]"


class BulkItemQuery(TypedDict):
    # From 1.
    page: NotRequired[int]
    # Default: 20. At most 100 unless the operator sets another limit.
    page_size: NotRequired[int]
    # Only jobs with this outcome.
    status: NotRequired[Literal["pending", "done", "skipped", "failed"]]


class BulkOperation(TypedDict):
    id: str
    kind: Literal["retry", "cancel", "delete_data", "export", "add_to_set", "remove_from_set"]
    status: Literal["planned", "running", "paused", "done", "cancelled"]
    filter: Dict[str, Any]
    # Jobs that the action applies to.
    total: int
    # Matching jobs that the action cannot apply to, such as finished jobs for `cancel`.
    left_out: int
    # With a filter: jobs accepted before this time are archived and not included. Use job_ids for them. Null: no matching job is archived.
    searched_to: Union[str, None]
    # USD that the jobs cost originally. Running them again costs about the same.
    estimated_cost: float
    counts: BulkOperationCounts
    evaluation_set_id: Union[str, None]
    with_current_version: bool
    can_undo: bool
    undoes: Union[str, None]
    undone_by: Union[str, None]
    # Why the action stopped although nobody paused it: the person who started it no longer has the required role.
    paused_because: Union[str, None]
    # E-mail of the person who planned, started or last resumed the action. The action runs on behalf of this person.
    creator: Union[str, None]
    created_at: str
    started_at: Union[str, None]
    finished_at: Union[str, None]


class BulkOperationCounts(TypedDict):
    pending: int
    done: int
    # Jobs that needed no action any more.
    skipped: int
    failed: int


BulkPage: TypeAlias = "Page[BulkOperation]"


class BulkResult(TypedDict):
    id: str
    # 0 PENDING, 1 STARTED, 2 RETRY, 3 SUCCESS, 4 FAILURE, 5 CANCELLED, 6 CACHED.
    status: Union[int, None]
    result: Union[List[OutputItem], None]
    corrected_outputs: Union[List[OutputItem], None]
    agent_id: Union[str, None]
    agent_version_id: Union[str, None]
    cost: Union[float, None]
    inputs: Union[List[ReviewedCaseLineInputsItem], None]
    input_tokens: Union[int, None]
    output_tokens: Union[int, None]


class BulkStatus(TypedDict):
    id: str
    # 0 PENDING, 1 STARTED, 2 RETRY, 3 SUCCESS, 4 FAILURE, 5 CANCELLED, 6 CACHED.
    status: Union[int, None]
    created_at: Union[str, None]
    last_updated_at: Union[str, None]
    timestamp: Union[float, None]
    error_message: Union[str, None]


class CancelledAll(TypedDict):
    task_id: Union[str, None]
    targeted_count: int
    note: str


class Case(TypedDict):
    id: str
    # Counts the cases of the organization.
    number: int
    queue_id: str
    subject: CaseSubject
    # `open`: nobody has it. `in_review`: somebody does. `waiting`: a clock is paused, or a decision waits for approval. `escalated`: a playbook found that somebody has to look at once, whether a clock is paused or not. `closed`: decided or merged.
    state: Literal["open", "in_review", "waiting", "escalated", "closed"]
    outcome: Union[str, None]
    reason_code: Union[str, None]
    priority: Literal["low", "normal", "high", "urgent"]
    assignee: Union[CaseAssignee, None]
    clocks: List[CaseClock]
    alert_count: int
    # Only named people see the case.
    restricted: bool
    merged_into_case_id: Union[str, None]
    created_at: str
    updated_at: str
    closed_at: Union[str, None]
    narrative: Union[str, None]
    proposed_decision: Union[CaseProposal, None]
    # The last 100, newest first. `/v1/case-alerts/?case=` lists all.
    alerts: List[CaseAlert]
    # Jobs that playbooks started, the first one first.
    jobs: List[CaseJob]
    tasks: List[CaseTask]
    notes: List[CaseNote]
    # Files that people added, the first one first.
    documents: List[CaseDocument]
    # Other cases that share an identifier of any kind. At most 50, the latest first.
    related: List[RelatedCase]
    # How many there are.
    related_count: int
    # Decisions about the same subject, here and in other cases that share an identifier by which the queue joins alerts: evidence, not truth. At most 50.
    earlier_decisions: List[CaseDecision]
    # How many there are.
    earlier_decision_count: int
    # Cases that were merged into this one.
    merged_case_ids: List[str]
    # Ids of the users who see it. Empty: everybody.
    restricted_to: List[int]


class CaseAlert(TypedDict):
    id: str
    queue_id: str
    # Null if the case is restricted to others, who see the alert.
    case_id: Union[str, None]
    external_id: str
    rule: str
    detected_at: str
    subject: CaseAlertSubject
    amount: Union[float, None]
    # Three capital letters.
    currency: Union[str, None]
    window: Union[Dict[str, Any], None]
    data: Dict[str, Any]
    priority: Literal["low", "normal", "high", "urgent"]
    created_at: str


class CaseAlertBody(TypedDict):
    # Id or name of the queue.
    queue: str
    external_id: str
    rule: str
    detected_at: str
    subject: CaseAlertSubject
    amount: NotRequired[Union[float, None]]
    # Three capital letters.
    currency: NotRequired[Union[str, None]]
    window: NotRequired[Union[Dict[str, Any], None]]
    data: NotRequired[Dict[str, Any]]
    priority: NotRequired[Literal["low", "normal", "high", "urgent"]]


class CaseAlertFacets(TypedDict):
    # How many match.
    counted: int
    # False if more than 200,000 match, and the others were not counted.
    is_complete: bool
    # The most frequent values, at most 20.
    queue: List[FacetValue]
    # The most frequent values, at most 20.
    rule: List[FacetValue]
    # The most frequent values, at most 20.
    priority: List[FacetValue]
    # The most frequent values, at most 20.
    currency: List[FacetValue]


class CaseAlertFacetsQuery(TypedDict):
    # Id or name of a queue.
    queue: NotRequired[str]
    # Id of a case.
    case: NotRequired[str]
    # A query such as `rule:"round sums" amount:>9000 state:open since:7d`.
    q: NotRequired[str]


class CaseAlertPage(TypedDict):
    count: int
    next: Union[str, None]
    previous: Union[str, None]
    results: List[CaseAlert]
    # False if more than 10,000 alerts match `q`: `count` is then 10,000, and `next` leads to the others all the same.
    count_is_complete: bool


class CaseAlertQuery(TypedDict):
    # Id or name of a queue.
    queue: NotRequired[str]
    # Id of a case.
    case: NotRequired[str]
    # A query such as `rule:"round sums" amount:>9000 state:open since:7d`.
    q: NotRequired[str]
    # From 1.
    page: NotRequired[int]
    # Default: 20. At most 100 unless the operator sets another limit.
    page_size: NotRequired[int]


class CaseAlertSubject(TypedDict):
    kind: Literal["person", "company", "merchant", "account"]
    name: str
    # Identifiers by their kind, a word of at most 100 characters. Blanks, signs and case make no difference when they are compared.
    identifiers: Dict[str, str]


class CaseApproveBody(TypedDict):
    comment: NotRequired[Union[str, None]]
    # The alert_count that you saw. If the case has another one: 409.
    expected_alert_count: NotRequired[Union[int, None]]


class CaseAssignBody(TypedDict):
    # A member of the organization.
    user_id: Union[int, None]
    # 409 if somebody else has the case by now. Null: 409 if anybody has it.
    expected_user_id: NotRequired[Union[int, None]]


class CaseAssignee(TypedDict):
    user_id: int
    email: str


CaseCalendar = TypedDict("CaseCalendar", {
    "time_zone": "str",
    "days": "NotRequired[List[int]]",
    "from": "NotRequired[str]",
    "to": "NotRequired[str]",
    "holidays": "NotRequired[List[str]]",
})


class CaseCheck(TypedDict):
    id: str
    case_id: str
    case_number: int
    queue_id: str
    # `auto_close`: drawn when a playbook closed it. `sample`: drawn by somebody. `person`: asked for.
    source: Literal["auto_close", "sample", "person"]
    outcome: str
    reason_code: str
    # Who caused it.
    decided_by: Actor
    # What a playbook decided by the right of a policy. Null: people decided.
    automatic: Union[CaseDecisionAutomatic, None]
    # Null: nobody has looked yet.
    agrees: Union[bool, None]
    right_outcome: Union[str, None]
    comment: Union[str, None]
    # Who caused it.
    checked_by: Union[Actor, None]
    created_at: str
    checked_at: Union[str, None]


class CaseCheckBody(TypedDict):
    """A decided case."""
    case_id: str


class CaseCheckDecision(TypedDict):
    agrees: bool
    right_outcome: NotRequired[Union[str, None]]
    comment: NotRequired[Union[str, None]]


CaseCheckPage: TypeAlias = "Page[CaseCheck]"


class CaseCheckQuery(TypedDict):
    # Only those that wait, or only those that are done.
    open: NotRequired[bool]
    # Id of a case.
    case: NotRequired[str]
    # From 1.
    page: NotRequired[int]
    # Default: 20. At most 100 unless the operator sets another limit.
    page_size: NotRequired[int]


class CaseClock(TypedDict):
    name: str
    due_at: str
    paused: bool
    # Why it is paused.
    reason: Union[str, None]
    # The case is closed.
    stopped: bool


class CaseDecideBody(TypedDict):
    outcome: str
    reason_code: str
    narrative: str
    # The alert_count that you saw. If the case has another one: 409.
    expected_alert_count: NotRequired[Union[int, None]]


class CaseDecision(TypedDict):
    case_id: str
    case_number: int
    outcome: str
    reason_code: str
    narrative: str
    # Who caused it.
    proposed_by: Actor
    # Who caused it.
    decided_by: Actor
    decided_at: str
    # What a playbook decided by the right of a policy. Null: people decided.
    automatic: Union[CaseDecisionAutomatic, None]


class CaseDecisionAutomatic(TypedDict):
    """What a playbook decided by the right of a policy. Null: people decided."""
    playbook_id: str
    version_id: str
    step: str
    job_id: str
    policy_version_id: str


class CaseDocument(TypedDict):
    id: str
    name: str
    content_type: str
    # Bytes.
    size: int
    sha256: str
    description: str
    # Who caused it.
    added_by: Actor
    created_at: str


class CaseDocumentForm(TypedDict):
    # The file.
    file: bytes
    # What it is.
    description: NotRequired[str]


class CaseEvent(TypedDict):
    id: str
    case_id: str
    at: str
    kind: str
    # Who caused it.
    actor: Actor
    detail: Dict[str, Any]


CaseEventPage: TypeAlias = "Page[CaseEvent]"


class CaseFacets(TypedDict):
    # How many match.
    counted: int
    # False if more than 200,000 match, and the others were not counted.
    is_complete: bool
    # The most frequent values, at most 20.
    state: List[FacetValue]
    # The most frequent values, at most 20.
    queue: List[FacetValue]
    # The most frequent values, at most 20.
    priority: List[FacetValue]
    # By the id of the person; `none` for cases that nobody has.
    assignee: List[FacetValue]
    # The most frequent values, at most 20.
    outcome: List[FacetValue]
    # `overdue`, `24h` (due within a day) and `later`.
    due: List[FacetValue]


class CaseFacetsQuery(TypedDict):
    # Id or name of a queue.
    queue: NotRequired[str]
    # `open`: nobody has it. `in_review`: somebody does. `waiting`: a clock is paused, or a decision waits for approval. `escalated`: a playbook found that somebody has to look at once, whether a clock is paused or not. `closed`: decided or merged.
    state: NotRequired[Literal["open", "in_review", "waiting", "escalated", "closed"]]
    # Id of a user, `me` or `none`.
    assignee: NotRequired[str]
    # `overdue`, or a time: cases with a clock that is due by then.
    due: NotRequired[str]
    # A query such as `state:open,escalated assignee:none priority:urgent due:<24h roe`.
    q: NotRequired[str]


CaseFigures = TypedDict("CaseFigures", {
    "from": "str",
    "to": "str",
    "opened": "int",
    "closed": "int",
    "median_hours": "Union[float, None]",
    "auto_closed": "int",
    "auto_closed_share": "Union[float, None]",
    "auto_closed_error": "CaseFiguresAutoClosedError",
    "ageing": "List[CaseFiguresAgeingItem]",
    "load": "List[CaseFiguresLoadItem]",
    "by_analyst": "List[CaseFiguresByAnalystItem]",
    "by_agent": "List[CaseFiguresByAgentItem]",
    "by_rule": "List[CaseFiguresByRuleItem]",
})


class CaseFiguresAgeingItem(TypedDict):
    days: str
    cases: int
    overdue: int


class CaseFiguresAutoClosedError(TypedDict):
    """From second looks at cases that a playbook closed."""
    checked: int
    wrong: int
    rate: Union[float, None]
    # 95 %, Wilson.
    interval: Union[CaseFiguresAutoClosedErrorInterval, None]


class CaseFiguresAutoClosedErrorInterval(TypedDict):
    """95 %, Wilson."""
    low: float
    high: float


class CaseFiguresByAgentItem(TypedDict):
    agent_id: str
    name: str
    checked: int
    agreed: int
    # Share of second looks that agree.
    agreement: Union[float, None]


class CaseFiguresByAnalystItem(TypedDict):
    user_id: Union[int, None]
    name: str
    checked: int
    agreed: int
    # Share of second looks that agree.
    agreement: Union[float, None]


class CaseFiguresByRuleItem(TypedDict):
    rule: str
    checked: int
    agreed: int
    # Share of second looks that agree.
    agreement: Union[float, None]


class CaseFiguresLoadItem(TypedDict):
    user_id: Union[int, None]
    email: Union[str, None]
    open: int
    overdue: int
    # In the period.
    decided: int


CaseFiguresQuery = TypedDict("CaseFiguresQuery", {
    "queue": "NotRequired[str]",
    "from": "NotRequired[str]",
    "to": "NotRequired[str]",
})


class CaseHold(TypedDict):
    reason: str
    # Who caused it.
    placed_by: Actor
    placed_at: str


CaseIndex = TypedDict("CaseIndex", {
    "organization_id": "str",
    "from": "str",
    "to": "str",
    "agent_id": "Union[str, None]",
    "cases": "List[CaseIndexCasesItem]",
    "at": "str",
    "key_id": "str",
    "signature": "str",
})


class CaseIndexCasesItem(TypedDict):
    job_id: str
    agent_id: str
    # As of a job.
    status_code: int
    verdict: Union[str, None]
    finished_at: str


CaseIndexQuery = TypedDict("CaseIndexQuery", {
    "from": "NotRequired[str]",
    "to": "NotRequired[str]",
    "agent_id": "NotRequired[str]",
})


class CaseJob(TypedDict):
    job_id: str
    alert_id: Union[str, None]
    # The step of the playbook.
    step: Union[str, None]
    created_at: str


class CaseListQuery(TypedDict):
    # Id or name of a queue.
    queue: NotRequired[str]
    # `open`: nobody has it. `in_review`: somebody does. `waiting`: a clock is paused, or a decision waits for approval. `escalated`: a playbook found that somebody has to look at once, whether a clock is paused or not. `closed`: decided or merged.
    state: NotRequired[Literal["open", "in_review", "waiting", "escalated", "closed"]]
    # Id of a user, `me` or `none`.
    assignee: NotRequired[str]
    # `overdue`, or a time: cases with a clock that is due by then.
    due: NotRequired[str]
    # A query such as `state:open,escalated assignee:none priority:urgent due:<24h roe`.
    q: NotRequired[str]
    # Default: -number.
    ordering: NotRequired[Literal["number", "-number", "due", "-due", "priority", "-priority", "updated", "-updated"]]
    # From 1.
    page: NotRequired[int]
    # Default: 20. At most 100 unless the operator sets another limit.
    page_size: NotRequired[int]


class CaseMergeBody(TypedDict):
    into_case_id: str
    reason: str


class CaseNetwork(TypedDict):
    nodes: List[NetworkNode]
    edges: List[NetworkEdge]
    # All pairs of accounts around the subject. `edges` has the 200 largest.
    edge_count: int
    findings: List[NetworkFinding]
    # What could not be looked at, and why.
    problems: List[str]
    first_at: Union[str, None]
    last_at: Union[str, None]
    # The SQL behind the edges.
    statement: Union[str, None]


class CaseNetworkQuery(TypedDict):
    # The first moment of the period. Default: the first row.
    since: NotRequired[str]
    # The first moment after the period. Default: after the last row.
    until: NotRequired[str]


class CaseNote(TypedDict):
    id: str
    text: str
    # Who caused it.
    author: Actor
    created_at: str


class CaseNoteBody(TypedDict):
    text: str


class CasePauseBody(TypedDict):
    name: str
    reason: str
    paused: bool


class CasePriorityBody(TypedDict):
    priority: Literal["low", "normal", "high", "urgent"]
    reason: str


class CaseProposal(TypedDict):
    outcome: str
    reason_code: str
    narrative: str
    # Who caused it.
    proposed_by: Actor
    proposed_at: str
    # The alerts that the case had then.
    alert_count: Union[int, None]


class CaseQueue(TypedDict):
    id: str
    name: str
    # An alert joins the open case of the queue that shares one of these identifiers.
    join_rule: CaseQueueJoinRule
    clocks: List[CaseQueueClock]
    # The codes that a decision may have. Empty: any.
    reason_codes: List[str]
    four_eyes: CaseQueueFourEyes
    # The playbook that runs on each alert. Null: none.
    playbook_id: Union[str, None]
    # Days after which a closed case is removed, unless it is held. Null: for ever.
    retention_days: Union[int, None]
    created_at: str
    updated_at: str


class CaseQueueBody(TypedDict):
    name: str
    # An alert joins the open case of the queue that shares one of these identifiers.
    join_rule: NotRequired[CaseQueueJoinRule]
    clocks: NotRequired[List[CaseQueueClock]]
    # The codes that a decision may have. Empty: any.
    reason_codes: NotRequired[List[str]]
    four_eyes: NotRequired[CaseQueueFourEyes]
    # The playbook that runs on each alert. Null: none.
    playbook_id: NotRequired[Union[str, None]]
    # Days after which a closed case is removed, unless it is held. Null: for ever.
    retention_days: NotRequired[Union[int, None]]


CaseQueueClock = TypedDict("CaseQueueClock", {
    "name": "str",
    "from": "Literal[\"alert\", \"detection\", \"opened\"]",
    "hours": "float",
    "calendar": "NotRequired[Union[CaseCalendar, None]]",
})


class CaseQueueFourEyes(TypedDict):
    # Outcomes that a second person approves.
    outcomes: List[str]


class CaseQueueJoinRule(TypedDict):
    """An alert joins the open case of the queue that shares one of these identifiers."""
    # Kinds of identifiers. Empty: alerts never join.
    by: List[str]
    within_days: int


CaseQueuePage: TypeAlias = "Page[CaseQueue]"


class CaseQueuePatch(TypedDict):
    name: NotRequired[str]
    # An alert joins the open case of the queue that shares one of these identifiers.
    join_rule: NotRequired[CaseQueueJoinRule]
    clocks: NotRequired[List[CaseQueueClock]]
    # The codes that a decision may have. Empty: any.
    reason_codes: NotRequired[List[str]]
    four_eyes: NotRequired[CaseQueueFourEyes]
    # The playbook that runs on each alert. Null: none.
    playbook_id: NotRequired[Union[str, None]]
    # Days after which a closed case is removed, unless it is held. Null: for ever.
    retention_days: NotRequired[Union[int, None]]


class CaseRejectBody(TypedDict):
    comment: str


class CaseReopenBody(TypedDict):
    reason: str


class CaseReport(TypedDict):
    case_id: str
    template: str
    sections: List[ReportSection]
    # Sentences without support.
    unsupported: int
    # Sentences that only cite a source: status cited.
    unquoted: int
    # Rises with each change. 0: nothing is stored yet.
    revision: int
    # Who caused it.
    updated_by: Union[Actor, None]
    updated_at: Union[str, None]


class CaseReportBody(TypedDict):
    template: str
    sections: List[CaseReportBodySectionsItem]
    # The one that you changed. Another one is a 409.
    revision: int


class CaseReportBodySectionsItem(TypedDict):
    key: str
    title: str
    sentences: List[CaseReportBodySectionsItemSentencesItem]


class CaseReportBodySectionsItemSentencesItem(TypedDict):
    text: str
    citations: List[ReportCitation]


class CaseReportQuery(TypedDict):
    # For a case without a report: what a draft from this template says.
    template: NotRequired[str]


class CaseRestrictBody(TypedDict):
    # Empty lifts the restriction.
    user_ids: List[int]


CaseSampleBody = TypedDict("CaseSampleBody", {
    "count": "int",
    "queue": "NotRequired[str]",
    "from": "NotRequired[str]",
    "to": "NotRequired[str]",
})


class CaseSampled(TypedDict):
    drawn: int
    results: List[CaseCheck]


class CaseSplitBody(TypedDict):
    alert_ids: List[str]
    reason: str


class CaseSubject(TypedDict):
    kind: Literal["person", "company", "merchant", "account"]
    name: str
    # Identifiers by their kind, a word of at most 100 characters. Blanks, signs and case make no difference when they are compared.
    identifiers: Dict[str, str]
    # Other names in its alerts.
    aliases: List[str]


class CaseSummary(TypedDict):
    id: str
    # Counts the cases of the organization.
    number: int
    queue_id: str
    subject: CaseSubject
    # `open`: nobody has it. `in_review`: somebody does. `waiting`: a clock is paused, or a decision waits for approval. `escalated`: a playbook found that somebody has to look at once, whether a clock is paused or not. `closed`: decided or merged.
    state: Literal["open", "in_review", "waiting", "escalated", "closed"]
    outcome: Union[str, None]
    reason_code: Union[str, None]
    priority: Literal["low", "normal", "high", "urgent"]
    assignee: Union[CaseAssignee, None]
    clocks: List[CaseClock]
    alert_count: int
    # Only named people see the case.
    restricted: bool
    merged_into_case_id: Union[str, None]
    created_at: str
    updated_at: str
    closed_at: Union[str, None]


CaseSummaryPage: TypeAlias = "Page[CaseSummary]"


class CaseTask(TypedDict):
    id: str
    title: str
    due_at: Union[str, None]
    assignee: Union[CaseAssignee, None]
    done_at: Union[str, None]
    created_at: str


class CaseTaskBody(TypedDict):
    title: str
    due_at: NotRequired[Union[str, None]]
    # A member of the organization.
    assignee: NotRequired[Union[int, None]]


class CaseTaskPatch(TypedDict):
    done: bool


CaseTransaction = TypedDict("CaseTransaction", {
    "id": "Union[str, None]",
    "at": "str",
    "from": "str",
    "to": "str",
    "amount": "float",
    "currency": "Union[str, None]",
    "direction": "Literal[\"in\", \"out\", \"own\"]",
})


class CaseTransactionPage(TypedDict):
    count: int
    next: Union[str, None]
    previous: Union[str, None]
    results: List[CaseTransaction]
    # The SQL that selects exactly these rows, for citations.
    statement: str
    # The accounts of the subject, as they are compared.
    accounts: List[str]
    # Of all rows that fit, not only of this page.
    figures: CaseTransactionPageFigures
    # Rows of the subject without a time or an amount. They are in no figure.
    unusable_count: int


CaseTransactionPageFigures = TypedDict("CaseTransactionPageFigures", {
    "in": "CaseTransactionPageFiguresIn",
    "out": "CaseTransactionPageFiguresIn",
    "first_at": "Union[str, None]",
    "last_at": "Union[str, None]",
})


class CaseTransactionPageFiguresIn(TypedDict):
    count: int
    amount: float
    accounts: int


class CaseTransactionQuery(TypedDict):
    # The first moment of the period. Default: the first row.
    since: NotRequired[str]
    # The first moment after the period. Default: after the last row.
    until: NotRequired[str]
    # As the subject sees it. Default: both.
    direction: NotRequired[Literal["in", "out"]]
    # An account.
    counterparty: NotRequired[str]
    # Amounts of at least so much.
    min_amount: NotRequired[float]
    # Amounts of at most so much.
    max_amount: NotRequired[float]
    # Default: -at.
    ordering: NotRequired[Literal["at", "-at", "amount", "-amount"]]
    # From 1.
    page: NotRequired[int]
    # Default: 20. At most 100 unless the operator sets another limit.
    page_size: NotRequired[int]


class Certificate(TypedDict):
    id: str
    organization_id: str
    job_id: Union[str, None]
    # The jobs, if retention removed the data of several.
    job_ids: List[str]
    reason: Literal["request", "retention"]
    removed: List[CertificateRemovedItem]
    at: str
    key_id: str
    # Ed25519 signature in base64 over the object without this field, in canonical JSON (RFC 8785).
    signature: str


CertificatePage: TypeAlias = "Page[Certificate]"


class CertificateRemovedItem(TypedDict):
    kind: str
    count: int


class ChainModel(TypedDict):
    model: str
    # Default: outage, rate_limit, refusal, too_long.
    when: NotRequired[List[Literal["outage", "rate_limit", "refusal", "too_long", "budget", "untrusted"]]]


class CompleteSignInBody(TypedDict):
    # As the authorization server returned it.
    state: str
    # The code of the authorization server.
    code: NotRequired[str]
    # The server that answered, if it says so (RFC 9207).
    iss: NotRequired[str]
    # Why there is no code.
    error: NotRequired[str]
    # The same in words.
    error_description: NotRequired[str]


class Connection(TypedDict):
    id: str
    # Who created it.
    user: Union[int, None]
    organization: str
    connector_type: str
    connector_display_name: str
    name: str
    description: str
    config: Any
    credentials_configured: bool
    # Placeholders in the configuration, by name, with the value for connection tests. Each use supplies its own values. A placeholder without a test value cannot be tested.
    dynamic_inputs: Dict[str, str]
    # What may use the connection, and what asks a person first. It wins over every agent's configuration.
    policy: ConnectionPolicy
    dynamic_input_test_disabled_reason: Union[str, None]
    sign_in: Union[ConnectionSignIn, None]
    # `error`: the last test failed.
    status: Literal["active", "error"]
    tested_at: Union[str, None]
    # Message of the last test.
    test_message: Union[str, None]
    # Agents, triggers, schedules and tables that use it.
    use_count: int
    last_used_at: Union[str, None]
    created_at: str
    updated_at: str
    auth_config: Dict[str, Any]
    browser_session_expires_at: Union[str, None]


class ConnectionCreateBody(TypedDict):
    connector_type: str
    name: str
    # Must match `config_schema` of the connector. Strings may contain `${secret.NAME}`.
    config: Dict[str, Any]
    description: NotRequired[str]
    # Must match `auth_schema` of the connector. Stored encrypted. Secret values appear as `********`; sending `********` keeps the stored value. Strings may contain `${secret.NAME}`.
    auth_config: NotRequired[Dict[str, Any]]
    # Placeholders in the configuration, by name, with the value for connection tests. Each use supplies its own values. A placeholder without a test value cannot be tested.
    dynamic_inputs: NotRequired[Dict[str, str]]
    # What may use the connection, and what asks a person first. It wins over every agent's configuration.
    policy: NotRequired[ConnectionPolicy]


class ConnectionItem(TypedDict):
    id: str
    # Who created it.
    user: Union[int, None]
    organization: str
    connector_type: str
    connector_display_name: str
    name: str
    description: str
    config: Any
    credentials_configured: bool
    # Placeholders in the configuration, by name, with the value for connection tests. Each use supplies its own values. A placeholder without a test value cannot be tested.
    dynamic_inputs: Dict[str, str]
    # What may use the connection, and what asks a person first. It wins over every agent's configuration.
    policy: ConnectionPolicy
    dynamic_input_test_disabled_reason: Union[str, None]
    sign_in: Union[ConnectionSignIn, None]
    # `error`: the last test failed.
    status: Literal["active", "error"]
    tested_at: Union[str, None]
    # Message of the last test.
    test_message: Union[str, None]
    # Agents, triggers, schedules and tables that use it.
    use_count: int
    last_used_at: Union[str, None]
    created_at: str
    updated_at: str


class ConnectionListQuery(TypedDict):
    # Only connections of this type.
    connector_type: NotRequired[str]
    # Part of the name or description, or an id.
    search: NotRequired[str]
    # Default: `name`. A leading minus sign sorts in descending order.
    ordering: NotRequired[Literal["name", "created_at", "updated_at", "connector_type", "status", "-name", "-created_at", "-updated_at", "-connector_type", "-status"]]
    # From 1.
    page: NotRequired[int]
    # Default: 20. At most 100 unless the operator sets another limit.
    page_size: NotRequired[int]


ConnectionPage: TypeAlias = "Page[ConnectionItem]"


class ConnectionPolicy(TypedDict):
    """What may use the connection, and what asks a person first. It wins over every agent's configuration."""
    # The only methods of an API. Default: all.
    methods: NotRequired[List[str]]
    # The only paths of an API or object store; `*` matches any text. Default: all.
    paths: NotRequired[List[str]]
    # The only tables of a database. Default: all, and queries.
    tables: NotRequired[List[str]]
    # The only tools of an MCP server. Default: all.
    tools: NotRequired[List[str]]
    # Tools that only read. Others count as writing.
    read_tools: NotRequired[List[str]]
    # Tools of an MCP server that have a `readOnlyHint` count as only reading, too. Default: false, because the server itself says so.
    trust_read_only_hint: NotRequired[bool]
    # The only operations of post actions. With `ask_before_write`, only these need no approval.
    operations: NotRequired[List[str]]
    # Everybody who caused the job or query has one of these roles. Default: all roles.
    roles: NotRequired[List[Literal["viewer", "auditor", "analyst", "approver", "member", "admin", "owner"]]]
    # The only agents. Default: all.
    agents: NotRequired[List[str]]
    # What happens before a job that has read untrusted content (pages, documents, mail, answers of systems) writes: `refuse` (default), `ask` a person, or `allow`.
    untrusted_writes: NotRequired[Literal["refuse", "ask", "allow"]]
    # A person has to agree to every write. Default: false.
    ask_before_write: NotRequired[bool]
    # Least role that may agree. Default: admin.
    ask_role: NotRequired[Literal["analyst", "approver", "member", "admin"]]
    # Hours until it counts as refused. Default: 24.
    ask_hours: NotRequired[int]
    # Whoever caused the job may not agree. Default: false.
    forbid_requester: NotRequired[bool]


class ConnectionSignIn(TypedDict):
    # `needed`: a person has to sign in before it can be used.
    state: Literal["needed", "signed_in"]
    # Why the last sign-in no longer counts.
    problem: Union[str, None]
    # The authorization server.
    issuer: Union[str, None]
    # What it granted.
    scope: Union[str, None]
    # Who signed in.
    user: Union[ConnectionSignInUser, None]
    signed_in_at: Union[str, None]
    # When the token ends. It is renewed by itself.
    expires_at: Union[str, None]


class ConnectionSignInStarted(TypedDict):
    # Open it in the browser of the person who began.
    url: str
    expires_at: str


class ConnectionSignInUser(TypedDict):
    """Who signed in."""
    id: int
    email: str
    display_name: str


class ConnectionTest(TypedDict):
    success: bool
    message: str
    tested_at: str
    checks: NotRequired[ConnectionTestChecks]


class ConnectionTestChecks(TypedDict):
    api: ConnectionTestChecksApi
    dashboard: ConnectionTestChecksApi


class ConnectionTestChecksApi(TypedDict):
    status: Literal["passed", "failed", "not_configured", "unsupported"]
    message: str


class ConnectionUpdateBody(TypedDict):
    name: NotRequired[str]
    description: NotRequired[str]
    # Must match `config_schema` of the connector. Strings may contain `${secret.NAME}`.
    config: NotRequired[Dict[str, Any]]
    # Must match `auth_schema` of the connector. Stored encrypted. Secret values appear as `********`; sending `********` keeps the stored value. Strings may contain `${secret.NAME}`.
    auth_config: NotRequired[Dict[str, Any]]
    # Placeholders in the configuration, by name, with the value for connection tests. Each use supplies its own values. A placeholder without a test value cannot be tested.
    dynamic_inputs: NotRequired[Dict[str, str]]
    # What may use the connection, and what asks a person first. It wins over every agent's configuration.
    policy: NotRequired[ConnectionPolicy]
    # The `updated_at` value that you read. The request fails with 409 if the connection has changed since.
    expected_updated_at: NotRequired[str]


class ConnectionUse(TypedDict):
    kind: Literal["agent", "trigger", "schedule", "table", "delivery"]
    id: str
    name: str
    # How the connection is used.
    detail: str


class ConnectionUses(TypedDict):
    uses: List[ConnectionUse]


class Connector(TypedDict):
    id: str
    display_name: str
    description: str
    icon: str
    category: str
    # A JSON schema.
    config_schema: Any
    # A JSON schema. Fields with `writeOnly` are secret.
    auth_schema: Any
    # Whether post actions of agents can write to this system.
    supports_delivery: bool
    # JSON schemas of the operation parameters, by operation name. Null if agents cannot write to this system.
    delivery_config_schema: Any
    # Fields of `config` and `auth_config` that may contain placeholders.
    dynamic_input_fields: Dict[str, List[str]]
    dynamic_input_test_fields: List[str]
    browser_session: Union[ConnectorBrowserSession, None]
    # Whether this server has a driver for this connector.
    available: bool
    unavailable_reason: Union[str, None]
    # A JSON schema of `policy`, with what this connector can do.
    policy_schema: Any
    # Whether SQL can read its rows or files: connection('name', …).
    supports_sql: bool


class ConnectorBrowserSession(TypedDict):
    field: str
    required_config: Dict[str, Any]


class ConnectorList(TypedDict):
    connectors: List[Connector]


class ContestBody(TypedDict):
    reason: str


class Costs(TypedDict):
    by: str
    created_from: str
    created_to: str
    # False if jobs before `searched_to` are archived or were not counted (grouping by metadata), or while older jobs are still being counted, for example in the first minutes after an upgrade.
    complete: bool
    searched_to: Union[str, None]
    # Number of further values.
    left_out: int
    # Most expensive first, at most 200. With `compare`, also values that had a cost only in the previous period.
    results: List[CostsResultsItem]


class CostsQuery(TypedDict):
    # `agent` (default), `version`, `key`, `model`, or a key of the metadata as `metadata.customer`.
    by: NotRequired[str]
    # Default: 30 days before created_to.
    created_from: NotRequired[str]
    # Default: now.
    created_to: NotRequired[str]
    # If true, includes the cost of the previous period of the same length.
    compare: NotRequired[bool]


class CostsResultsItem(TypedDict):
    # Id, model, or value of the metadata.
    value: str
    label: str
    jobs: int
    # Cost in USD. When grouped by model: the cost of its calls.
    cost: float
    # When grouped by model: the part of the cost that was paid with keys of the organization, so without credits.
    own_key_cost: Union[float, None]
    # When grouped by model: jobs in which it was the first to be asked because the values of another model were not trusted.
    escalated_jobs: Union[int, None]
    # USD in the previous period. Null if not requested.
    cost_before: Union[float, None]


class CreatedApiKey(TypedDict):
    id: str
    name: str
    # The first characters, to recognize the key.
    prefix: str
    role: Literal["admin", "member", "approver", "analyst", "auditor", "viewer"]
    # What the key may be used for. Null: all that its role allows.
    scopes: Union[List[Literal["read", "run", "decide", "build", "admin"]], None]
    # The owner. Everything that the key creates belongs to this user.
    user_id: Union[int, None]
    created_at: str
    last_used_at: Union[str, None]
    expires_at: Union[str, None]
    # When the secret was replaced last.
    rotated_at: Union[str, None]
    # Until when the secret before the last rotation works, too.
    previous_until: Union[str, None]
    # Whether the key was created by signing in. Such a key never has more rights than its owner and ends with the membership of the owner.
    personal: bool
    # The key. It is shown only here.
    api_key: str


class CreatedInvitation(TypedDict):
    id: str
    email: str
    role: Literal["owner", "admin", "member", "approver", "analyst", "auditor", "viewer"]
    status: Literal["open", "accepted", "expired"]
    # E-mail of the person, or name of the key.
    invited_by: str
    created_at: str
    expires_at: str
    accepted_at: Union[str, None]
    # The link to accept, to be handed to the person, and to nobody else. Shown once. Null if it was mailed: then only who reads mail at the address has it.
    url: Union[str, None]
    # How the link was mailed. Null if the organization has no mail connection.
    mail: Union[CreatedInvitationMail, None]


class CreatedInvitationMail(TypedDict):
    """How the link was mailed. Null if the organization has no mail connection."""
    # Name of the connection.
    connection: str
    # Why the mail was not sent. Then hand over `url`.
    problem: Union[str, None]


class Creator(TypedDict):
    id: int
    email: str
    display_name: str
    first_name: str
    last_name: str


class CredentialsTestBody(TypedDict):
    connector_type: str
    # Must match `config_schema` of the connector. Strings may contain `${secret.NAME}`.
    config: Dict[str, Any]
    # Must match `auth_schema` of the connector. Stored encrypted. Secret values appear as `********`; sending `********` keeps the stored value. Strings may contain `${secret.NAME}`.
    auth_config: NotRequired[Dict[str, Any]]
    # Placeholders in the configuration, by name, with the value for connection tests. Each use supplies its own values. A placeholder without a test value cannot be tested.
    dynamic_inputs: NotRequired[Dict[str, str]]


class CreditPage(TypedDict):
    # If false, jobs start regardless of the balance.
    limited: bool
    # Sum of all entries, in USD.
    balance: float
    # Reserved for jobs that are not finished yet.
    held: float
    count: int
    next: Union[str, None]
    previous: Union[str, None]
    results: List[LedgerEntry]


class CurrentGeneration(TypedDict):
    generation: Union[SkillGeneration, None]


class CurrentLogin(TypedDict):
    # The code that the program shows. Case, dashes and spaces do not matter.
    user_code: str
    # The program and the machine that ask for a key.
    client_name: str
    # Network address of the program.
    address: str
    created_at: str
    expires_at: str


class CurrentUser(TypedDict):
    id: int
    email: str
    first_name: str
    last_name: str
    # First and last name, or the part of the e-mail before the @.
    display_name: str
    is_staff: bool
    is_superuser: bool
    is_active: bool
    date_joined: str
    # Whether this is the first sign-in of the user with a password.
    is_first_login: bool
    # Always true: the member who added the user vouches for the address.
    is_email_verified: bool
    is_mfa_enabled: bool


class DeletedData(TypedDict):
    status: str
    deleted_count: int
    failed_count: int
    blob_sanitized: bool
    outputs_sanitized: bool
    artifacts_deleted_count: int
    artifacts_failed_count: int
    certificate: Union[Certificate, None]
    errors: Union[List[str], None]


class Delivery(TypedDict):
    # Also the `webhook-id` of every attempt.
    id: str
    webhook_id: str
    agent_id: str
    job_id: Union[str, None]
    kind: Literal["job", "test", "resend", "waiting", "review_due", "alert", "case.opened", "case.assigned", "case.due", "case.decided", "promotion.proposed", "promotion.decided"]
    # Attempts so far.
    attempt: int
    status: Literal["pending", "succeeded", "failed"]
    response_status: Union[int, None]
    error: Union[str, None]
    next_attempt_at: Union[str, None]
    created_at: str
    delivered_at: Union[str, None]


class DeliveryAttempt(TypedDict):
    attempt: int
    at: str
    url: str
    request_headers: Dict[str, str]
    response_status: Union[int, None]
    response_headers: Union[Dict[str, str], None]
    # The first 4 KiB.
    response_body: Union[str, None]
    # Null if the step was not reached or the connection was already open.
    timing: DeliveryAttemptTiming
    # address, dns, connection, tls, timeout, reset, protocol, too_large, redirect, status or internal. Null: success.
    failure: Union[str, None]
    error: Union[str, None]


class DeliveryAttemptTiming(TypedDict):
    """Null if the step was not reached or the connection was already open."""
    dns_ms: Union[float, None]
    connect_ms: Union[float, None]
    first_byte_ms: Union[float, None]
    total_ms: float


class DeliveryDetail(TypedDict):
    # Also the `webhook-id` of every attempt.
    id: str
    webhook_id: str
    agent_id: str
    job_id: Union[str, None]
    kind: Literal["job", "test", "resend", "waiting", "review_due", "alert", "case.opened", "case.assigned", "case.due", "case.decided", "promotion.proposed", "promotion.decided"]
    # Attempts so far.
    attempt: int
    status: Literal["pending", "succeeded", "failed"]
    response_status: Union[int, None]
    error: Union[str, None]
    next_attempt_at: Union[str, None]
    created_at: str
    delivered_at: Union[str, None]
    request: Union[DeliveryDetailRequest, None]
    # Oldest first, at most the last 100.
    attempts: List[DeliveryAttempt]


class DeliveryDetailRequest(TypedDict):
    method: str
    url: str
    # Headers of the last attempt. Secrets are masked.
    headers: Dict[str, str]
    # The body of every attempt. Null after the data of the job was deleted.
    body: Union[str, None]


class DeliveryListQuery(TypedDict):
    # From 1.
    page: NotRequired[int]
    # Default: 20. At most 100 unless the operator sets another limit.
    page_size: NotRequired[int]
    # Only deliveries in this state.
    status: NotRequired[Literal["pending", "succeeded", "failed"]]


DeliveryPage: TypeAlias = "Page[Delivery]"


class DemoRemoved(TypedDict):
    agents: int
    # Number of removed jobs, with their inputs, outputs and evidence.
    jobs: int
    policies: int
    tables: int


class DemoWorkspace(TypedDict):
    # Null if there is no demo workspace.
    created_at: Union[str, None]
    # Agents of the demo. They have the tag `demo`.
    agents: List[str]
    policies: List[str]
    tables: List[str]


class DependentAgent(TypedDict):
    base_agent_id: str
    agent_name: str
    version_id: str
    version_name: str


class DescriptionQuery(TypedDict):
    # Returns only the operations of this tag, such as agents.
    tag: NotRequired[str]


class DetailError(TypedDict):
    """What went wrong and what to do."""
    detail: str
    # Error code for programs.
    code: str


class DetectionRules(TypedDict):
    """Rules by name. A rule that is left out has its default; `null` switches it off."""
    fan_in: NotRequired[Union[DetectionRulesFanIn, None]]
    fan_out: NotRequired[Union[DetectionRulesFanOut, None]]
    repeated: NotRequired[Union[DetectionRulesRepeated, None]]
    unusual_amounts: NotRequired[Union[DetectionRulesUnusualAmounts, None]]
    pass_through: NotRequired[Union[DetectionRulesPassThrough, None]]
    cycle: NotRequired[Union[DetectionRulesCycle, None]]


class DetectionRulesCycle(TypedDict):
    # Money comes back to where it started over so many accounts at most.
    accounts: int
    # How equal amounts have to be.
    share: float
    # Length of the window.
    days: float


class DetectionRulesFanIn(TypedDict):
    # At least so many accounts pay one account within the window.
    accounts: int
    # Length of the window.
    days: float
    # And so many times what is usual for it.
    times_usual: float


class DetectionRulesFanOut(TypedDict):
    # At least so many accounts are paid by one account within the window.
    accounts: int
    # Length of the window.
    days: float
    # And so many times what is usual for it.
    times_usual: float


class DetectionRulesPassThrough(TypedDict):
    # At least so much comes in within the window.
    amount: float
    # How equal amounts have to be.
    share: float
    # Length of the window.
    days: float


class DetectionRulesRepeated(TypedDict):
    # At least so many payments from one account to another within the window.
    transactions: int
    # Length of the window.
    days: float
    # And so many times what is usual for this pair.
    times_usual: float


class DetectionRulesUnusualAmounts(TypedDict):
    # At least so many payments to one account within the window.
    transactions: int
    # Length of the window.
    days: float
    # With amounts so many times above or below the median of the table.
    factor: float


class DetectionRun(TypedDict):
    id: str
    queue_id: str
    state: Literal["running", "done", "failed"]
    since: Union[str, None]
    until: Union[str, None]
    table: str
    # Rules by name. A rule that is left out has its default; `null` switches it off.
    rules: DetectionRules
    # The query that read the rows through a connection: `/v1/database/query/{id}/`.
    read: Union[DetectionRunRead, None]
    # Rows of the table in the period.
    row_count: Union[int, None]
    # Rows without a time, an account or an amount. No rule has seen them.
    unusable_count: Union[int, None]
    # What each rule found.
    findings: List[DetectionRunFindingsItem]
    alerts_created: int
    # Findings that an earlier run has sent.
    alerts_known: int
    # Why the run failed.
    problem: Union[str, None]
    # Who caused it.
    actor: Actor
    created_at: str
    finished_at: Union[str, None]


class DetectionRunBody(TypedDict):
    # The first moment of the period. Default: the first row.
    since: NotRequired[str]
    # The first moment after the period. Default: after the last row.
    until: NotRequired[str]


class DetectionRunFindingsItem(TypedDict):
    rule: Literal["fan_in", "fan_out", "repeated", "unusual_amounts", "pass_through", "cycle"]
    count: int
    # There are more than the run could take. Make the rule stricter.
    truncated: bool
    # Why the rule did not run.
    problem: Union[str, None]


DetectionRunPage: TypeAlias = "Page[DetectionRun]"


class DetectionRunQuery(TypedDict):
    # Id or name of a queue.
    queue: NotRequired[str]
    # From 1.
    page: NotRequired[int]
    # Default: 20. At most 100 unless the operator sets another limit.
    page_size: NotRequired[int]


class DetectionRunRead(TypedDict):
    """The query that read the rows through a connection: `/v1/database/query/{id}/`."""
    query_id: str
    statement: str
    at: str


class DiffRule(TypedDict):
    id: str
    category: str
    title: str
    description: str
    flag: Union[str, None]
    sub_rules: List[DiffRuleSubRulesItem]


class DiffRuleSubRulesItem(TypedDict):
    title: str
    description: str


class DoorsGetAnswer(TypedDict):
    mcp: DoorsGetAnswerMcp
    a2a: DoorsGetAnswerA2a


class DoorsGetAnswerA2a(TypedDict):
    # Address for messages from other agents.
    url: str
    # Address of the agent card.
    card_url: str
    # Whether the card can be read without a credential.
    is_public: bool


class DoorsGetAnswerMcp(TypedDict):
    # Address for MCP clients.
    url: str
    # Tool name of the agent.
    tool: str


class Drift(TypedDict):
    # By version and month, oldest month first.
    rows: List[DriftRowsItem]


DriftQuery = TypedDict("DriftQuery", {
    "from": "NotRequired[str]",
    "to": "NotRequired[str]",
})


class DriftRowsItem(TypedDict):
    agent_version_id: str
    version_name: str
    month: str
    reviewed: int
    agreed: int
    # Share of reviewed jobs that reviewers agreed with.
    agreement: float


class EngineAnswer(TypedDict):
    outputs: NotRequired[List[EngineAnswerOutputsItem]]
    error: NotRequired[EngineAnswerError]
    usage: NotRequired[EngineAnswerUsage]
    # The job waits for a person, an event or a time. Afterwards the agent is called again with `answers`.
    wait: NotRequired[EngineAnswerWait]


class EngineAnswerError(TypedDict):
    message: str
    # Whether another attempt may succeed.
    retry: NotRequired[bool]


class EngineAnswerOutputsItem(TypedDict):
    key: str
    data_type: str
    value: str
    description: NotRequired[str]


class EngineAnswerUsage(TypedDict):
    model: NotRequired[str]
    input_tokens: NotRequired[int]
    output_tokens: NotRequired[int]
    # USD.
    cost: NotRequired[float]


class EngineAnswerWait(TypedDict):
    """The job waits for a person, an event or a time. Afterwards the agent is called again with `answers`."""
    kind: Literal["approval", "question", "event", "timer"]


class EngineCallback(TypedDict):
    job_id: str
    outputs: NotRequired[List[EngineAnswerOutputsItem]]
    error: NotRequired[EngineAnswerError]
    usage: NotRequired[EngineAnswerUsage]


class EngineCallbackAnswer(TypedDict):
    received: bool


class EngineType(TypedDict):
    engine_class_id: str
    engine_name: str
    description: str
    # Inputs of an agent that does not define any.
    input_schema: List[InputDefinition]
    # JSON schema of engine_config.
    config_schema: Dict[str, Any]
    default_engine_config: Dict[str, Any]
    # If true, an agent may define only the inputs listed here.
    fixed_inputs: bool
    # Whether a running worker has everything the engine needs. Agents can be created either way.
    available: bool
    # What is missing. Jobs fail with this message.
    unavailable_reason: Union[str, None]


class EngineTypeList(TypedDict):
    engine_types: List[str]
    total_count: int
    engines: List[EngineType]


class Entrance(TypedDict):
    name: str
    # Begin here.
    llms: str
    # The API as data; `?tag=agents` gives a part.
    openapi: str
    # The documentation for people.
    docs: str


class EvaluationCase(TypedDict):
    id: str
    inputs: Dict[str, Any]
    # The right answer: `verdict`, fields of the first JSON output by name, or values in it by JSON pointer (`/total`).
    expected: Dict[str, Any]
    weight: float
    # The reviewed job that the case was taken from.
    job_id: Union[str, None]
    # If true, the case has the evidence of its job. The decision uses that evidence and nothing is fetched.
    frozen: bool
    created_at: str


class EvaluationCaseBody(TypedDict):
    inputs: Dict[str, Any]
    # File ids or addresses by input.
    files: NotRequired[Dict[str, Union[str, List[str]]]]
    # The right answer: `verdict`, fields of the first JSON output by name, or values in it by JSON pointer (`/total`).
    expected: Dict[str, Any]
    # Default 1.
    weight: NotRequired[float]


EvaluationCasePage: TypeAlias = "Page[EvaluationCase]"


class EvaluationCasesAdded(TypedDict):
    added: int
    case_count: int


class EvaluationCasesBody(TypedDict):
    """Exactly one of `cases`, `job_ids`, `csv` and `json_lines`."""
    cases: NotRequired[List[EvaluationCaseBody]]
    # Reviewed jobs to take the inputs, evidence and reviewed answers from.
    job_ids: NotRequired[List[str]]
    # Cases as CSV: one column per input, one `expected.NAME` column per expected value, and an optional `weight` column.
    csv: NotRequired[str]
    # Cases as JSON, one per line.
    json_lines: NotRequired[str]


class EvaluationComparison(TypedDict):
    a: EvaluationRun
    b: EvaluationRun
    scores: EvaluationComparisonScores
    # Cases that are in both runs with different answers. Cases that became wrong come first, then those that became right.
    changed: List[EvaluationComparisonChangedItem]
    # Cases that are wrong in a and right in b.
    better: int
    # Cases that are right in a and wrong in b.
    worse: int
    # Accuracy of b minus that of a on the cases that both runs have, and where the true difference is with 95 % confidence (Newcombe, paired).
    difference: EvaluationComparisonDifference
    # If false, there are not enough cases to tell which of the two is better.
    conclusive: bool
    # Cases that only run a has, because the set changed between the runs.
    only_a: int
    only_b: int


class EvaluationComparisonChangedItem(TypedDict):
    case_id: str
    expected: Dict[str, Any]
    got_a: Union[Dict[str, Any], None]
    got_b: Union[Dict[str, Any], None]
    correct_a: Union[bool, None]
    correct_b: Union[bool, None]


class EvaluationComparisonDifference(TypedDict):
    """Accuracy of b minus that of a on the cases that both runs have, and where the true difference is with 95 % confidence (Newcombe, paired)."""
    value: float
    low: float
    high: float


class EvaluationComparisonScores(TypedDict):
    a: Union[EvaluationScores, None]
    b: Union[EvaluationScores, None]


class EvaluationRegression(TypedDict):
    case_id: str
    expected: Dict[str, Any]
    got: Union[Dict[str, Any], None]
    got_before: Union[Dict[str, Any], None]


class EvaluationResult(TypedDict):
    case_id: str
    job_id: Union[str, None]
    expected: Dict[str, Any]
    got: Union[Dict[str, Any], None]
    correct: Union[bool, None]
    error: Union[str, None]
    got_before: Union[Dict[str, Any], None]


EvaluationResultPage: TypeAlias = "Page[EvaluationResult]"


class EvaluationResumeBody(TypedDict):
    """Optional. `max_cost` raises the limit."""
    # Limit in USD. When it is reached, no further case starts and the run ends as cancelled. You can resume it.
    max_cost: NotRequired[Union[float, None]]


class EvaluationRun(TypedDict):
    id: str
    evaluation_set_id: str
    status: Literal["pending", "running", "done", "cancelled", "failed"]
    # Why the run did not finish.
    reason: Union[str, None]
    batch_id: str
    agent_id: str
    agent_version_id: str
    policy_version_id: Union[str, None]
    # Replaces the model of the version.
    model: Union[str, None]
    repeats: int
    max_cost: Union[float, None]
    total: int
    done: int
    cost: float
    scores: Union[EvaluationScores, None]
    # Cases that the current version answered correctly in its last run and this version did not.
    regressions: List[EvaluationRegression]
    # The last run of the current version. Null if it never ran on this set.
    baseline_run_id: Union[str, None]
    warnings: List[str]
    # If true, the cases of the set have changed since this run, or reviewers came to disagree about one or settled that. The run does not satisfy a gate.
    outdated: bool
    created_by: Union[int, None]
    started_at: str
    finished_at: Union[str, None]


class EvaluationRunBody(TypedDict):
    """Optional. By default the current version is measured."""
    agent_version_id: NotRequired[Union[str, None]]
    policy_version_id: NotRequired[Union[str, None]]
    model: NotRequired[Union[str, None]]
    # Limit in USD. When it is reached, no further case starts and the run ends as cancelled. You can resume it.
    max_cost: NotRequired[Union[float, None]]
    # How many times each case runs. The majority answer counts. Default: 1.
    repeats: NotRequired[int]


EvaluationRunPage: TypeAlias = "Page[EvaluationRun]"


class EvaluationScores(TypedDict):
    # Weighted share of cases in which every expected value is right.
    accuracy: float
    # The accuracy on all such cases is in here with 95 % confidence (Wilson).
    accuracy_interval: EvaluationScoresAccuracyInterval
    by_field: Dict[str, EvaluationScoresByFieldValue]
    # How often each verdict was expected and given. `(none)` means no answer.
    confusion: NotRequired[Dict[str, Dict[str, int]]]
    # Only with more than one repeat: how much the answers vary.
    repeats: NotRequired[EvaluationScoresRepeats]


class EvaluationScoresAccuracyInterval(TypedDict):
    """The accuracy on all such cases is in here with 95 % confidence (Wilson)."""
    low: float
    high: float


class EvaluationScoresByFieldValue(TypedDict):
    precision: Union[float, None]
    recall: Union[float, None]


class EvaluationScoresRepeats(TypedDict):
    """Only with more than one repeat: how much the answers vary."""
    # The accuracy of each repeat alone.
    accuracies: List[float]
    # The accuracy of one answer, without a majority, and where it is with 95 % confidence: repeats of a case resemble each other and count for less than further cases.
    single: EvaluationScoresRepeatsSingle
    # Cases whose repeats did not all give the same answer.
    unsteady: int


class EvaluationScoresRepeatsSingle(TypedDict):
    """The accuracy of one answer, without a majority, and where it is with 95 % confidence: repeats of a case resemble each other and count for less than further cases."""
    value: float
    low: float
    high: float


class EvaluationSet(TypedDict):
    id: str
    name: str
    description: str
    agent_id: Union[str, None]
    policy_id: Union[str, None]
    case_count: int
    # Cases that were deleted with the data of the jobs they were taken from.
    erased_count: int
    cases_changed_at: str
    # User id.
    created_by: Union[int, None]
    created_at: str
    updated_at: str


class EvaluationSetCreateBody(TypedDict):
    name: str
    description: NotRequired[Union[str, None]]
    agent_id: NotRequired[Union[str, None]]
    policy_id: NotRequired[Union[str, None]]


class EvaluationSetListQuery(TypedDict):
    # Only sets of this agent.
    agent_id: NotRequired[str]
    # Only sets of this policy.
    policy_id: NotRequired[str]
    # Part of the name.
    search: NotRequired[str]
    # From 1.
    page: NotRequired[int]
    # Default: 20. At most 100 unless the operator sets another limit.
    page_size: NotRequired[int]


EvaluationSetPage: TypeAlias = "Page[EvaluationSet]"


class EvaluationSetUpdateBody(TypedDict):
    name: NotRequired[str]
    description: NotRequired[Union[str, None]]


EventData: TypeAlias = "Union[StatusEventView, JobStep, Wait, Dict[str, Any], JobDelta, JobRestart, EventDataValue7]"


class EventDataValue7(TypedDict):
    """`end`: the final state."""
    # 0 PENDING, 1 STARTED, 2 RETRY, 3 SUCCESS, 4 FAILURE, 5 CANCELLED, 6 CACHED.
    status: int
    error_message: Union[str, None]
    # In the response to a run.
    outputs: NotRequired[List[OutputItem]]


EventHeaders = TypedDict("EventHeaders", {
    "Last-Event-ID": "NotRequired[str]",
})


EventSendHeaders = TypedDict("EventSendHeaders", {
    "Idempotency-Key": "NotRequired[str]",
})


class EventTaken(TypedDict):
    id: str
    # The wait that the event answers. Null: the event is stored for a later wait.
    wait_id: Union[str, None]


class EvidenceQuery(TypedDict):
    # JSON pointer of a value in the result, as in `trust`.
    field: NotRequired[str]
    # A file, input or address that the job read. Use it with `quote` or `page`.
    file: NotRequired[str]
    # Text to find in the file.
    quote: NotRequired[str]
    # Shows this page instead of the page of the evidence.
    page: NotRequired[int]


class EvidenceView(TypedDict):
    file: Union[str, None]
    # `page`: an image of a page. `html`: a web page as it was fetched. `none`: nothing can be shown, and `note` says why.
    kind: Literal["page", "text", "table", "html", "none"]
    page: Union[int, None]
    pages: Union[int, None]
    # Size of the page, in the unit of `mark.box`.
    width: Union[float, None]
    height: Union[float, None]
    image: Union[EvidenceViewImage, None]
    # The text around the evidence, or the source of a web page.
    text: Union[str, None]
    # If true, the source is longer than `text`.
    cut: bool
    table: Union[EvidenceViewTable, None]
    mark: Union[EvidenceViewMark, None]
    note: Union[str, None]


class EvidenceViewImage(TypedDict):
    media_type: str
    # In base64.
    data: str


class EvidenceViewMark(TypedDict):
    # Left, top, right, bottom on the page.
    box: NotRequired[List[float]]
    # First character within `text`.
    start: NotRequired[int]
    end: NotRequired[int]
    # Row of the table, counted from 1.
    row: NotRequired[int]
    column: NotRequired[int]
    # For web pages: the text to look for.
    words: NotRequired[str]


class EvidenceViewTable(TypedDict):
    sheet: Union[str, None]
    # Number of the first row, counted from 1.
    first_row: int
    rows: List[List[str]]


class Explanation(TypedDict):
    verdict: str
    # The model, or the built-in baseline.
    decided_by: str
    # What a reviewer decided instead. The rest explains the verdict that was replaced.
    overridden: Union[ExplanationOverridden, None]
    policy_version_id: str
    rules: List[ExplanationRulesItem]
    # For each other verdict, the smallest change of findings (and of inputs, if no model decided) that leads to it, verified by deciding again. Empty if only a model or a person could tell.
    what_would_change_it: List[ExplanationWhatWouldChangeItItem]
    # The explanation as text, from the explanation_template of the policy or the default template.
    text: str


class ExplanationOverridden(TypedDict):
    """What a reviewer decided instead. The rest explains the verdict that was replaced."""
    verdict: str
    # E-mail address of the reviewer.
    by: Union[str, None]
    at: str
    comment: str


class ExplanationRulesItem(TypedDict):
    rule_id: str
    title: str
    category: str
    hit: bool
    # If false, the evidence was not sufficient to decide the rule.
    decided: bool
    reasoning: str
    evidence: List[ExplanationRulesItemEvidenceItem]


class ExplanationRulesItemEvidenceItem(TypedDict):
    reference: str
    quote: str
    name: Union[str, None]
    # Key of an artifact of the job.
    artifact_key: Union[str, None]


class ExplanationWhatWouldChangeItItem(TypedDict):
    change: List[Union[ExplanationWhatWouldChangeItItemChangeItem, ExplanationWhatWouldChangeItItemChangeItem2]]
    verdict: str


ExplanationWhatWouldChangeItItemChangeItem = TypedDict("ExplanationWhatWouldChangeItItemChangeItem", {
    "rule_id": "str",
    "from": "Literal[\"hit\", \"not_hit\", \"undecided\"]",
    "to": "Literal[\"hit\", \"not_hit\", \"undecided\"]",
})


ExplanationWhatWouldChangeItItemChangeItem2 = TypedDict("ExplanationWhatWouldChangeItItemChangeItem2", {
    "input": "str",
    "from": "str",
    "to": "str",
})


class ExportQuery(TypedDict):
    # Default csv.
    format: NotRequired[Literal["csv", "jsonl", "parquet"]]
    # Number of the statement, counted from 1. Default: the last.
    statement: NotRequired[int]
    # For CSV. By default, text that a spreadsheet would run as a formula (it starts with =, +, -, @, a tab or a carriage return) gets a leading apostrophe. `keep` writes text unchanged.
    formulas: NotRequired[Literal["neutralize", "keep"]]


class FacetValue(TypedDict):
    # Value for the filter.
    value: str
    # Display text, such as the name of an agent.
    label: str
    count: int


class Feedback(TypedDict):
    job_id: str
    review_status: Literal["pending", "approved", "rejected"]
    review_comment: str
    reviewed_at: Union[str, None]
    # E-mail of the user.
    reviewed_by: Union[str, None]
    corrected_verdict: Union[str, None]
    # Right values by JSON pointer into the value of the first JSON output.
    corrected_outputs: Union[Dict[str, Any], None]


class FeedbackBody(TypedDict):
    # True: the output is right.
    matches_ground_truth: bool
    # In your own words.
    human_feedback: NotRequired[Union[str, None]]
    # What the verdict should have been: one of the classifications of the policy. Needed when disagreeing with a verdict.
    corrected_verdict: NotRequired[Union[str, None]]
    # Right values by JSON pointer into the value of the first JSON output.
    corrected_outputs: NotRequired[Union[Dict[str, Any], None]]


class FeedbackExportQuery(TypedDict):
    # Default rejected: the corrected cases.
    review_status: NotRequired[Literal["approved", "rejected"]]


class FieldTrust(TypedDict):
    # JSON pointer into the value.
    field: str
    # `found`: the source states it. `derived`: computed from the source or reworded. `unsupported`: the source does not state it. `not_found`: there is no value, but the source may have one; see `candidates`. `absent`: everything was read, in a known language, and nothing could be the value.
    status: Literal["found", "derived", "unsupported", "not_found", "absent"]
    # Of values with confidence 0.9, nine out of ten are right. For `not_found` and `absent`: the chance that the source has no value.
    confidence: float
    # How many values with the same evidence were measured for the confidence. With fewer than 20, it is an estimate.
    measured: NotRequired[int]
    file: NotRequired[str]
    # Page number, counted from 1. For PDF files and images.
    page: NotRequired[int]
    # Left, top, right, bottom from the top left corner of the page.
    box: NotRequired[List[float]]
    sheet: NotRequired[str]
    cell: NotRequired[str]
    paragraph: NotRequired[int]
    slide: NotRequired[int]
    # Line number, counted from 1. For text, CSV files and e-mails.
    line: NotRequired[int]
    # Offset of the first character in the text.
    start: NotRequired[int]
    end: NotRequired[int]
    # The matching text.
    text: NotRequired[str]
    # Why the status is not `found`.
    note: NotRequired[str]
    # Values of the source that were considered for the field, with their places.
    candidates: NotRequired[List[FieldTrustCandidatesItem]]


class FieldTrustCandidatesItem(TypedDict):
    file: NotRequired[str]
    # Page number, counted from 1. For PDF files and images.
    page: NotRequired[int]
    # Left, top, right, bottom from the top left corner of the page.
    box: NotRequired[List[float]]
    sheet: NotRequired[str]
    cell: NotRequired[str]
    paragraph: NotRequired[int]
    slide: NotRequired[int]
    # Line number, counted from 1. For text, CSV files and e-mails.
    line: NotRequired[int]
    # Offset of the first character in the text.
    start: NotRequired[int]
    end: NotRequired[int]
    # The matching text.
    text: NotRequired[str]
    # How well the place fits the field.
    score: NotRequired[float]
    # Why it is not the value.
    why_not: NotRequired[str]


class FileCoverage(TypedDict):
    file: str
    pages_total: int
    pages_read: int
    characters_total: int
    characters_read: int
    # Why some content was not read.
    note: Union[str, None]


class FileLimits(TypedDict):
    # Maximum size of a request that contains a file.
    upload_bytes_max: int


class Finding(TypedDict):
    name: str
    ok: bool
    # The observed state.
    detail: str
    # What to do. Null if the check passed.
    fix: Union[str, None]


class Flip(TypedDict):
    job_id: str
    before: Union[str, None]
    after: str
    rules: List[FlipRulesItem]
    # Whether evidence was gathered anew for the case.
    gathered: bool


class FlipRulesItem(TypedDict):
    # Id in the candidate version, or in the old version if the candidate does not have the rule.
    rule_id: str
    # Category and title.
    title: str
    # Whether the rule was met. Null: the old version does not have the rule.
    before: Union[bool, None]
    after: Union[bool, None]


class GateCheck(TypedDict):
    version_id: str
    # Whether the version may become current without an override.
    open: bool
    # If not, the reason.
    reason: Union[str, None]
    # If true, the version was current before, so making it current again needs no run.
    was_current: bool
    # The run of this version that the gate uses, if there is one.
    run_id: Union[str, None]


class GenerateVersionBody(TypedDict):
    # What the skills are for.
    use_case: str
    # The version of this set that the new version is based on.
    base_version_id: NotRequired[Union[str, None]]
    # If true, the files become the current version. Default: false, the files are only the output of the job.
    auto_commit: NotRequired[bool]
    # Tables to profile.
    table_names: NotRequired[Union[List[str], None]]
    # Uploaded files: `file_<uuid>`.
    attachments: NotRequired[Union[List[str], None]]
    policy_id: NotRequired[Union[str, None]]
    policy_version_id: NotRequired[Union[str, None]]


class GenerationStarted(TypedDict):
    # The id of the job that writes the files.
    workflow_id: str
    # Path of the event stream of the job.
    sse_endpoint: str
    run_id: str


class HealthReport(TypedDict):
    version: str
    checked_at: str
    organization: List[Finding]
    installation: Union[List[Finding], None]
    # Only for administrators of the first organization.
    workers: Union[List[Worker], None]


class Hold(TypedDict):
    reason: str
    # E-mail of the person, or name of the API key.
    placed_by: Union[str, None]
    placed_at: str


class HoldBody(TypedDict):
    reason: str


HoldPage: TypeAlias = "Page[HoldPageValueItem]"


class HoldPageValueItem(TypedDict):
    job_id: str
    reason: str
    # E-mail of the person, or name of the API key.
    placed_by: Union[str, None]
    placed_at: str


class HookAnswer(TypedDict):
    job_id: Union[str, None]
    # The alert, if it went to a case queue.
    case_alert_id: NotRequired[str]
    # Why nothing was started or sent.
    skipped: NotRequired[Literal["condition", "disabled"]]


class InputDefinition(TypedDict):
    # Name of the input: letters, digits and underscores, unique within the version.
    key: str
    # Media type, for example text/plain, application/pdf or image/*.
    data_type: str
    # What the input holds.
    description: str
    example: NotRequired[str]
    accepts_multiple_files: NotRequired[Union[bool, None]]
    # False makes the input optional. Default true.
    required: NotRequired[bool]


class Invitation(TypedDict):
    id: str
    email: str
    role: Literal["owner", "admin", "member", "approver", "analyst", "auditor", "viewer"]
    status: Literal["open", "accepted", "expired"]
    # E-mail of the person, or name of the key.
    invited_by: str
    created_at: str
    expires_at: str
    accepted_at: Union[str, None]


class InvitationAcceptBody(TypedDict):
    # The token at the end of the link.
    token: str
    # Your own, for an account that the link creates.
    password: NotRequired[str]
    first_name: NotRequired[str]
    last_name: NotRequired[str]


class InvitationBody(TypedDict):
    email: str
    role: Literal["owner", "admin", "member", "approver", "analyst", "auditor", "viewer"]


InvitationPage: TypeAlias = "Page[Invitation]"


class InvitationTokenBody(TypedDict):
    # The token at the end of the link.
    token: str


class JobContents(TypedDict):
    artifacts: List[JobContentsArtifactsItem]
    references: List[JobContentsReferencesItem]


class JobContentsArtifactsItem(TypedDict):
    # Key of the content: artifacts/result/?artifact_key=
    artifact_key: str
    # Hash of the stored bytes, in hexadecimal.
    sha256: str
    # In bytes.
    size: int
    # The source: an input, an address, a tool or a model.
    source: Union[str, None]
    # Key of the step that produced it.
    step: Union[str, None]
    created_at: str


class JobContentsReferencesItem(TypedDict):
    # Id of the content: references/{resource_id}/
    resource_id: str
    # Hash of the stored bytes, in hexadecimal.
    sha256: str
    # In bytes.
    size: int
    content_type: str
    created_at: str


class JobDelivery(TypedDict):
    # Also the `webhook-id` of every attempt.
    id: str
    webhook_id: str
    agent_id: str
    job_id: Union[str, None]
    kind: Literal["job", "test", "resend", "waiting", "review_due", "alert", "case.opened", "case.assigned", "case.due", "case.decided", "promotion.proposed", "promotion.decided"]
    # Attempts so far.
    attempt: int
    status: Literal["pending", "succeeded", "failed"]
    response_status: Union[int, None]
    error: Union[str, None]
    next_attempt_at: Union[str, None]
    created_at: str
    delivered_at: Union[str, None]
    webhook_name: str


class JobDelta(TypedDict):
    """`delta`: a part of an output, as the model writes it. All parts together are its value."""
    # Key of the output.
    key: str
    # The next part of its value.
    text: str
    # Where the part begins, in UTF-16 code units.
    offset: int


class JobError(TypedDict):
    # Code from the error catalogue. See /docs/errors/{code}/.
    code: str
    # What happened in this job. Same text as error_message.
    message: str
    # What to do about it.
    remedy: str
    # Number of jobs in the organization that failed with this code in the last 24 hours, including this job. Counted up to 10,000.
    similar_24h: int


class JobErrors(TypedDict):
    # Jobs accepted before this time are archived and not counted. Null: all jobs were counted.
    searched_to: Union[str, None]
    created_from: str
    created_to: str
    # Most frequent first.
    results: List[JobErrorsResultsItem]


class JobErrorsQuery(TypedDict):
    # Only jobs accepted at this time or later. Default: 7 days before created_to.
    created_from: NotRequired[str]
    # Default: now.
    created_to: NotRequired[str]
    # Only failures of this agent.
    agent_id: NotRequired[str]


class JobErrorsResultsItem(TypedDict):
    # Code from the error catalogue: /docs/errors/{code}/.
    code: str
    # Counted up to 10,000.
    count: int
    # False if there are more.
    complete: bool
    # First time in the period, among the counted jobs.
    first_seen: str
    last_seen: str
    last_job_id: str
    cause: str
    remedy: str
    # The agents with the most failures, at most 5.
    agents: List[JobErrorsResultsItemAgentsItem]
    # The most frequent messages among the newest 200, at most 3.
    messages: List[JobErrorsResultsItemMessagesItem]
    # The newest 200 by shape of the message, step and model, the most frequent first, at most 5.
    causes: List[JobErrorsResultsItemCausesItem]


class JobErrorsResultsItemAgentsItem(TypedDict):
    agent_id: str
    agent_name: str
    count: int


class JobErrorsResultsItemCausesItem(TypedDict):
    # The newest message of this shape.
    message: str
    count: int
    # The last step of the job. Null: it failed before its first.
    step: Union[str, None]
    # The model that the step asked.
    model: Union[str, None]
    last_job_id: str
    # What to do about it.
    remedy: str


class JobErrorsResultsItemMessagesItem(TypedDict):
    message: str
    count: int


class JobFacets(TypedDict):
    # Jobs that match the filters.
    counted: int
    # Jobs older than this were not searched. Null: all jobs were searched.
    searched_to: Union[str, None]
    # The most frequent values, at most 20.
    status: List[FacetValue]
    # The most frequent values, at most 20.
    display_status: List[FacetValue]
    # The most frequent values, at most 20.
    agent: List[FacetValue]
    # The most frequent values, at most 20.
    version: List[FacetValue]
    # The most frequent values, at most 20.
    verdict: List[FacetValue]
    # The most frequent values, at most 20.
    review: List[FacetValue]


class JobFacetsQuery(TypedDict):
    # A job query. Terms are for example `status:failure`, `-model:small`, `cost:>0.5`, `output.total:>500` and `since:24h`, or plain words.
    q: NotRequired[str]
    # Only jobs accepted at this time or later.
    created_from: NotRequired[str]
    # Only jobs accepted at this time or earlier.
    created_to: NotRequired[str]
    # One code from 0 to 6, or several separated by commas.
    status_code: NotRequired[str]
    # One state or several separated by commas: queued, running, waiting, retrying, succeeded, failed, cancelled.
    display_status: NotRequired[str]
    # Name of the version that ran.
    version_name: NotRequired[str]
    # An id or the start of an id.
    job_id: NotRequired[str]
    # Part of any input value.
    job_inputs: NotRequired[str]
    # A JSON object whose pairs must all match (text also matches a number or boolean that is written the same), or part of the stored JSON.
    metadata: NotRequired[str]
    # Excludes jobs that `metadata` would match.
    exclude_metadata: NotRequired[str]
    # Part of id, version name, inputs or metadata.
    search: NotRequired[str]
    # Like `search`. Jobs must match both.
    semantic_string: NotRequired[str]
    # The verdict of the output.
    verdict: NotRequired[str]
    # `pending`: the job has a verdict but no review.
    review_status: NotRequired[Literal["pending", "approved", "rejected"]]
    # `unreviewed`: the job has no review, with or without a verdict.
    review_state: NotRequired[Literal["unreviewed", "agreed", "disagreed", "disputed"]]
    # If true, only jobs with values that a person should check.
    needs_review: NotRequired[bool]
    # Only jobs of these agents.
    agent_id: NotRequired[List[str]]
    # Only jobs of this version.
    agent_version_id: NotRequired[str]
    # Only jobs of this batch.
    batch_id: NotRequired[str]
    # Only jobs accepted with this policy version.
    policy_version_id: NotRequired[str]
    # USD, inclusive.
    cost_min: NotRequired[float]
    # USD, inclusive.
    cost_max: NotRequired[float]


JobHeader = TypedDict("JobHeader", {
    "X-Agent-Job-Id": "str",
})


class JobIdsBody(TypedDict):
    # At most 1,000 unless the operator sets another limit.
    job_ids: List[str]


class JobInput(TypedDict):
    key: str
    description: str
    data_type: str
    # In lists, cut to 1000 characters.
    value: str
    file_name: NotRequired[str]


class JobListItem(TypedDict):
    id: str
    agent_version_name: Union[str, None]
    status_events: List[StatusEventView]
    # 0 PENDING, 1 STARTED, 2 RETRY, 3 SUCCESS, 4 FAILURE, 5 CANCELLED, 6 CACHED.
    status_code: int
    # The state as people see it. `waiting`: for a person, an event, a time or a provider. `queued` and `running` jobs have or need a worker.
    display_status: Literal["queued", "running", "waiting", "retrying", "succeeded", "failed", "cancelled"]
    # What the job waits for. Null if it does not wait.
    waiting_for: Union[Literal["approval", "question", "event", "timer", "provider_batch"], None]
    # Since when it waits. Null if it does not wait.
    waiting_since: Union[str, None]
    # How long the job has waited in total. This time is neither queueing nor work.
    waited_ms: int
    created_at: str
    last_updated_at: str
    # From acceptance to the end, without `waited_ms`. Null before the end.
    duration_ms: Union[int, None]
    job_inputs: List[JobInput]
    ui_fields: Any
    evaluation: Union[Dict[str, Any], None]
    feedback_review: Union[JobReview, None]
    # `agreed`: a reviewer confirmed the output. `disagreed`: a reviewer corrected it.
    review_state: Literal["unreviewed", "agreed", "disagreed", "disputed"]
    # If true, the output has untrusted values and the agent asks for a review.
    needs_review: bool
    creator: Union[Creator, None]
    # Who caused it.
    actor: Actor
    # If true, the job is in the archive and takes longer to read. Changing the job moves it back to the database.
    archived: NotRequired[bool]
    metadata: Dict[str, str]


class JobListQuery(TypedDict):
    # A job query. Terms are for example `status:failure`, `-model:small`, `cost:>0.5`, `output.total:>500` and `since:24h`, or plain words.
    q: NotRequired[str]
    # From 1.
    page: NotRequired[int]
    # Default: 20. At most 100 unless the operator sets another limit.
    page_size: NotRequired[int]
    # Consider only the newest N jobs; 0 means all. Default: 100000.
    limit: NotRequired[int]
    # Only jobs accepted at this time or later.
    created_from: NotRequired[str]
    # Only jobs accepted at this time or earlier.
    created_to: NotRequired[str]
    # One code from 0 to 6, or several separated by commas.
    status_code: NotRequired[str]
    # One state or several separated by commas: queued, running, waiting, retrying, succeeded, failed, cancelled.
    display_status: NotRequired[str]
    # Name of the version that ran.
    version_name: NotRequired[str]
    # An id or the start of an id.
    job_id: NotRequired[str]
    # Part of any input value.
    job_inputs: NotRequired[str]
    # A JSON object whose pairs must all match (text also matches a number or boolean that is written the same), or part of the stored JSON.
    metadata: NotRequired[str]
    # Excludes jobs that `metadata` would match.
    exclude_metadata: NotRequired[str]
    # Part of id, version name, inputs or metadata.
    search: NotRequired[str]
    # Like `search`. Jobs must match both.
    semantic_string: NotRequired[str]
    # The verdict of the output.
    verdict: NotRequired[str]
    # `pending`: the job has a verdict but no review.
    review_status: NotRequired[Literal["pending", "approved", "rejected"]]
    # `unreviewed`: the job has no review, with or without a verdict.
    review_state: NotRequired[Literal["unreviewed", "agreed", "disagreed", "disputed"]]
    # If true, only jobs with values that a person should check.
    needs_review: NotRequired[bool]
    # Comma-separated list of id, agent_version_name, status_code, created_at, last_updated_at, cost, duration, grader_score. A leading - reverses an order.
    ordering: NotRequired[str]


class JobModel(TypedDict):
    model: str
    provider: str
    # Whose key was used.
    key: Literal["house", "organization"]
    lane: Literal["normal", "batch"]
    # Why it was asked in place of `instead_of`: `outage`, `rate_limit`, `refusal`, `too_long`, `budget` or `untrusted`. `late`: an answer of the batch lane that came when the job had gone on without it; it is paid and not used.
    reason: Union[str, None]
    # The model that the configuration names.
    instead_of: Union[str, None]
    succeeded: bool
    cost: float
    input_tokens: Union[int, None]
    cached_tokens: Union[int, None]
    output_tokens: Union[int, None]
    # Of a streamed answer.
    first_token_ms: Union[int, None]
    ms: int


class JobPage(TypedDict):
    count: int
    next: Union[str, None]
    previous: Union[str, None]
    results: List[JobListItem]
    # With filters or another order: number of archived jobs of the agent that this list did not search. The list of all jobs and SQL search them.
    archived_left_out: NotRequired[int]


class JobRestart(TypedDict):
    """`restart`: the output begins anew. Drop the parts before it."""
    # Key of the output.
    key: str
    attempt: int


class JobResultView(TypedDict):
    agent_id: str
    agent_version_id: str
    inputs: List[ReviewedCaseLineInputsItem]
    input_tokens: Union[int, None]
    output_tokens: Union[int, None]
    outputs: List[OutputItem]
    # 0 PENDING, 1 STARTED, 2 RETRY, 3 SUCCESS, 4 FAILURE, 5 CANCELLED, 6 CACHED.
    status: int
    error_message: Union[str, None]
    metadata: Dict[str, Any]
    cost: float
    # If true, the job is in the archive and takes longer to read. Changing the job moves it back to the database.
    archived: NotRequired[bool]


class JobReview(TypedDict):
    review_status: Literal["pending", "approved", "rejected"]
    corrected_verdict: Union[str, None]
    review_comment: str
    reviewed_at: Union[str, None]
    reviewed_by: Union[str, None]


class JobStats(TypedDict):
    id: str
    job_count: int
    most_recent_job: Union[str, None]


class JobStatsQuery(TypedDict):
    # Default: every agent of the organization.
    agent_id: NotRequired[List[str]]


class JobStatusView(TypedDict):
    # 0 PENDING, 1 STARTED, 2 RETRY, 3 SUCCESS, 4 FAILURE, 5 CANCELLED, 6 CACHED.
    status: int
    # Seconds since the epoch of the latest status event.
    timestamp: float
    # Set only for RETRY and FAILURE.
    error_message: NotRequired[str]


class JobStep(TypedDict):
    key: str
    # Position in the order in which steps ended.
    seq: int
    kind: str
    name: str
    model: Union[str, None]
    status: str
    started_at: str
    duration_ms: int
    input_tokens: Union[int, None]
    output_tokens: Union[int, None]
    cost: float
    artifact_key: Union[str, None]
    error: Union[str, None]
    # Input tokens that came from the prompt cache of the provider.
    cached_input_tokens: Union[int, None]
    # The job whose recorded answer this step reused at no cost.
    reused_from: Union[str, None]
    # Where untrusted content came from: `web`, `document`, `connection` or `tool`.
    untrusted: Union[str, None]
    route: Union[ModelRoute, None]


JobSuggestions = TypedDict("JobSuggestions", {
    "from": "int",
    "to": "int",
    "suggestions": "List[JobSuggestionsSuggestionsItem]",
})


class JobSuggestionsQuery(TypedDict):
    # The job query typed so far.
    q: NotRequired[str]
    # Position of the cursor. Default: the end.
    at: NotRequired[int]


class JobSuggestionsSuggestionsItem(TypedDict):
    text: str
    # What the suggestion means, or where it was found.
    about: str


class JobSummary(TypedDict):
    # Number of matching jobs. If `complete` is false, there are more.
    count: int
    # Total cost of these jobs in USD.
    cost: float
    # 95th percentile of the time from creation to end of jobs in the period that succeeded without the cache. Accurate to 2.5 %.
    p95_ms: Union[float, None]
    # False if jobs before `searched_to` were not searched, or are archived and not counted.
    complete: bool
    searched_to: Union[str, None]
    created_from: str
    created_to: str
    bucket_seconds: float
    # The period in equal parts, oldest first. Empty parts are omitted. Default: the last 7 days.
    buckets: List[JobSummaryBucketsItem]


class JobSummaryBucketsItem(TypedDict):
    at: str
    jobs: int
    failed: int
    # USD.
    cost: float
    p95_ms: Union[float, None]


class JobSummaryQuery(TypedDict):
    # A job query. Terms are for example `status:failure`, `-model:small`, `cost:>0.5`, `output.total:>500` and `since:24h`, or plain words.
    q: NotRequired[str]
    # Only jobs accepted at this time or later.
    created_from: NotRequired[str]
    # Only jobs accepted at this time or earlier.
    created_to: NotRequired[str]
    # One code from 0 to 6, or several separated by commas.
    status_code: NotRequired[str]
    # One state or several separated by commas: queued, running, waiting, retrying, succeeded, failed, cancelled.
    display_status: NotRequired[str]
    # Name of the version that ran.
    version_name: NotRequired[str]
    # An id or the start of an id.
    job_id: NotRequired[str]
    # Part of any input value.
    job_inputs: NotRequired[str]
    # A JSON object whose pairs must all match (text also matches a number or boolean that is written the same), or part of the stored JSON.
    metadata: NotRequired[str]
    # Excludes jobs that `metadata` would match.
    exclude_metadata: NotRequired[str]
    # Part of id, version name, inputs or metadata.
    search: NotRequired[str]
    # Like `search`. Jobs must match both.
    semantic_string: NotRequired[str]
    # The verdict of the output.
    verdict: NotRequired[str]
    # `pending`: the job has a verdict but no review.
    review_status: NotRequired[Literal["pending", "approved", "rejected"]]
    # `unreviewed`: the job has no review, with or without a verdict.
    review_state: NotRequired[Literal["unreviewed", "agreed", "disagreed", "disputed"]]
    # If true, only jobs with values that a person should check.
    needs_review: NotRequired[bool]
    # Only jobs of these agents.
    agent_id: NotRequired[List[str]]
    # Only jobs of this version.
    agent_version_id: NotRequired[str]
    # Only jobs of this batch.
    batch_id: NotRequired[str]
    # Only jobs accepted with this policy version.
    policy_version_id: NotRequired[str]
    # USD, inclusive.
    cost_min: NotRequired[float]
    # USD, inclusive.
    cost_max: NotRequired[float]
    # Number of equal parts of the period. Default: 60.
    buckets: NotRequired[int]


class JobView(TypedDict):
    id: str
    agent_version_name: Union[str, None]
    status_events: List[StatusEventView]
    # 0 PENDING, 1 STARTED, 2 RETRY, 3 SUCCESS, 4 FAILURE, 5 CANCELLED, 6 CACHED.
    status_code: int
    # The state as people see it. `waiting`: for a person, an event, a time or a provider. `queued` and `running` jobs have or need a worker.
    display_status: Literal["queued", "running", "waiting", "retrying", "succeeded", "failed", "cancelled"]
    # What the job waits for. Null if it does not wait.
    waiting_for: Union[Literal["approval", "question", "event", "timer", "provider_batch"], None]
    # Since when it waits. Null if it does not wait.
    waiting_since: Union[str, None]
    # How long the job has waited in total. This time is neither queueing nor work.
    waited_ms: int
    created_at: str
    last_updated_at: str
    # From acceptance to the end, without `waited_ms`. Null before the end.
    duration_ms: Union[int, None]
    job_inputs: List[JobInput]
    ui_fields: Any
    evaluation: Union[Dict[str, Any], None]
    feedback_review: Union[JobReview, None]
    # `agreed`: a reviewer confirmed the output. `disagreed`: a reviewer corrected it.
    review_state: Literal["unreviewed", "agreed", "disagreed", "disputed"]
    # If true, the output has untrusted values and the agent asks for a review.
    needs_review: bool
    creator: Union[Creator, None]
    # Who caused it.
    actor: Actor
    # If true, the job is in the archive and takes longer to read. Changing the job moves it back to the database.
    archived: NotRequired[bool]
    metadata: Dict[str, Any]
    agent_id: str
    agent_version_id: str
    outputs: List[OutputItem]
    # What a failed job had found. `trust` has the marks of these values. It is not a result.
    partial_outputs: List[OutputItem]
    trust: Union[Trust, None]
    cost: float
    input_tokens: Union[int, None]
    output_tokens: Union[int, None]
    error_message: Union[str, None]
    error: Union[JobError, None]
    policy_version_id: Union[str, None]
    # Attempts that count so far. A wait gives its attempt back until the job continues.
    attempt: int
    origin: str
    batch_id: Union[str, None]
    retried_from: Union[str, None]
    # The trace of the job: that of the `traceparent` header of its request, or a new one if the server exports traces.
    trace_id: Union[str, None]
    # The trace in the operator's tool (`ERRAND_TRACE_URL`). Null if there is none.
    trace_url: Union[str, None]
    # Reruns of this job, newest first, at most 10.
    retried_as: List[str]
    # When the next attempt is due. Null if there is none.
    next_attempt_at: Union[str, None]
    waiting: Union[Wait, None]
    cache: JobViewCache
    steps: List[JobStep]
    # Requests to models, in the order in which they ended.
    models: List[JobModel]
    # Whether a model answered in place of the one that the agent names.
    substituted: bool
    hold: Union[Hold, None]
    # Post actions of the job and their outcome.
    post_actions: List[PostActionDelivery]
    # Where untrusted content came from that the job has read, or that jobs before it read for its inputs: `web`, `document`, `connection`, `tool`, or `event`, the request to a trigger that checks no signature. The policies of connections decide what it may write afterwards.
    untrusted_content: List[str]


class JobViewBody(TypedDict):
    name: str
    # The filters, such as `q`. At most 10,000 characters of JSON.
    search: Dict[str, Any]
    # Default false.
    shared: NotRequired[bool]


class JobViewCache(TypedDict):
    hit: bool
    reason: str


class JobViewFilter(TypedDict):
    id: str
    name: str
    # The filters as they appear in the console URL.
    search: Dict[str, Any]
    # If true, everyone in the organization sees the view.
    shared: bool
    mine: bool
    # E-mail of the person who saved the view.
    creator: Union[str, None]
    created_at: str


class KnowledgeBase(TypedDict):
    id: str
    organization_id: str
    name: str
    company: str
    status: Literal["drafting", "active", "orphaned"]
    atlas_draft_id: Union[str, None]
    atlas_lens_id: Union[str, None]
    # If true, clients of the Model Context Protocol can read the knowledge base.
    mcp_url: str
    lens_snapshot: Union[KnowledgeLens, None]
    last_synced_at: Union[str, None]
    sync_error: Union[str, None]
    created_at: str
    updated_at: str


class KnowledgeBaseCreateBody(TypedDict):
    company: str
    brief: str
    name: NotRequired[Union[str, None]]
    product_name: NotRequired[Union[str, None]]
    # Stored for reference. The service does not fetch it.
    website_url: NotRequired[Union[str, None]]
    organization_id: NotRequired[str]


class KnowledgeBaseCreated(TypedDict):
    id: str
    organization_id: str
    name: str
    company: str
    status: Literal["drafting", "active", "orphaned"]
    atlas_draft_id: Union[str, None]
    atlas_lens_id: Union[str, None]
    # If true, clients of the Model Context Protocol can read the knowledge base.
    mcp_url: str
    lens_snapshot: Union[KnowledgeLens, None]
    last_synced_at: Union[str, None]
    sync_error: Union[str, None]
    created_at: str
    updated_at: str
    brief: str
    product_name: Union[str, None]
    website_url: Union[str, None]


KnowledgeBasePage: TypeAlias = "Page[KnowledgeBase]"


class KnowledgeDraft(TypedDict):
    id: str
    status: Literal["generating", "ready", "error"]
    error: Union[str, None]
    company: str
    productName: Union[str, None]
    suggestedName: str
    productSummary: str
    iterationCount: int
    refs: List[KnowledgeRef]
    pendingProposal: Union[KnowledgeDraftPendingProposal, None]
    # The model that made the proposal. `baseline` compares texts by similarity.
    proposedBy: Union[str, None]
    createdAt: str
    updatedAt: Union[str, None]


class KnowledgeDraftPendingProposal(TypedDict):
    refs: List[KnowledgeRef]
    baseSelection: List[KnowledgeRef]
    feedback: Union[str, None]
    suggestedName: str
    productSummary: str
    createdAt: str


class KnowledgeFeedbackBody(TypedDict):
    feedback: NotRequired[Union[str, None]]


class KnowledgeFinalizeBody(TypedDict):
    name: NotRequired[Union[str, None]]
    mcp_enabled: NotRequired[bool]
    # Ignored. The lens in the response always has `public: false`.
    public: NotRequired[bool]


class KnowledgeLens(TypedDict):
    id: str
    name: str
    company: str
    productName: Union[str, None]
    productSummary: str
    mcpEnabled: bool
    # Always false: this server shares nothing between organizations.
    public: bool
    refs: List[KnowledgeRef]
    # The selected typologies with their selected tactics.
    typologies: List[Typology]
    updatedAt: str


class KnowledgeLensFound(TypedDict):
    id: str
    name: str
    company: str
    productName: Union[str, None]
    productSummary: str
    mcpEnabled: bool
    # Always false: this server shares nothing between organizations.
    public: bool
    refs: List[KnowledgeRef]
    # The selected typologies with their selected tactics.
    typologies: List[Typology]
    updatedAt: str
    knowledge_base: Union[KnowledgeBase, None]


class KnowledgeRef(TypedDict):
    typologyId: str
    typologyName: str
    relevance: Literal["core", "watch", "edge"]
    rationale: str
    # Null: all tactics of the typology.
    tacticIds: Union[List[str], None]
    tacticNames: Union[List[str], None]


class KnowledgeResolveBody(TypedDict):
    refs: NotRequired[Union[List[KnowledgeResolveBodyRefsItem], None]]
    suggested_name: NotRequired[Union[str, None]]
    accept_summary: NotRequired[bool]
    discard: NotRequired[bool]


class KnowledgeResolveBodyRefsItem(TypedDict):
    typologyId: str
    typologyName: NotRequired[Union[str, None]]
    relevance: NotRequired[Literal["core", "watch", "edge"]]
    rationale: NotRequired[Union[str, None]]
    tacticIds: NotRequired[Union[List[str], None]]
    tacticNames: NotRequired[Union[List[str], None]]


class KnowledgeSelectionBody(TypedDict):
    refs: NotRequired[List[KnowledgeResolveBodyRefsItem]]
    suggested_name: NotRequired[str]


class LedgerEntry(TypedDict):
    id: str
    # grant: given by an operator. adjust: balance set by an operator. job: what a finished job cost.
    kind: Literal["grant", "adjust", "job"]
    # Amount in USD. Negative amounts are charges.
    amount: float
    job_id: Union[str, None]
    note: str
    created_at: str


class LensImportBody(TypedDict):
    atlas_lens_id: str


class LiftBody(TypedDict):
    reason: str


class Lifted(TypedDict):
    case_ids: List[str]


class LinkAnswer(TypedDict):
    agent_ids: List[str]


class LinkBody(TypedDict):
    # At most 10,000 unless the operator sets another limit.
    agent_ids: List[str]


class LinkedAgent(TypedDict):
    id: str
    name: str


class ListenerBody(TypedDict):
    # Agents whose jobs are reported. Default: all current agents.
    agent_ids: NotRequired[Union[List[str], None]]
    name: NotRequired[Union[str, None]]
    # Default: a new secret.
    secret: NotRequired[Union[str, None]]


class LiveCells(TypedDict):
    column_names: List[str]
    column_types: List[str]
    # At most 200. Cells that agents fill are null here.
    rows: List[List[Any]]
    cells: List[LiveCellsCellsItem]
    truncated: bool
    # Why there are no rows.
    note: Union[str, None]


class LiveCellsCellsItem(TypedDict):
    # From 0.
    row: int
    column: int
    job_id: Union[str, None]
    # Status of the job. Null if no job was started: `error` says why.
    status_code: Union[int, None]
    # The answer, once available.
    value: Union[str, None]
    error: Union[str, None]


class Liveness(TypedDict):
    status: str


class LoginAnswer(TypedDict):
    # A bearer credential. Requests with it must name an organization.
    token: str
    expires_at: str
    user: CurrentUser


class LoginBody(TypedDict):
    email: str
    password: str


class LoginDecision(TypedDict):
    status: Literal["denied", "approved"]


class LoginDecisionBody(TypedDict):
    # The code that the program shows. Case, dashes and spaces do not matter.
    user_code: str
    approve: bool
    # At most your own role. Default: your own role, or admin if you are an owner.
    role: NotRequired[Literal["admin", "member", "approver", "analyst", "auditor", "viewer"]]
    # Days until the key expires. Null: it works until revoked. Default: 90.
    valid_days: NotRequired[Union[int, None]]


class LoginKey(TypedDict):
    status: Literal["pending", "denied", "approved"]
    # The key, once approved. It is shown only here.
    api_key: Union[str, None]
    organization_name: Union[str, None]
    role: Union[Literal["admin", "member", "approver", "analyst", "auditor", "viewer"], None]
    # When the key expires. Null: never.
    expires_at: Union[str, None]


class LoginKeyBody(TypedDict):
    device_code: str


class LoginQuery(TypedDict):
    # The code that the program shows. Case, dashes and spaces do not matter.
    user_code: str


class LoginStart(TypedDict):
    # The secret that collects the key. Do not share it.
    device_code: str
    # The code that the program shows. Case, dashes and spaces do not matter.
    user_code: str
    # Address where a person confirms. It contains the code.
    verification_url: str
    expires_at: str
    # Seconds to wait between two polls.
    interval_seconds: int


class LoginStartBody(TypedDict):
    # The program and the machine that ask for a key.
    client_name: str


class LogoutTokenBody(TypedDict):
    # A logout token of OpenID Connect Back-Channel Logout 1.0.
    logout_token: str


class Member(TypedDict):
    user_id: int
    email: str
    first_name: str
    last_name: str
    display_name: str
    role: Literal["owner", "admin", "member", "approver", "analyst", "auditor", "viewer"]
    # How the user was created: here, by a sign-in with the identity provider, or by the directory.
    source: Literal["local", "sso", "scim"]
    # If false, this user can no longer sign in.
    is_active: bool
    created_at: str


class MemberBody(TypedDict):
    email: str
    role: Literal["owner", "admin", "member", "approver", "analyst", "auditor", "viewer"]
    # Refused. Invite the person instead, who chooses a password.
    password: NotRequired[str]
    first_name: NotRequired[str]
    last_name: NotRequired[str]


MemberPage: TypeAlias = "Page[Member]"


class MemberPatch(TypedDict):
    role: Literal["owner", "admin", "member", "approver", "analyst", "auditor", "viewer"]


class MemberRemoveQuery(TypedDict):
    # Revokes the API keys that the user owns here. Default false.
    revoke_keys: NotRequired[bool]


class MessageAnswer(TypedDict):
    message: str


class MessageError(TypedDict):
    """What is wrong with a query."""
    message: str
    # Error code for programs.
    code: str


class Model(TypedDict):
    id: str
    description: str
    providers: List[str]
    capabilities: List[Literal["text", "image", "audio", "video"]]
    # Input and output tokens together.
    context_window: int
    max_output_tokens: int
    supports_system_message: bool
    supports_temperature: bool
    supports_reasoning_effort: bool
    supports_thinking: bool
    supports_json_output: bool
    supports_json_schema: bool
    # USD per million tokens. Null: unknown, so calls are recorded with a cost of 0.
    prices: Union[ModelPrices, None]


class ModelList(TypedDict):
    models: List[Model]
    total_count: int
    tenant_scope: str


class ModelPrices(TypedDict):
    input: float
    output: float


class ModelRoute(TypedDict):
    provider: str
    key: Literal["house", "organization"]
    lane: Literal["normal", "batch"]
    # Why the model was asked in place of `instead_of`.
    reason: NotRequired[str]
    # The model that the configuration names.
    instead_of: NotRequired[str]
    first_token_ms: NotRequired[int]


class ModelTry(TypedDict):
    job_id: str


class ModelTryBody(TypedDict):
    model: str


class ModelsQuery(TypedDict):
    # Only models that accept this kind of input. Every model accepts text.
    capability: NotRequired[Literal["text", "image", "audio", "video"]]


NetworkEdge = TypedDict("NetworkEdge", {
    "from": "str",
    "to": "str",
    "kind": "Literal[\"transactions\", \"has\"]",
    "count": "int",
    "amount": "Union[float, None]",
    "first_at": "Union[str, None]",
    "last_at": "Union[str, None]",
})


class NetworkFinding(TypedDict):
    rule: Literal["fan_in", "fan_out", "repeated", "unusual_amounts", "pass_through", "cycle"]
    account: str
    why: str
    from_at: str
    to_at: str
    accounts: int
    transactions: int
    amount: float
    # At most 50.
    counterparties: List[str]
    # The SQL that selects the rows behind it.
    statement: str


class NetworkNode(TypedDict):
    # Unique in the answer.
    id: str
    # Kind of identifier, such as `account`, `device` or `address`, or `case`.
    kind: str
    value: str
    label: str
    role: Literal["subject", "counterparty", "shared", "case"]
    case: Union[NetworkNodeCase, None]


class NetworkNodeCase(TypedDict):
    id: str
    number: int
    state: str
    outcome: Union[str, None]


class NextTimes(TypedDict):
    # The next times, even if the schedule is disabled.
    times: List[str]


class NextTimesQuery(TypedDict):
    # 1 to 100. Default 5.
    count: NotRequired[int]


class OAuthDecision(TypedDict):
    # Where the browser must go now, which completes the request.
    redirect_to: str


class OAuthDecisionBody(TypedDict):
    approve: bool
    organization_id: str
    # Fewer scopes than the program asks for. Default: all that the role allows.
    scopes: NotRequired[List[Literal["read", "run", "decide", "build", "admin"]]]


class OAuthGrant(TypedDict):
    id: str
    client_id: str
    # As the program names itself. Nobody has checked it.
    client_name: str
    # Page of the program, if it names one.
    client_uri: Union[str, None]
    # The address that its tokens are for.
    resource: str
    # What the program may do, as far as the role of the person allows it.
    scopes: List[Literal["read", "run", "decide", "build", "admin"]]
    user: OAuthGrantUser
    created_at: str
    last_used_at: Union[str, None]


OAuthGrantPage: TypeAlias = "Page[OAuthGrant]"


class OAuthGrantUser(TypedDict):
    id: int
    email: str
    display_name: str


class OAuthInteraction(TypedDict):
    client_id: str
    # As the program names itself. Nobody has checked it.
    client_name: str
    # Page of the program, if it names one.
    client_uri: Union[str, None]
    # Where the browser goes afterwards.
    redirect_host: str
    resource: str
    # What the program asks for.
    scopes: List[OAuthInteractionScopesItem]
    # The organizations that the person can choose from.
    organizations: List[OAuthInteractionOrganizationsItem]


class OAuthInteractionOrganizationsItem(TypedDict):
    id: str
    name: str
    role: Literal["viewer", "auditor", "analyst", "approver", "member", "admin", "owner"]
    # What of it the role allows.
    scopes: List[Literal["read", "run", "decide", "build", "admin"]]


class OAuthInteractionScopesItem(TypedDict):
    name: Literal["read", "run", "decide", "build", "admin"]
    description: str


class OpenedInvitation(TypedDict):
    # Name of the organization.
    organization: str
    email: str
    role: Literal["owner", "admin", "member", "approver", "analyst", "auditor", "viewer"]
    expires_at: str
    # `password`: accepting creates the account, so choose one. `sign_in`: the account exists.
    needs: Literal["password", "sign_in"]


class Organization(TypedDict):
    id: str
    name: str
    # Whether the organization may use agents. Changed by operators only.
    agents_enabled: bool
    # Balance in USD; null: unlimited.
    credits: Union[float, None]
    # When the operator paused the organization. While paused, runs are refused and waiting jobs stay. Null: not paused.
    paused_at: Union[str, None]
    # Whether the A2A cards of its agents can be read without a credential. Calling the agents always needs one.
    public_agent_cards: bool
    created_at: str


class OrganizationModels(TypedDict):
    # The model of agents that select none. Null: the default of the installation.
    default_model: Union[str, None]
    # Models that stand in for the model of an agent that lists no `models` itself.
    chain: List[ChainModel]
    # Whether the keys of the installation may be used. If false, only your own connections are.
    allow_house_keys: bool
    # `allowed`: runs that ask for the batch lane get it. `preferred`: so do batches, SQL statements, evaluations, rehearsals and runs of low priority.
    batch_lane: Literal["off", "allowed", "preferred"]
    # Whether the operator lets organizations use the keys of the installation.
    house_keys: bool


class OrganizationModelsBody(TypedDict):
    # The model of agents that select none. Null: the default of the installation.
    default_model: Union[str, None]
    # Models that stand in for the model of an agent that lists no `models` itself.
    chain: List[ChainModel]
    # Whether the keys of the installation may be used. If false, only your own connections are.
    allow_house_keys: bool
    # `allowed`: runs that ask for the batch lane get it. `preferred`: so do batches, SQL statements, evaluations, rehearsals and runs of low priority.
    batch_lane: Literal["off", "allowed", "preferred"]


OrganizationPage: TypeAlias = "Page[OrganizationPageValueItem]"


class OrganizationPageValueItem(TypedDict):
    id: str
    name: str
    # Whether the organization may use agents. Changed by operators only.
    agents_enabled: bool
    # Balance in USD; null: unlimited.
    credits: Union[float, None]
    # When the operator paused the organization. While paused, runs are refused and waiting jobs stay. Null: not paused.
    paused_at: Union[str, None]
    # Whether the A2A cards of its agents can be read without a credential. Calling the agents always needs one.
    public_agent_cards: bool
    created_at: str
    # Role of the credential in this organization.
    role: Literal["owner", "admin", "member", "approver", "analyst", "auditor", "viewer"]


class OrganizationPatch(TypedDict):
    name: NotRequired[str]
    public_agent_cards: NotRequired[bool]


class OutputItem(TypedDict):
    key: str
    # Media type of the value.
    data_type: str
    # Text. JSON values are JSON-encoded text.
    value: str
    description: str
    # USD.
    cost: float


PageQuery: TypeAlias = "VersionListQuery"


class PasswordBody(TypedDict):
    current_password: str
    # At least 8 characters.
    new_password: str


class Playbook(TypedDict):
    id: str
    name: str
    description: str
    organization_id: str
    current_version_id: str
    created_at: str
    updated_at: str


class PlaybookBody(TypedDict):
    name: str
    description: NotRequired[Union[str, None]]
    content: PlaybookContent
    version_name: NotRequired[str]


class PlaybookContent(TypedDict):
    steps: List[PlaybookStep]
    auto_close: Union[AutoClose, None]


class PlaybookDiff(TypedDict):
    # Steps by name, and auto_close. Null: not there.
    changed: List[PlaybookDiffChangedItem]


class PlaybookDiffChangedItem(TypedDict):
    path: str
    before: Any
    after: Any


class PlaybookFlip(TypedDict):
    case_id: str
    number: int
    # `outcome`: the version would close it otherwise than it was decided. `automatic`: it would close alone what a person decided alike. `manual`: it would leave to people what a playbook closed.
    kind: Literal["outcome", "automatic", "manual"]
    before: PlaybookFlipBefore
    after: PlaybookFlipAfter


class PlaybookFlipAfter(TypedDict):
    outcome: Union[str, None]
    by: Literal["person", "playbook"]
    escalated: bool


class PlaybookFlipBefore(TypedDict):
    outcome: str
    by: Literal["person", "playbook"]


class PlaybookGate(TypedDict):
    # Cases that the rehearsal has to decide.
    min_cases: Union[int, None]
    # Largest share, among the cases that the version would close alone, of those that were decided otherwise.
    max_wrong_share: Union[float, None]
    updated_at: Union[str, None]


class PlaybookGateBody(TypedDict):
    # Cases that the rehearsal has to decide.
    min_cases: int
    # Largest share, among the cases that the version would close alone, of those that were decided otherwise.
    max_wrong_share: float


class PlaybookListQuery(TypedDict):
    # Part of a name or description.
    search: NotRequired[str]
    # Default: -created_at.
    ordering: NotRequired[Literal["name", "-name", "created_at", "-created_at", "updated_at", "-updated_at"]]
    # From 1.
    page: NotRequired[int]
    # Default: 20. At most 100 unless the operator sets another limit.
    page_size: NotRequired[int]


PlaybookPage: TypeAlias = "Page[Playbook]"


class PlaybookPatch(TypedDict):
    name: NotRequired[str]
    description: NotRequired[Union[str, None]]


class PlaybookPromoteBody(TypedDict):
    """Optional."""
    reason: NotRequired[Union[str, None]]
    expected_current: NotRequired[Union[str, None]]
    # Why an admin overrides the gate. Only for admins.
    override_reason: NotRequired[Union[str, None]]
    # A finished rehearsal of this version.
    rehearsal_id: NotRequired[Union[str, None]]


class PlaybookRehearsal(TypedDict):
    id: str
    playbook_id: str
    version_id: str
    status: Literal["running", "done", "cancelled", "failed"]
    reason: Union[str, None]
    # How its cases were chosen. Null: `case_ids` named them, and it passes no gate.
    filter: Union[Dict[str, Any], None]
    # Cases.
    total: int
    done: int
    # USD of the jobs that it started.
    cost: float
    max_cost: Union[float, None]
    # Steps whose result came from an earlier job, without cost.
    reused_jobs: int
    # Cases that the version would close without a person.
    closed: int
    # Of these, cases that were decided otherwise.
    wrong: int
    escalated: int
    # Cases left to people.
    left: int
    # At most 1,000.
    flips: List[PlaybookFlip]
    unchanged: int
    undecidable: List[PlaybookRehearsalUndecidableItem]
    created_by: Union[int, None]
    started_at: str
    finished_at: Union[str, None]


class PlaybookRehearsalBody(TypedDict):
    """Use case_ids or a filter. Without them: the latest 100 decided cases."""
    version_id: str
    case_ids: NotRequired[List[str]]
    filter: NotRequired[PlaybookRehearsalBodyFilter]
    # Limit in USD. When it is reached, no further job starts, and the open cases are undecidable.
    max_cost: NotRequired[Union[float, None]]


PlaybookRehearsalBodyFilter = TypedDict("PlaybookRehearsalBodyFilter", {
    "queue": "NotRequired[str]",
    "from": "NotRequired[str]",
    "to": "NotRequired[str]",
    "outcome": "NotRequired[str]",
    "limit": "NotRequired[int]",
})


PlaybookRehearsalPage: TypeAlias = "Page[PlaybookRehearsalSummary]"


class PlaybookRehearsalSummary(TypedDict):
    id: str
    playbook_id: str
    version_id: str
    status: Literal["running", "done", "cancelled", "failed"]
    reason: Union[str, None]
    # How its cases were chosen. Null: `case_ids` named them, and it passes no gate.
    filter: Union[Dict[str, Any], None]
    # Cases.
    total: int
    done: int
    # USD of the jobs that it started.
    cost: float
    max_cost: Union[float, None]
    # Steps whose result came from an earlier job, without cost.
    reused_jobs: int
    # Cases that the version would close without a person.
    closed: int
    # Of these, cases that were decided otherwise.
    wrong: int
    escalated: int
    # Cases left to people.
    left: int
    unchanged: int
    created_by: Union[int, None]
    started_at: str
    finished_at: Union[str, None]


class PlaybookRehearsalUndecidableItem(TypedDict):
    case_id: str
    reason: str


class PlaybookRun(TypedDict):
    id: str
    playbook_id: str
    version_id: str
    alert_id: str
    case_id: str
    state: Literal["running", "done", "failed", "stopped"]
    # What the steps came to. `close`: as far as this alert goes, the case may close without a person.
    action: Union[Literal["close", "escalate", "leave"], None]
    # The verdict, if the action is close.
    outcome: Union[str, None]
    reason: Union[str, None]
    steps: List[PlaybookRunStep]
    created_at: str
    finished_at: Union[str, None]


PlaybookRunPage: TypeAlias = "Page[PlaybookRun]"


class PlaybookRunQuery(TypedDict):
    # Id of a case.
    case: NotRequired[str]
    # Only runs in this state.
    state: NotRequired[Literal["running", "done", "failed", "stopped"]]
    # From 1.
    page: NotRequired[int]
    # Default: 20. At most 100 unless the operator sets another limit.
    page_size: NotRequired[int]


class PlaybookRunStep(TypedDict):
    name: str
    state: Literal["planned", "started", "skipped", "succeeded", "failed"]
    job_id: Union[str, None]
    # A rehearsal took the result of an earlier job with the same inputs.
    reused: bool
    reason: Union[str, None]


class PlaybookStep(TypedDict):
    # Later steps find the result of this one under it: `${results.NAME.output}`.
    name: str
    # Id or slug of the agent.
    agent_id: str
    # The step is skipped unless all hold. Paths begin with /alert, /case or /results.
    when: NotRequired[List[TriggerCondition]]
    # Inputs of the job by key, with templates: `${alert.data.note}`, `${case.earlier_decisions_text}`.
    inputs: Dict[str, Any]
    # What follows from success. `continue` (default): the next step. `escalate`: the case is escalated and the run ends. `close`: the case may close without a person, by the rules of auto_close; otherwise people have it.
    then: NotRequired[Literal["continue", "escalate", "close"]]


class PlaybookVersion(TypedDict):
    id: str
    version_name: str
    content: PlaybookContent
    base_version_id: Union[str, None]
    is_current: bool
    created_by: Union[PlaybookVersionCreatedBy, None]
    created_at: str


class PlaybookVersionBody(TypedDict):
    content: PlaybookContent
    version_name: NotRequired[str]
    base_version_id: NotRequired[Union[str, None]]
    # Default: true. With a gate, a new version waits for its rehearsal.
    make_current: NotRequired[bool]


class PlaybookVersionCreatedBy(TypedDict):
    id: int
    email: str
    display_name: str


PlaybookVersionPage: TypeAlias = "Page[PlaybookVersion]"


class Policy(TypedDict):
    id: str
    name: str
    description: str
    organization_id: str
    current_version_id: Union[str, None]
    created_at: str
    # Also changes when another version becomes current.
    updated_at: str


class PolicyCreateBody(TypedDict):
    name: str
    description: NotRequired[Union[str, None]]
    # Sections: guidelines (categories of rules, each with a flag and sub_rules), instructions, dispositions (classifications) and summary_template. Every section is optional. The service creates the ids of categories, rules and sub-rules.
    content: Dict[str, Any]
    version_name: NotRequired[str]
    # Ignored with an API key.
    organization_id: NotRequired[Any]


PolicyDiff = TypedDict("PolicyDiff", {
    "from": "PolicyDiffFrom",
    "to": "PolicyDiffFrom",
    "rules": "PolicyDiffRules",
    "categories": "PolicyDiffCategories",
    "instructions": "Union[PolicyDiffInstructions, None]",
    "classifications": "PolicyDiffClassifications",
    "summary_template": "Union[PolicyDiffInstructions, None]",
    "sar_narrative_template": "Union[PolicyDiffInstructions, None]",
})


class PolicyDiffCategories(TypedDict):
    added: List[DiffRuleSubRulesItem]
    removed: List[DiffRuleSubRulesItem]
    changed: List[PolicyDiffCategoriesChangedItem]


PolicyDiffCategoriesChangedItem = TypedDict("PolicyDiffCategoriesChangedItem", {
    "title": "str",
    "from": "PolicyDiffCategoriesChangedItemFrom",
    "to": "PolicyDiffCategoriesChangedItemFrom",
})


class PolicyDiffCategoriesChangedItemFrom(TypedDict):
    description: str


class PolicyDiffClassifications(TypedDict):
    added: List[PolicyDiffClassificationsAddedItem]
    removed: List[PolicyDiffClassificationsAddedItem]
    changed: List[PolicyDiffClassificationsChangedItem]


class PolicyDiffClassificationsAddedItem(TypedDict):
    name: str
    description: str
    prompt: str


PolicyDiffClassificationsChangedItem = TypedDict("PolicyDiffClassificationsChangedItem", {
    "name": "str",
    "from": "PolicyDiffClassificationsChangedItemFrom",
    "to": "PolicyDiffClassificationsChangedItemFrom",
})


class PolicyDiffClassificationsChangedItemFrom(TypedDict):
    description: str
    prompt: str


class PolicyDiffFrom(TypedDict):
    id: str
    version_name: str


PolicyDiffInstructions = TypedDict("PolicyDiffInstructions", {
    "from": "str",
    "to": "str",
})


class PolicyDiffRules(TypedDict):
    """Rules match by id, otherwise by category and title."""
    added: List[DiffRule]
    removed: List[DiffRule]
    changed: List[PolicyDiffRulesChangedItem]


PolicyDiffRulesChangedItem = TypedDict("PolicyDiffRulesChangedItem", {
    "id": "str",
    "category": "str",
    "title": "str",
    "from": "PolicyDiffRulesChangedItemFrom",
    "to": "PolicyDiffRulesChangedItemFrom",
})


class PolicyDiffRulesChangedItemFrom(TypedDict):
    description: str
    flag: Union[str, None]
    sub_rules: List[DiffRuleSubRulesItem]


class PolicyListQuery(TypedDict):
    # From 1.
    page: NotRequired[int]
    # Default: 20. At most 100 unless the operator sets another limit.
    page_size: NotRequired[int]
    # Part of the name or description. Case does not matter.
    search: NotRequired[str]
    # A leading minus sign sorts in descending order. Default: -created_at.
    ordering: NotRequired[Literal["name", "-name", "created_at", "-created_at", "updated_at", "-updated_at"]]


PolicyPage: TypeAlias = "Page[Policy]"


class PolicyReplaceBody(TypedDict):
    name: str
    description: NotRequired[Union[str, None]]


class PolicyUpdateBody(TypedDict):
    name: NotRequired[str]
    description: NotRequired[Union[str, None]]


class PolicyVersion(TypedDict):
    id: str
    version_name: str
    content: Dict[str, Any]
    # Problems in the content, one sentence each: unknown sections and fields, missing rules or classifications, or a template with unknown values. Empty if there are none.
    content_warnings: List[str]
    created_at: str
    updated_at: str
    policy: Policy
    created_by: Union[PlaybookVersionCreatedBy, None]
    base_version_id: Union[str, None]


class PolicyVersionBody(TypedDict):
    # Sections: guidelines (categories of rules, each with a flag and sub_rules), instructions, dispositions (classifications) and summary_template. Every section is optional. The service creates the ids of categories, rules and sub-rules.
    content: Dict[str, Any]
    version_name: NotRequired[str]
    # The version of this policy that the new version is based on. Rules with the same title keep their ids.
    base_version_id: NotRequired[Union[str, None]]
    # Default: true. If false, you can compare the version first and promote it later.
    make_current: NotRequired[bool]


class PolicyVersionCreated(TypedDict):
    id: str
    version_name: str
    content: Dict[str, Any]
    # Problems in the content, one sentence each: unknown sections and fields, missing rules or classifications, or a template with unknown values. Empty if there are none.
    content_warnings: List[str]


PolicyVersionListQuery: TypeAlias = "VersionListQuery"


PolicyVersionPage: TypeAlias = "Page[PolicyVersion]"


class PostAction(TypedDict):
    name: str
    connection_id: str
    operation: str
    # Codes of final job statuses. `waiting`: a job starts to wait for a person, and a reminder before the wait is due. `review_due`: a review is overdue.
    trigger_on: List[Union[int, Literal["waiting", "review_due"]]]
    param_mappings: Dict[str, str]


class PostActionDelivery(TypedDict):
    id: str
    name: str
    connection_id: str
    operation: str
    status: Literal["pending", "succeeded", "failed"]
    attempts: int
    # Message of the last attempt.
    message: Union[str, None]
    next_attempt_at: Union[str, None]
    finished_at: Union[str, None]


class PresignBody(TypedDict):
    table_name: str
    filename: NotRequired[Union[str, None]]
    content_type: NotRequired[Union[str, None]]
    with_headers: NotRequired[Union[bool, None]]
    organization_id: NotRequired[Union[str, None]]


class Presigned(TypedDict):
    upload_id: str
    upload_url: str
    upload_method: str
    headers: Dict[str, str]
    expires_at: str
    max_bytes: int


class PreviewQuery(TypedDict):
    # Default 3.
    limit: NotRequired[int]


class PromoteBody(TypedDict):
    """Optional."""
    # Recorded in the audit log.
    reason: NotRequired[Union[str, None]]
    # The version that you expect to be current. The request fails with 409 if another version is current.
    expected_current: NotRequired[Union[str, None]]
    # Why an admin overrides the gate. Only for admins.
    override_reason: NotRequired[Union[str, None]]
    # The rehearsal behind the decision, recorded in the audit log. It must be a finished rehearsal of this version, otherwise the request fails with 400.
    rehearsal_id: NotRequired[Union[str, None]]


class Promotion(TypedDict):
    id: str
    agent_id: Union[str, None]
    policy_id: Union[str, None]
    # Name of the agent or policy.
    name: str
    version_id: str
    version_name: str
    # The version that was current when this one was proposed.
    from_version_id: Union[str, None]
    # `obsolete`: another version became current, the version was deleted, or the gate no longer asks for a second person.
    state: Literal["proposed", "approved", "rejected", "obsolete"]
    reason: Union[str, None]
    # Why the proposer overrides the gate.
    override_reason: Union[str, None]
    rehearsal_id: Union[str, None]
    # Who caused it.
    actor: Actor
    proposed_at: str
    # Who caused it.
    decided_by: Union[Actor, None]
    decided_at: Union[str, None]
    # Of who approved or rejected it.
    comment: Union[str, None]


class PromotionApproveBody(TypedDict):
    """Optional."""
    comment: NotRequired[Union[str, None]]


class PromotionListQuery(TypedDict):
    # From 1.
    page: NotRequired[int]
    # Default: 20. At most 100 unless the operator sets another limit.
    page_size: NotRequired[int]
    # Only promotions in this state.
    state: NotRequired[Literal["proposed", "approved", "rejected", "obsolete"]]
    # Only promotions of this agent.
    agent_id: NotRequired[str]
    # Only promotions of this policy.
    policy_id: NotRequired[str]


PromotionPage: TypeAlias = "Page[Promotion]"


class PromotionRejectBody(TypedDict):
    comment: str


class PullBody(TypedDict):
    # Ids of received events. They are not sent again.
    ack: NotRequired[List[str]]
    # Seconds to wait for an event.
    wait: NotRequired[int]


class PulledEvents(TypedDict):
    # Oldest first, at most 100.
    events: List[PulledEventsEventsItem]
    # The listener ends at this time unless it pulls before.
    expires_at: str


class PulledEventsEventsItem(TypedDict):
    # The `webhook-id`.
    id: str
    # The signed headers of the delivery.
    headers: Dict[str, str]
    # Forward the body unchanged: the signature covers it.
    body: str
    created_at: str


class QueryBody(TypedDict):
    query: str
    worksheet_id: NotRequired[Union[str, None]]
    # Allows UPDATE, DELETE, TRUNCATE, ALTER, DROP and CREATE OR REPLACE; needs the role admin.
    use_admin: NotRequired[Union[bool, None]]
    # Limit in USD for the agents of the query.
    max_cost: NotRequired[Union[float, None]]
    organization_id: NotRequired[Union[str, None]]


class QueryListQuery(TypedDict):
    # Queries of this worksheet.
    worksheet_id: NotRequired[str]
    # From 1.
    page: NotRequired[int]
    # Default: 20. At most 100 unless the operator sets another limit.
    page_size: NotRequired[int]


class QueryObject(TypedDict):
    id: str
    created_at: str
    updated_at: str
    finished_at: Union[str, None]
    query: str
    query_task_id: Union[str, None]
    # PENDING, STARTED, RETRY, SUCCESS, FAILURE or REVOKED.
    query_task_status: Union[str, None]
    # Why the query failed, or which rows got no result from their agent.
    error: Union[str, None]
    ai_summary: None
    worksheet: Union[LinkedAgent, None]
    organization: LinkedAgent
    creator: Union[Creator, None]
    # Jobs that the query has started.
    jobs_total: int
    jobs_done: int
    # Cost of its jobs in USD.
    cost: float
    max_cost: Union[float, None]


QueryPage: TypeAlias = "Page[QueryObject]"


class QueryResult(TypedDict):
    worksheet_query_id: str
    # PENDING, STARTED, RETRY, SUCCESS, FAILURE or REVOKED.
    status: str
    error: Union[str, None]
    results: List[StatementResult]


class QuerySubmitQuery(TypedDict):
    # A UUID. Takes precedence over the body.
    worksheet_id: NotRequired[str]


class RangeHeaders(TypedDict):
    # A single byte range.
    Range: NotRequired[str]


class Readiness(TypedDict):
    # `degraded`: something is wrong, but this process can still take requests. `unavailable`: it cannot, and the HTTP status is 503.
    status: Literal["ok", "degraded", "unavailable"]
    # `ok`, or why the database accepts no writes: unreachable, recovering, read_only, full, locked, commit_stalled.
    database: str
    # `ok`, or the problem: full, stalled, unreachable, failed. Affects only runs with files.
    storage: str
    # `ok`, `silent` if this process could not renew its lease, or `stopping`.
    queue: str
    # One sentence per problem.
    problems: List[str]


class RecoverAnswer(TypedDict):
    queued: int


class RecoverBody(TypedDict):
    since: str


class ReferenceQuery(TypedDict):
    # If true, the response is a download instead of inline content.
    download: NotRequired[bool]


class Rehearsal(TypedDict):
    id: str
    policy_id: str
    status: Literal["pending", "running", "done", "cancelled", "failed"]
    # Why the rehearsal did not finish.
    reason: Union[str, None]
    version_id: str
    batch_id: Union[str, None]
    total: int
    done: int
    cost: float
    max_cost: Union[float, None]
    # The first 1,000. Get all of them from flips/.
    flips: List[Flip]
    flip_count: int
    unchanged: int
    gather: bool
    # Decided cases for which evidence was gathered anew.
    gathered_count: int
    undecidable: List[RehearsalUndecidableItem]
    by_verdict: RehearsalByVerdict
    created_by: Union[int, None]
    started_at: str
    finished_at: Union[str, None]


class RehearsalBody(TypedDict):
    """Use job_ids or a filter. Without them: the latest 1,000 cases of the policy."""
    version_id: str
    job_ids: NotRequired[List[str]]
    filter: NotRequired[RehearsalFilter]
    # Limit in USD. When it is reached, no further case is decided. You can resume the rehearsal.
    max_cost: NotRequired[Union[float, None]]
    # Read pages and tables again for cases that lack evidence which this version asks for. Requires max_cost.
    gather: NotRequired[bool]


class RehearsalByVerdict(TypedDict):
    before: Dict[str, int]
    after: Dict[str, int]


RehearsalFilter = TypedDict("RehearsalFilter", {
    "agent_id": "NotRequired[str]",
    "from": "NotRequired[str]",
    "to": "NotRequired[str]",
    "verdict": "NotRequired[str]",
    "limit": "NotRequired[int]",
})


RehearsalPage: TypeAlias = "Page[RehearsalSummary]"


class RehearsalResumeBody(TypedDict):
    """Optional. `max_cost` raises the limit."""
    # Limit in USD. When it is reached, no further case is decided. You can resume the rehearsal.
    max_cost: NotRequired[Union[float, None]]


class RehearsalSummary(TypedDict):
    id: str
    policy_id: str
    status: Literal["pending", "running", "done", "cancelled", "failed"]
    # Why the rehearsal did not finish.
    reason: Union[str, None]
    version_id: str
    batch_id: Union[str, None]
    total: int
    done: int
    cost: float
    max_cost: Union[float, None]
    flip_count: int
    unchanged: int
    gather: bool
    # Decided cases for which evidence was gathered anew.
    gathered_count: int
    by_verdict: RehearsalByVerdict
    created_by: Union[int, None]
    started_at: str
    finished_at: Union[str, None]


class RehearsalUndecidableItem(TypedDict):
    job_id: str
    # `evidence_missing`: this version asks for evidence that the case does not hold. Or a sentence.
    reason: str
    # What would have been asked.
    questions: NotRequired[List[str]]


class RelatedCase(TypedDict):
    id: str
    number: int
    queue_id: str
    subject_name: str
    # `open`: nobody has it. `in_review`: somebody does. `waiting`: a clock is paused, or a decision waits for approval. `escalated`: a playbook found that somebody has to look at once, whether a clock is paused or not. `closed`: decided or merged.
    state: Literal["open", "in_review", "waiting", "escalated", "closed"]
    outcome: Union[str, None]
    # The identifiers that both cases have, as they are compared.
    shared: List[RelatedCaseSharedItem]


class RelatedCaseSharedItem(TypedDict):
    kind: str
    value: str


class ReportCitation(TypedDict):
    kind: Literal["alert", "job", "note", "document", "decision", "event"]
    # Of the alert, job, note, document, case or event.
    id: str
    # Words that have to be in it, however they are spaced. Not for a document, whose content is not compared.
    quote: NotRequired[Union[str, None]]


class ReportSection(TypedDict):
    key: str
    title: str
    sentences: List[ReportSentence]


class ReportSentence(TypedDict):
    text: str
    citations: List[ReportCitation]
    # At least one citation, and all of them open and hold their quotes.
    supported: bool
    # What was checked. `quoted`: at least one quote, the cited texts hold all of them, and the sentence has neither other numbers nor the opposite. `cited`: the case has what is cited, but no words of it are quoted, so nothing was compared. `unsupported`: see problem.
    status: Literal["quoted", "cited", "unsupported"]
    # Why it is not supported.
    problem: Union[str, None]


class ReportTemplate(TypedDict):
    name: str
    built_in: bool
    sections: List[ReportTemplateSectionsItem]


class ReportTemplateBody(TypedDict):
    sections: List[ReportTemplateBodySectionsItem]


class ReportTemplateBodySectionsItem(TypedDict):
    key: str
    title: str
    hint: NotRequired[str]


class ReportTemplateSectionsItem(TypedDict):
    key: str
    title: str
    hint: str


class ReportTemplates(TypedDict):
    results: List[ReportTemplate]


class ResendAnswer(TypedDict):
    # `queued`, or `skipped` if there is no active webhook.
    status: str
    queued: int


class ResendBody(TypedDict):
    webhook_id: NotRequired[Union[str, None]]


class ResultQuery(TypedDict):
    # Rows of each statement to skip.
    offset: NotRequired[int]
    # Rows of each statement to send. Default: all.
    limit: NotRequired[int]


class Retention(TypedDict):
    # Days after which a finished job and all its data are removed. Null: forever.
    jobs_days: Union[int, None]
    # Uploaded files, artifacts, saved pages. Null: forever.
    evidence_days: Union[int, None]
    # Recorded steps. Null: forever.
    steps_days: Union[int, None]
    # Entries of the audit log. Null: forever.
    audit_days: Union[int, None]


class RetryBody(TypedDict):
    agent_version_id: NotRequired[Union[str, None]]
    # Input values to replace, by key. The other inputs stay.
    inputs: NotRequired[Dict[str, Any]]
    # Replaces the configured model.
    model: NotRequired[Union[str, None]]
    # Number (`seq`) of a step. Steps before it are reused at no cost. This step and later steps run again, and people are asked again.
    from_step: NotRequired[Union[int, None]]


class ReviewComparison(TypedDict):
    job_id: str
    # What the job said, where it gives a verdict.
    verdict: Union[str, None]
    # The first review, then the second where there is one.
    reviews: List[ReviewTask]
    # Null until both are done and you may see both.
    same: Union[bool, None]
    # Where the two reviewers came to another result, with the value that each holds for right.
    differences: List[ReviewComparisonDifferencesItem]


class ReviewComparisonDifferencesItem(TypedDict):
    # `agrees`, `verdict`, or a JSON pointer.
    field: str
    # What the job said.
    output: Any
    first: Any
    second: Any


class ReviewDecideBody(TypedDict):
    # True: the output is right.
    agrees: bool
    # What the verdict should have been. Needed when disagreeing with a verdict.
    corrected_verdict: NotRequired[Union[str, None]]
    # Right values by JSON pointer into the value of the first JSON output.
    corrected_outputs: NotRequired[Union[Dict[str, Any], None]]
    comment: NotRequired[Union[str, None]]
    # Left out: the time since it was reserved.
    seconds_spent: NotRequired[Union[float, None]]


class ReviewDecision(TypedDict):
    agrees: bool
    corrected_verdict: Union[str, None]
    # Right values by JSON pointer into the value of the first JSON output.
    corrected_outputs: Union[Dict[str, Any], None]
    comment: str
    seconds_spent: Union[float, None]
    # E-mail of the user, or the name of the API key.
    by: str
    at: str


class ReviewListQuery(TypedDict):
    # From 1.
    page: NotRequired[int]
    # Default: 20. At most 100 unless the operator sets another limit.
    page_size: NotRequired[int]
    # Only tasks in this state.
    state: NotRequired[Literal["open", "reserved", "done", "disputed"]]
    # Only tasks with this reason.
    reason: NotRequired[str]
    # Only jobs of this agent.
    agent_id: NotRequired[str]
    # Only tasks of this job.
    job_id: NotRequired[str]
    # Only those that you have reserved or decided.
    mine: NotRequired[bool]
    # Only those that should be done by now and are not.
    overdue: NotRequired[bool]
    # Only those that somebody has skipped.
    skipped: NotRequired[bool]
    # Only second reviews that came to another result than the first, settled or not.
    disagreed: NotRequired[bool]


ReviewNextBody = TypedDict("ReviewNextBody", {
    "agent_id": "NotRequired[Union[str, None]]",
    "reason": "NotRequired[Union[str, None]]",
    "except": "NotRequired[List[str]]",
})


class ReviewPlan(TypedDict):
    # Share of the other succeeded jobs that people look at.
    sample_rate: float
    # Jobs that people look at in any case.
    always_when: List[str]
    # Of `low_confidence`: a field below it. Default 0.8.
    min_confidence: Union[float, None]
    # Share of first reviews that somebody else repeats without seeing the first answer.
    second_review_rate: float
    # May be a fraction. Left out: no limit.
    due_hours: Union[float, None]


class ReviewPlanBody(TypedDict):
    # Share of the other succeeded jobs that people look at.
    sample_rate: NotRequired[float]
    # Jobs that people look at in any case.
    always_when: NotRequired[List[str]]
    # Of `low_confidence`: a field below it. Default 0.8.
    min_confidence: NotRequired[Union[float, None]]
    # Share of first reviews that somebody else repeats without seeing the first answer.
    second_review_rate: NotRequired[float]
    # May be a fraction. Left out: no limit.
    due_hours: NotRequired[Union[float, None]]


class ReviewSettleBody(TypedDict):
    # True: the output is right.
    agrees: bool
    # What the verdict should have been. Needed when disagreeing with a verdict.
    corrected_verdict: NotRequired[Union[str, None]]
    # Right values by JSON pointer into the value of the first JSON output.
    corrected_outputs: NotRequired[Union[Dict[str, Any], None]]
    comment: NotRequired[Union[str, None]]
    # If you are one of the two reviewers: the id of the other. It is settled once both say the same.
    agreed_with: NotRequired[Union[int, None]]


class ReviewSettlement(TypedDict):
    # False: proposed by one of the two, and the other has not confirmed it yet.
    settled: bool
    agrees: bool
    corrected_verdict: Union[str, None]
    # Right values by JSON pointer into the value of the first JSON output.
    corrected_outputs: Union[Dict[str, Any], None]
    comment: str
    # E-mail of the user.
    by: str
    # The other reviewer, if the two settle it together.
    agreed_with: Union[int, None]
    at: str


class ReviewSkip(TypedDict):
    reason: str
    # E-mail of the user, or the name of the API key.
    by: str
    at: str


class ReviewSkipBody(TypedDict):
    # Why you do not decide it.
    reason: str


class ReviewStats(TypedDict):
    # Now, reserved ones too.
    open: int
    # Now.
    overdue: int
    done: int
    # Share of decisions that agree with the output; null without any.
    agreement: Union[float, None]
    # Share of decisions that put another verdict or other values in its place.
    override_rate: Union[float, None]
    median_seconds: Union[float, None]
    # By id of the agent version.
    by_version: Dict[str, ReviewStatsByVersionValue]
    # By JSON pointer, and `verdict`: how often it was corrected. The 200 most corrected.
    by_field: Dict[str, ReviewStatsByFieldValue]
    by_reviewer: Dict[str, ReviewStatsByReviewerValue]
    second: ReviewStatsSecond
    # Jobs on which two reviewers disagree now. They count in no rate.
    disputed: int
    # Cohen's kappa of the two reviewers with its 95 % interval: 1 always, 0 as often as by chance.
    kappa: ReviewStatsKappa
    # By JSON pointer, and `verdict`: over the jobs of agents in which it was corrected.
    kappa_by_field: Dict[str, ReviewStatsKappa]
    # The pairs with most jobs, at most 100.
    kappa_by_pair: List[ReviewStatsKappaByPairItem]
    # Reviewers who decide faster than anybody reads.
    warnings: List[str]


class ReviewStatsByFieldValue(TypedDict):
    corrected: int
    # Of all decisions.
    rate: float


class ReviewStatsByReviewerValue(TypedDict):
    done: int
    # Share of decisions that agree with the output; null without any.
    agreement: Union[float, None]
    # Share of decisions that put another verdict or other values in its place.
    override_rate: Union[float, None]
    median_seconds: Union[float, None]
    # Decisions in less time than reading takes.
    hurried: int


class ReviewStatsByVersionValue(TypedDict):
    done: int
    # Share of decisions that agree with the output; null without any.
    agreement: Union[float, None]
    # Share of decisions that put another verdict or other values in its place.
    override_rate: Union[float, None]


class ReviewStatsKappa(TypedDict):
    """Cohen's kappa of the two reviewers with its 95 % interval: 1 always, 0 as often as by chance."""
    # Null if it is not defined: no jobs, or one answer only.
    value: Union[float, None]
    low: Union[float, None]
    high: Union[float, None]
    # Jobs that two people reviewed without seeing the answer of the other.
    n: int


class ReviewStatsKappaByPairItem(TypedDict):
    reviewers: List[str]
    # Cohen's kappa of the two reviewers with its 95 % interval: 1 always, 0 as often as by chance.
    kappa: ReviewStatsKappa


ReviewStatsQuery = TypedDict("ReviewStatsQuery", {
    "agent_id": "NotRequired[str]",
    "from": "NotRequired[str]",
    "to": "NotRequired[str]",
})


class ReviewStatsSecond(TypedDict):
    # Jobs that two people looked at.
    compared: int
    # How often the second came to the same result as the first.
    agreement: Union[float, None]


class ReviewTask(TypedDict):
    id: str
    job_id: str
    agent_id: str
    agent_name: str
    agent_version_id: str
    # One line: the first input of the job, or the name of its file.
    about: str
    # One line of the result: the first values of its first output, or the beginning of its text.
    summary: str
    # The least confidence of a value. Null without marks.
    confidence: Union[float, None]
    # What the job said, where it gives a verdict.
    verdict: Union[str, None]
    # `sample`, a condition of the plan, `contested`, or `feedback` that nobody had asked for.
    reason: str
    # `disputed`: another review of the job came to another result, and nobody has settled it.
    state: Literal["open", "reserved", "done", "disputed"]
    # E-mail of the user, or the name of the API key.
    reserved_by: Union[str, None]
    reserved_until: Union[str, None]
    due_at: Union[str, None]
    round: int
    # Null until it is done. While a second review is open, only its author sees the first answer.
    decision: Union[ReviewDecision, None]
    # How a disagreement of two reviewers was settled, or what one of them proposes.
    settlement: Union[ReviewSettlement, None]
    # If you are one of two reviewers who disagree: the other, for `agreed_with`.
    settle_with: Union[int, None]
    # Who decided it. Null as long as `decision` is.
    actor: Union[Actor, None]
    # Who did not want to decide it, and why. The latest comes last.
    skips: List[ReviewSkip]
    # What reading the outputs takes at the least.
    reading_seconds: float
    # Of a contested job: its explanation and the reason given. Else null.
    attachment: Any
    created_at: str


ReviewTaskPage: TypeAlias = "Page[ReviewTask]"


class ReviewedCaseLine(TypedDict):
    job_id: str
    agent_version_id: str
    policy_version_id: Union[str, None]
    inputs: List[ReviewedCaseLineInputsItem]
    metadata: Dict[str, Any]
    # 0 PENDING, 1 STARTED, 2 RETRY, 3 SUCCESS, 4 FAILURE, 5 CANCELLED, 6 CACHED.
    status: int
    # The verdict of the job.
    verdict: Union[str, None]
    # The verdict of the reviewer.
    corrected_verdict: Union[str, None]
    # Right values by JSON pointer into the value of the first JSON output.
    corrected_outputs: Union[Dict[str, Any], None]
    review_status: Literal["pending", "approved", "rejected"]
    review_comment: str
    reviewed_at: str
    reviewed_by: Union[str, None]
    outputs: List[OutputItem]


class ReviewedCaseLineInputsItem(TypedDict):
    key: str
    value: str
    data_type: str


class RunBody(TypedDict):
    """Input values by key, at the top level or under `inputs`. Send files as multipart parts, by id or by URL."""
    # Input values by key. They take precedence over keys at the top level.
    inputs: NotRequired[Dict[str, Any]]
    # A JSON object, or a string that contains one. Stored with the job.
    metadata: NotRequired[Any]
    # Time limit of one attempt in seconds, at most 7200.
    timeout_seconds: NotRequired[int]
    # Limit in USD. When it is exceeded, the job stops at its next step.
    max_cost: NotRequired[float]
    # `batch`: calls of models may wait for the batch lane of their provider, at half the price.
    lane: NotRequired[Literal["normal", "batch"]]
    # `low`: runs after everything else of the organization, without deltas, and in the batch lane if the organization prefers that. Only for asynchronous runs.
    priority: NotRequired[Literal["normal", "low"]]
    # In the batch lane: when the job has to be done. Default 86400.
    deadline_seconds: NotRequired[int]


class RunEstimate(TypedDict):
    # USD. Null: no job of the agent has succeeded yet.
    cost: Union[float, None]
    # USD in the batch lane. Null: unknown, or nothing of it would go to that lane.
    cost_batch: Union[float, None]
    # The number of recent jobs that this is an average of, at most 20.
    jobs: int


class RunForm(TypedDict):
    # Input values by key, a JSON object as text.
    inputs: NotRequired[str]
    # A JSON object as text. Stored with the job.
    metadata: NotRequired[str]
    # Time limit of one attempt in seconds, at most 7200.
    timeout_seconds: NotRequired[int]
    # Limit in USD. When it is exceeded, the job stops at its next step.
    max_cost: NotRequired[float]
    # `batch`: calls of models may wait for the batch lane of their provider, at half the price.
    lane: NotRequired[Literal["normal", "batch"]]
    # `low`: runs after everything else of the organization, without deltas, and in the batch lane if the organization prefers that. Only for asynchronous runs.
    priority: NotRequired[Literal["normal", "low"]]
    # In the batch lane: when the job has to be done. Default 86400.
    deadline_seconds: NotRequired[int]


RunHeaders = TypedDict("RunHeaders", {
    "Idempotency-Key": "NotRequired[str]",
    "X-Skip-Cache": "NotRequired[str]",
})


class RunManyBody(TypedDict):
    # 1 to 1000 execution requests.
    inputs: List[Dict[str, Any]]
    worksheet_query_id: NotRequired[Union[str, None]]


class RunMultipart(TypedDict):
    # Input values by key, a JSON object as text.
    inputs: NotRequired[str]
    # A JSON object as text. Stored with the job.
    metadata: NotRequired[str]
    # Time limit of one attempt in seconds, at most 7200.
    timeout_seconds: NotRequired[int]
    # Limit in USD. When it is exceeded, the job stops at its next step.
    max_cost: NotRequired[float]
    # `batch`: calls of models may wait for the batch lane of their provider, at half the price.
    lane: NotRequired[Literal["normal", "batch"]]
    # `low`: runs after everything else of the organization, without deltas, and in the batch lane if the organization prefers that. Only for asynchronous runs.
    priority: NotRequired[Literal["normal", "low"]]
    # In the batch lane: when the job has to be done. Default 86400.
    deadline_seconds: NotRequired[int]


class Sample(TypedDict):
    job_id: str
    # The draft that runs. It is in no list.
    version_id: str


class SampleBody(TypedDict):
    # If omitted, null, or empty while the engine needs inputs: the inputs of the base version.
    input_definitions: NotRequired[Union[List[AgentCreateBodyInputDefinitionsItem], None]]
    # Configuration of the engine. Strings may contain inputs as ${key}. If omitted, null, or empty while the engine needs keys: the configuration of the base version.
    engine_config: NotRequired[Union[Dict[str, Any], None]]
    # The version of this agent that supplies omitted fields. Default: the current version.
    base_version_id: NotRequired[Union[str, None]]
    # Input values by key. Files by id or URL.
    inputs: NotRequired[Dict[str, Any]]
    # Time limit in seconds, at most 7200.
    timeout_seconds: NotRequired[int]
    # Limit in USD. When it is exceeded, the job stops at its next step.
    max_cost: NotRequired[float]


class Schedule(TypedDict):
    id: str
    name: str
    agent_id: str
    agent_version_id: Union[str, None]
    # Five fields (minute, hour, day of month, month, day of week), or six with seconds first; also `@hourly`, `@daily`, `@weekly`, `@monthly`.
    cron: Union[str, None]
    # Interval in seconds, at least 1, counted from the time it was set.
    every_seconds: Union[int, None]
    # IANA time zone of `cron`.
    timezone: str
    inputs: Dict[str, Any]
    metadata: Union[Dict[str, Any], None]
    enabled: bool
    # Why the service turned it off.
    disabled_reason: Union[str, None]
    # After an outage: `none` starts no missed run, `one` starts only the last missed run.
    catch_up: Literal["none", "one"]
    # When a run is due while the previous run is still working: `skip` omits it, `queue` starts it after the previous run, `cancel_previous` cancels the previous run.
    overlap: Literal["skip", "queue", "cancel_previous"]
    # Limit in USD. A run that reaches it fails.
    max_cost_per_run: Union[float, None]
    next_at: Union[str, None]
    last_run: Union[ScheduleRun, None]
    # User id.
    created_by: Union[int, None]
    created_at: str
    updated_at: str


class ScheduleCreateBody(TypedDict):
    name: str
    agent_id: str
    agent_version_id: NotRequired[Union[str, None]]
    # Five fields (minute, hour, day of month, month, day of week), or six with seconds first; also `@hourly`, `@daily`, `@weekly`, `@monthly`.
    cron: NotRequired[Union[str, None]]
    # Interval in seconds, at least 1, counted from the time it was set.
    every_seconds: NotRequired[Union[int, None]]
    # IANA time zone of `cron`.
    timezone: NotRequired[str]
    # Inputs of every run, by key, as in a run.
    inputs: NotRequired[Dict[str, Any]]
    metadata: NotRequired[Union[Dict[str, Any], None]]
    enabled: NotRequired[bool]
    # After an outage: `none` starts no missed run, `one` starts only the last missed run.
    catch_up: NotRequired[Literal["none", "one"]]
    # When a run is due while the previous run is still working: `skip` omits it, `queue` starts it after the previous run, `cancel_previous` cancels the previous run.
    overlap: NotRequired[Literal["skip", "queue", "cancel_previous"]]
    # Limit in USD. A run that reaches it fails.
    max_cost_per_run: NotRequired[Union[float, None]]


class ScheduleListQuery(TypedDict):
    # Only schedules of this agent.
    agent_id: NotRequired[str]
    # Filters by whether they are enabled.
    enabled: NotRequired[Literal["true", "false"]]
    # Part of the name.
    search: NotRequired[str]
    # From 1.
    page: NotRequired[int]
    # Default: 20. At most 100 unless the operator sets another limit.
    page_size: NotRequired[int]


SchedulePage: TypeAlias = "Page[Schedule]"


class ScheduleRun(TypedDict):
    id: str
    due_at: str
    job_id: Union[str, None]
    # `waiting`: the run starts when the previous run has ended.
    outcome: Literal["started", "skipped", "missed", "failed", "waiting"]
    # Why no job was started.
    reason: Union[str, None]


ScheduleRunPage: TypeAlias = "Page[ScheduleRun]"


class ScheduleUpdateBody(TypedDict):
    name: NotRequired[str]
    agent_id: NotRequired[str]
    agent_version_id: NotRequired[Union[str, None]]
    # Five fields (minute, hour, day of month, month, day of week), or six with seconds first; also `@hourly`, `@daily`, `@weekly`, `@monthly`.
    cron: NotRequired[Union[str, None]]
    # Interval in seconds, at least 1, counted from the time it was set.
    every_seconds: NotRequired[Union[int, None]]
    # IANA time zone of `cron`.
    timezone: NotRequired[str]
    # Inputs of every run, by key, as in a run.
    inputs: NotRequired[Dict[str, Any]]
    metadata: NotRequired[Union[Dict[str, Any], None]]
    enabled: NotRequired[bool]
    # After an outage: `none` starts no missed run, `one` starts only the last missed run.
    catch_up: NotRequired[Literal["none", "one"]]
    # When a run is due while the previous run is still working: `skip` omits it, `queue` starts it after the previous run, `cancel_previous` cancels the previous run.
    overlap: NotRequired[Literal["skip", "queue", "cancel_previous"]]
    # Limit in USD. A run that reaches it fails.
    max_cost_per_run: NotRequired[Union[float, None]]


class ScimTokenView(TypedDict):
    id: str
    name: str
    prefix: str
    created_at: str
    expires_at: Union[str, None]
    last_used_at: Union[str, None]
    last_write_at: Union[str, None]
    # Why the last refused request was refused.
    last_problem: Union[str, None]
    last_problem_at: Union[str, None]


class Screened(TypedDict):
    results: List[ScreenedResultsItem]


class ScreenedResultsItem(TypedDict):
    name: str
    # Names this subject in decisions. It changes with its name, kind or date of birth.
    subject_key: str
    # Best first.
    matches: List[ScreeningMatch]
    # Matches left out because a person called them false positives.
    suppressed: int
    # False if more entries were alike than could be compared.
    is_complete: bool


class ScreeningBody(TypedDict):
    names: List[ScreeningBodyNamesItem]
    # Default: all lists.
    lists: NotRequired[List[str]]
    # The lowest score of a match. Default 0.8.
    threshold: NotRequired[float]


class ScreeningBodyNamesItem(TypedDict):
    name: str
    # `person`, `company` (with its legal form), or `other` such as a vessel.
    kind: NotRequired[Literal["person", "company", "other"]]
    # Date of birth, or its year, or year and month.
    birth_date: NotRequired[Union[str, None]]
    country: NotRequired[Union[str, None]]
    # Identifiers by their kind, such as a passport or a tax number.
    identifiers: NotRequired[Dict[str, str]]


class ScreeningDecision(TypedDict):
    subject_key: str
    list_id: str
    entry_id: str
    decision: Literal["true_match", "false_positive"]
    reason: str
    # False if the entry has changed since.
    holds: bool
    decided_at: str


class ScreeningDecisionBody(TypedDict):
    # As in the answer of `POST /v1/screening/` or in a match.
    subject_key: str
    list_id: str
    entry_id: str
    decision: Literal["true_match", "false_positive"]
    reason: str


ScreeningDecisionPage: TypeAlias = "Page[ScreeningDecision]"


class ScreeningEntry(TypedDict):
    list_id: str
    list_version: int
    # The id of the entry in its list.
    id: str
    # `person`, `company` (with its legal form), or `other` such as a vessel.
    kind: Literal["person", "company", "other"]
    name: str
    aliases: List[str]
    birth_dates: List[str]
    countries: List[str]
    identifiers: Dict[str, List[str]]
    program: Union[str, None]


class ScreeningImportForm(TypedDict):
    # The list: CSV, `sdn.csv` of OFAC, or the consolidated list of the UN or the EU in XML.
    file: bytes
    # Default: csv.
    format: NotRequired[Literal["csv", "ofac", "un", "eu"]]
    # For OFAC: `alt.csv`.
    aliases: NotRequired[bytes]
    # For OFAC: `add.csv`.
    addresses: NotRequired[bytes]


class ScreeningList(TypedDict):
    id: str
    name: str
    description: str
    # Number of the current version. 0 before the first import.
    version: int
    # Entries of the current version.
    entry_count: int
    created_at: str
    updated_at: str


class ScreeningListBody(TypedDict):
    name: str
    description: NotRequired[str]


ScreeningListPage: TypeAlias = "Page[ScreeningList]"


class ScreeningListPatch(TypedDict):
    name: NotRequired[str]
    description: NotRequired[str]


class ScreeningListVersion(TypedDict):
    # From 1.
    number: int
    format: str
    # Hash of the imported file.
    sha256: str
    entry_count: int
    # Entries that the version before did not have.
    added: int
    # Entries whose content differs.
    changed: int
    # Entries that only the version before had.
    removed: int
    created_at: str


ScreeningListVersionPage: TypeAlias = "Page[ScreeningListVersion]"


class ScreeningMatch(TypedDict):
    entry: ScreeningEntry
    # The name or alias of the entry that fits best.
    matched_name: str
    # 0 to 1.
    score: float
    parts: List[ScreeningPart]
    # What a person decided about this pair.
    decision: Union[Literal["true_match"], None]


class ScreeningPart(TypedDict):
    # What was compared.
    what: str
    score: float
    why: str


class ScreeningRun(TypedDict):
    id: str
    watch_id: str
    state: Literal["running", "done", "failed"]
    # Why it began.
    reason: Literal["asked", "list", "subjects", "schedule", "settings"]
    full: bool
    lists: List[ScreeningRunListsItem]
    # Subjects that were new or changed, and were compared with all entries.
    subjects_compared: int
    pairs_compared: int
    new: int
    changed: int
    gone: int
    # New or changed matches that people called false positives before.
    suppressed: int
    # Subjects with more similar entries than could be compared.
    incomplete: int
    alerts_created: int
    # Why the run failed.
    problem: Union[str, None]
    # Who caused it.
    actor: Actor
    created_at: str
    finished_at: Union[str, None]


class ScreeningRunBody(TypedDict):
    # Compares everything again, not only what changed. Finds the same.
    full: NotRequired[bool]


class ScreeningRunListsItem(TypedDict):
    list_id: str
    # The version that was compared before. 0: none.
    from_version: int
    to_version: int
    # Entries that were new or changed, and were compared.
    entries: int
    removed: int


ScreeningRunPage: TypeAlias = "Page[ScreeningRun]"


class ScreeningWatch(TypedDict):
    id: str
    name: str
    # Null: all lists, later ones too.
    lists: Union[List[str], None]
    # The lowest score of a match. Default 0.8.
    threshold: float
    # Runs so often. Null: only when something changes.
    every_hours: Union[int, None]
    # The case queue that gets an alert for each new or changed match. Null: none.
    queue_id: Union[str, None]
    # Each run reads the subjects from this table first. Null: only those that were sent.
    source: Union[WatchSource, None]
    subject_count: int
    # Without those that people called false positives.
    open_matches: int
    running: bool
    next_run_at: Union[str, None]
    last_run_at: Union[str, None]
    created_at: str
    updated_at: str


class ScreeningWatchBody(TypedDict):
    name: str
    # Null: all lists, later ones too.
    lists: NotRequired[Union[List[str], None]]
    # The lowest score of a match. Default 0.8.
    threshold: NotRequired[float]
    # Runs so often. Null: only when something changes.
    every_hours: NotRequired[Union[int, None]]
    # The case queue that gets an alert for each new or changed match. Null: none.
    queue_id: NotRequired[Union[str, None]]
    # Each run reads the subjects from this table first. Null: only those that were sent.
    source: NotRequired[Union[WatchSource, None]]


ScreeningWatchPage: TypeAlias = "Page[ScreeningWatch]"


class ScreeningWatchPatch(TypedDict):
    name: NotRequired[str]
    # Null: all lists, later ones too.
    lists: NotRequired[Union[List[str], None]]
    # The lowest score of a match. Default 0.8.
    threshold: NotRequired[float]
    # Runs so often. Null: only when something changes.
    every_hours: NotRequired[Union[int, None]]
    # The case queue that gets an alert for each new or changed match. Null: none.
    queue_id: NotRequired[Union[str, None]]
    # Each run reads the subjects from this table first. Null: only those that were sent.
    source: NotRequired[Union[WatchSource, None]]


class Secret(TypedDict):
    # Used as `${secret.NAME}` in configurations.
    name: str
    created_at: str
    updated_at: str
    # When a job last used the secret, accurate to the minute.
    last_used_at: Union[str, None]
    # Agents with a version that uses the secret.
    used_by: List[str]


class SecretBody(TypedDict):
    # At most 8 KiB. The value is never shown again.
    value: str


SecretPage: TypeAlias = "Page[Secret]"


class Session(TypedDict):
    id: str
    created_at: str
    # Accurate to the minute.
    last_used_at: str
    expires_at: str
    # User agent of the program that signed in.
    user_agent: str
    # Whether this is the session of this token.
    current: bool


class SessionList(TypedDict):
    results: List[Session]


class SessionsEnded(TypedDict):
    # Number of ended sessions.
    ended: int


class SignInLinkBody(TypedDict):
    # The code from the sign-in link that the server printed at startup.
    code: str


class SignInMethods(TypedDict):
    # Whether e-mail and password are accepted.
    password: bool
    sso: Union[SignInMethodsSso, None]


class SignInMethodsSso(TypedDict):
    # Label of the sign-in button.
    name: str


class SignOn(TypedDict):
    sso: Union[SignOnSso, None]
    # Role of each group in this organization.
    roles: List[SignOnRolesItem]
    scim: SignOnScim


class SignOnRolesItem(TypedDict):
    group: str
    role: Literal["owner", "admin", "member", "approver", "analyst", "auditor", "viewer"]


class SignOnScim(TypedDict):
    url: str
    # Tokens of this organization or of the whole installation.
    tokens: List[ScimTokenView]
    # Members of this organization who come from the directory.
    users: int
    # Groups that the directory has pushed.
    groups: int
    last_sync_at: Union[str, None]


class SignOnSso(TypedDict):
    name: str
    issuer: str
    password_sign_in: bool
    creates_users: bool
    groups_claim: str
    # Redirect address that the provider must allow.
    redirect_url: str
    backchannel_logout_url: str
    # Why people cannot sign in with the provider right now. Null if they can.
    problem: Union[str, None]


class SigningKey(TypedDict):
    # The first 32 digits of the SHA-256 of the public key (DER).
    key_id: str
    algorithm: Literal["ed25519"]
    # PEM.
    public_key: str
    created_at: str
    # Earlier keys, newest first. They no longer sign, but their signatures stay valid.
    previous: List[SigningKeyPreviousItem]


class SigningKeyPreviousItem(TypedDict):
    # The first 32 digits of the SHA-256 of the public key (DER).
    key_id: str
    algorithm: Literal["ed25519"]
    # PEM.
    public_key: str
    created_at: str
    retired_at: str


SkillDiff = TypedDict("SkillDiff", {
    "from": "PolicyDiffFrom",
    "to": "PolicyDiffFrom",
    "files": "List[SkillDiffFilesItem]",
})


class SkillDiffFilesItem(TypedDict):
    path: str
    status: Literal["added", "removed", "changed"]
    added_lines: int
    removed_lines: int
    # A unified diff with three lines of context.
    patch: str


class SkillFile(TypedDict):
    # Path within the set, with slashes. Agents read `SKILL.md` first.
    relative_path: str
    # Text. Front matter (`name`, `description`) says when to read the file. A line `@include other.md` includes another file.
    content: str


class SkillFileChange(TypedDict):
    path: str
    status: Literal["created", "edited", "untouched"]
    note: NotRequired[Union[str, None]]
    added_lines: NotRequired[Union[int, None]]
    removed_lines: NotRequired[Union[int, None]]


class SkillGeneration(TypedDict):
    id: str
    # The id of the job that writes the files.
    workflow_id: str
    # Path of the event stream of the job.
    sse_endpoint: str
    status: Literal["building", "succeeded", "failed"]
    # Empty if there is none.
    error: str
    started_at: str


class SkillPromoteBody(TypedDict):
    """Optional."""
    # Recorded in the audit log.
    reason: NotRequired[Union[str, None]]
    # The version that you expect to be current. The request fails with 409 if another version is current.
    expected_current: NotRequired[Union[str, None]]


class SkillSet(TypedDict):
    id: str
    name: str
    description: str
    organization_id: str
    knowledge_base_key_id: Union[str, None]
    current_version_id: Union[str, None]
    created_at: str
    # Also changes when another version becomes current.
    updated_at: str


class SkillSetCreateBody(TypedDict):
    name: str
    description: NotRequired[Union[str, None]]
    # Ignored with an API key.
    organization_id: NotRequired[Any]


class SkillSetListQuery(TypedDict):
    # A leading minus sign sorts in descending order. Default: -created_at.
    ordering: NotRequired[Literal["name", "-name", "created_at", "-created_at", "updated_at", "-updated_at"]]
    # Part of the name or description. Case does not matter.
    search: NotRequired[str]
    # From 1.
    page: NotRequired[int]
    # Default: 20. At most 100 unless the operator sets another limit.
    page_size: NotRequired[int]


SkillSetPage: TypeAlias = "Page[SkillSet]"


class SkillSetUpdateBody(TypedDict):
    name: NotRequired[str]
    description: NotRequired[Union[str, None]]


class SkillVersion(TypedDict):
    id: str
    version_name: str
    created_at: str
    updated_at: str
    skill_set: SkillSet
    created_by: Union[PlaybookVersionCreatedBy, None]
    base_version_id: Union[str, None]
    summary: str
    # Compared with the base version.
    file_changes: List[SkillFileChange]
    files: List[SkillFile]


class SkillVersionBody(TypedDict):
    # The complete set of files: at most 200 files and 1 MiB in total.
    files: List[SkillFile]
    version_name: NotRequired[str]
    # The version of this set that the new version is based on.
    base_version_id: NotRequired[Union[str, None]]
    summary: NotRequired[Union[str, None]]
    # If omitted: computed against the base version, or the current version.
    file_changes: NotRequired[Union[List[SkillFileChange], None]]
    # The version that you expect to be current. The request fails with 409 if another version is current.
    expected_current: NotRequired[Union[str, None]]


class SkillVersionCreated(TypedDict):
    id: str
    version_name: str
    summary: str
    file_changes: List[SkillFileChange]
    files: List[SkillFile]


SkillVersionListQuery: TypeAlias = "VersionListQuery"


SkillVersionPage: TypeAlias = "Page[SkillVersion]"


class SsoAnswer(TypedDict):
    # A bearer credential. Requests with it must name an organization.
    token: str
    expires_at: str
    user: CurrentUser
    # The path from the start of the sign-in.
    next: Union[str, None]


class SsoCompleteBody(TypedDict):
    ticket: str
    state: str
    # Value returned by the provider.
    code: NotRequired[str]
    # Value returned by the provider.
    iss: NotRequired[str]
    # Error returned by the provider instead of a code.
    error: NotRequired[str]
    # Value returned by the provider.
    error_description: NotRequired[str]


class SsoSignOut(TypedDict):
    # Address where the provider ends its own session. Null if the session did not start there or the provider has no such address.
    url: Union[str, None]


class SsoStart(TypedDict):
    # Address of the sign-in page of the identity provider.
    url: str
    # The browser that started the sign-in keeps the ticket and completes the sign-in with it.
    ticket: str
    expires_at: str


class SsoStartBody(TypedDict):
    # Console path to open after the sign-in. Other addresses are refused.
    next: NotRequired[str]


class StatementResult(TypedDict):
    query: str
    # Id of the query that the statement belongs to.
    query_id: str
    summary: StatementResultSummary
    row_count: int
    column_names: List[str]
    column_types: List[str]
    # If true, there are more rows or a value was cut.
    truncated: bool
    # Only when the statement called agents.
    agents: NotRequired[StatementResultAgents]
    # Only when the statement read rows with connection().
    connections: NotRequired[List[StatementResultConnectionsItem]]
    start_timestamp: float
    end_timestamp: float
    # Numbers, booleans and null as JSON, everything else as text.
    result_rows: List[List[Any]]


class StatementResultAgents(TypedDict):
    """Only when the statement called agents."""
    # Jobs that the statement started.
    jobs: int
    # Calls without a result.
    failed: int
    # Cost so far in USD.
    cost: float
    errors: List[StatementResultAgentsErrorsItem]
    # The cells that are null for these reasons, each with its job; the first 500. Empty where the statement computes with its answers, so that no cell is one of them.
    failed_cells: NotRequired[List[StatementResultAgentsFailedCellsItem]]


class StatementResultAgentsErrorsItem(TypedDict):
    message: str
    # Rows that are null for this reason.
    rows: int


class StatementResultAgentsFailedCellsItem(TypedDict):
    # In the whole result, from 0.
    row: int
    column: int
    job_id: Union[str, None]
    error: str


class StatementResultConnectionsItem(TypedDict):
    connection: str
    # The table or query.
    source: str
    # Rows that the other system returned.
    rows: int
    # Requested columns. Null: all.
    columns: Union[List[str], None]
    # Conditions that the other system applied.
    filters: List[str]
    # Requested number of rows. Null: all that fit.
    limit: Union[int, None]


class StatementResultSummary(TypedDict):
    read_rows: int
    read_bytes: int
    written_rows: int
    written_bytes: int
    total_rows_to_read: int
    result_rows: int
    result_bytes: int
    elapsed_ns: int
    query_id: str


class StatusEventView(TypedDict):
    timestamp: str
    # 0 PENDING, 1 STARTED, 2 RETRY, 3 SUCCESS, 4 FAILURE, 5 CANCELLED, 6 CACHED.
    status_code: int
    error_message: NotRequired[str]
    # How many times in a row the job waited for an external service.
    count: NotRequired[int]
    # The wait that the job entered at this point.
    wait_id: NotRequired[str]


class StepAnswer(TypedDict):
    # The text of the answer.
    text: str
    reasoning: Union[str, None]
    tool_calls: List[StepAnswerToolCallsItem]
    # Why the model stopped.
    finish: Union[str, None]
    # The model version that answered, as the provider names it.
    answered_by: Union[str, None]


class StepAnswerToolCallsItem(TypedDict):
    tool: str
    input: Any


class StepDetail(TypedDict):
    key: str
    # Position in the order in which steps ended.
    seq: int
    kind: str
    name: str
    model: Union[str, None]
    status: str
    started_at: str
    duration_ms: int
    input_tokens: Union[int, None]
    output_tokens: Union[int, None]
    cost: float
    artifact_key: Union[str, None]
    error: Union[str, None]
    # Input tokens that came from the prompt cache of the provider.
    cached_input_tokens: Union[int, None]
    # The job whose recorded answer this step reused at no cost.
    reused_from: Union[str, None]
    # Where untrusted content came from: `web`, `document`, `connection` or `tool`.
    untrusted: Union[str, None]
    route: Union[ModelRoute, None]
    # The request. Models have messages, tools have tool and input, fetches have method and url.
    request: Union[StepRequest, None]
    answer: Union[StepAnswer, None]
    # The recorded result, which a later attempt replays. Null if the step failed.
    result: Any
    # Size of the result. A result larger than 2 MB is omitted: `result` is null.
    result_bytes: int
    # Failed tries before this one, oldest first, at most 20.
    retries: List[StepDetailRetriesItem]


class StepDetailRetriesItem(TypedDict):
    started_at: str
    duration_ms: int
    error: str


class StepRequest(TypedDict):
    """The request. Models have messages, tools have tool and input, fetches have method and url."""
    provider: NotRequired[str]
    # Model name used by the provider.
    model: NotRequired[str]
    # Name of the step whose conversation this step continues. Its messages are not repeated.
    continues: NotRequired[str]
    messages: NotRequired[List[StepRequestMessagesItem]]
    settings: NotRequired[Dict[str, Any]]
    # The JSON schema that the answer must match.
    answer_schema: NotRequired[Any]
    # The tools that the model could use.
    tools: NotRequired[List[Any]]
    # For tool calls: the name of the tool.
    tool: NotRequired[str]
    # For tool calls: the input from the model.
    input: NotRequired[Any]
    # For requests to the internet, with url, headers and body.
    method: NotRequired[str]
    url: NotRequired[str]
    headers: NotRequired[Dict[str, Any]]
    body: NotRequired[Any]
    # For table queries: the SQL.
    sql: NotRequired[str]


class StepRequestMessagesItem(TypedDict):
    role: str
    parts: List[StepRequestMessagesItemPartsItem]


class StepRequestMessagesItemPartsItem(TypedDict):
    # text, reasoning, image, file, tool_call or tool_result.
    type: str
    text: NotRequired[str]
    media_type: NotRequired[str]
    name: NotRequired[str]
    # Size of an image or file. Its content is not stored here.
    bytes: NotRequired[int]
    tool: NotRequired[str]
    input: NotRequired[Any]
    output: NotRequired[Any]


class SystemTable(TypedDict):
    name: str
    description: str
    columns: List[SystemTableColumnsItem]


class SystemTableColumnsItem(TypedDict):
    name: str
    type: str
    description: str


class Table(TypedDict):
    name: str
    columns: List[TableColumn]


class TableColumn(TypedDict):
    name: str
    type: str


class TableDescription(TypedDict):
    table_name: str
    columns: List[TableColumn]
    row_count: Union[int, None]
    updated_at: Union[str, None]


class TableList(TypedDict):
    results: List[Table]
    total: int
    # System tables with the jobs of the database and the archive.
    system: List[SystemTable]


class TablePreview(TypedDict):
    table_name: str
    columns: List[TableColumn]
    rows: List[Dict[str, Any]]
    # Rows in this response.
    row_count: int


class TableQueryAccepted(TypedDict):
    table_query_id: str
    # PENDING, STARTED, RETRY, SUCCESS, FAILURE or REVOKED.
    status: str
    created_at: str


class TableQueryBody(TypedDict):
    sql: str
    # Rows. Default 1000.
    limit: NotRequired[Union[int, None]]


class TableQueryResult(TypedDict):
    table_query_id: str
    # PENDING, STARTED, RETRY, SUCCESS, FAILURE or REVOKED.
    status: str
    error: Union[str, None]
    columns: List[TableColumn]
    rows: List[Dict[str, Any]]
    row_count: int
    truncated: bool
    execution_time_ms: float


class TableUploadForm(TypedDict):
    # CSV, Parquet, JSON lines or XLSX, detected from the content.
    file: bytes
    table_name: str
    # Whether the first line of a CSV names the columns. Default: true.
    with_headers: NotRequired[bool]
    # What to do with rows of a CSV or XLSX file that do not fit the types of their columns. text: the columns become text (default). reject: the rows are left out and kept as CSV. stop: nothing is imported.
    on_bad_rows: NotRequired[Literal["text", "reject", "stop"]]
    organization_id: NotRequired[str]


class TableUploaded(TypedDict):
    table_name: str
    organization_id: str
    summary: Union[TableUploadedSummary, None]
    # The rows that were left out, as CSV.
    rejected_csv: NotRequired[str]


class TableUploadedSummary(TypedDict):
    written_rows: int
    # Rows that were left out, with on_bad_rows=reject.
    rejected_rows: NotRequired[int]
    # Columns with values that do not fit the others. They are text now, unless their rows were rejected.
    bad_columns: NotRequired[List[TableUploadedSummaryBadColumnsItem]]


class TableUploadedSummaryBadColumnsItem(TypedDict):
    column: str
    # The type of its other values.
    type: str
    # Values of the whole file that do not have this type.
    bad_values: int
    examples: List[TableUploadedSummaryBadColumnsItemExamplesItem]


class TableUploadedSummaryBadColumnsItemExamplesItem(TypedDict):
    row: int
    value: str


class Tactic(TypedDict):
    id: str
    name: str
    description: str
    indicators: List[str]
    questions: List[str]


class Tag(TypedDict):
    id: str
    name: str
    color: Literal["blue", "green", "purple", "orange", "red", "yellow", "gray", "pink"]
    created_at: str
    # User id.
    creator: Union[int, None]
    # How many agents carry the tag.
    usage_count: int


class TagCreateBody(TypedDict):
    name: str
    # Default gray.
    color: NotRequired[Literal["blue", "green", "purple", "orange", "red", "yellow", "gray", "pink"]]


class TagUpdateBody(TypedDict):
    name: NotRequired[str]
    # Default gray.
    color: NotRequired[Literal["blue", "green", "purple", "orange", "red", "yellow", "gray", "pink"]]


class TestAnswer(TypedDict):
    success: bool
    status_code: Union[int, None]
    message: str


class TransactionSource(TypedDict):
    queue_id: str
    # A table of the organization.
    table: str
    columns: TransactionSourceColumns
    # The kind of identifier by which subjects have accounts. Default: account.
    identifier: str
    # Rules by name. A rule that is left out has its default; `null` switches it off.
    rules: DetectionRules
    # Each detection run first reads these rows into `table`, which it replaces, with the right of who set this. Null: the table is filled otherwise.
    read_from: Union[TransactionSourceReadFrom, None]
    # The SQL by which a run reads the rows.
    statement: Union[str, None]
    updated_at: str


class TransactionSourceBody(TypedDict):
    # Each detection run first reads these rows into `table`, which it replaces, with the right of who set this. Null: the table is filled otherwise.
    read_from: NotRequired[Union[TransactionSourceReadFrom, None]]
    # A table of the organization.
    table: str
    columns: TransactionSourceColumns
    # The kind of identifier by which subjects have accounts. Default: account.
    identifier: NotRequired[str]
    # Rules by name. A rule that is left out has its default; `null` switches it off.
    rules: NotRequired[DetectionRules]


TransactionSourceColumns = TypedDict("TransactionSourceColumns", {
    "at": "str",
    "from": "str",
    "to": "str",
    "amount": "str",
    "id": "NotRequired[Union[str, None]]",
    "currency": "NotRequired[Union[str, None]]",
})


class TransactionSourceReadFrom(TypedDict):
    """Each detection run first reads these rows into `table`, which it replaces, with the right of who set this. Null: the table is filled otherwise."""
    # Name of a connection.
    connection: str
    # A table, or a query in the language of that system.
    query: str


class Trigger(TypedDict):
    id: str
    name: str
    # A request to an address, a new object in a bucket, or the end of another agent’s job.
    kind: Literal["http", "storage", "agent"]
    # The agent that it runs.
    agent_id: Union[str, None]
    agent_version_id: Union[str, None]
    # The case queue that it sends alerts to.
    case_queue_id: Union[str, None]
    mapping: Dict[str, Any]
    # All conditions must be true. Otherwise the event starts no job.
    condition: Union[List[TriggerCondition], None]
    enabled: bool
    # Why the service turned it off.
    disabled_reason: Union[str, None]
    # For kind http: the address that accepts events. Anyone who knows it can send events. Viewers do not see it.
    url: Union[str, None]
    verify: Union[TriggerVerify, None]
    id_header: Union[str, None]
    source_agent_id: Union[str, None]
    # How the job of the other agent ended. Default: succeeded.
    statuses: Union[List[Literal["succeeded", "failed", "cancelled"]], None]
    connection_id: Union[str, None]
    prefix: Union[str, None]
    last_run: Union[TriggerRun, None]
    # User id.
    created_by: Union[int, None]
    created_at: str
    updated_at: str


class TriggerCondition(TypedDict):
    # JSON pointer into the event.
    path: str
    op: Literal["equals", "not_equals", "in", "contains", "exists", "gt", "lt"]
    # The value to compare with. For `exists`: true or false.
    value: NotRequired[Any]


class TriggerCreateBody(TypedDict):
    name: str
    # A request to an address, a new object in a bucket, or the end of another agent’s job.
    kind: Literal["http", "storage", "agent"]
    # The agent to run.
    agent_id: NotRequired[Union[str, None]]
    # Instead of agent_id: the case queue to send an alert to.
    case_queue_id: NotRequired[Union[str, None]]
    agent_version_id: NotRequired[Union[str, None]]
    # Inputs of the run by key, or members of the case alert (`subject`, `rule`, `amount`, …). `${event.…}` inserts a value of the event: `body`, `headers` and `query` of a request, `key`, `size`, `etag` and `url` of an object, or the webhook payload of a job.
    mapping: NotRequired[Dict[str, Any]]
    # All conditions must be true. Otherwise the event starts no job.
    condition: NotRequired[Union[List[TriggerCondition], None]]
    enabled: NotRequired[bool]
    verify: NotRequired[Union[TriggerCreateBodyVerify, None]]
    id_header: NotRequired[Union[str, None]]
    source_agent_id: NotRequired[Union[str, None]]
    # How the job of the other agent ended. Default: succeeded.
    statuses: NotRequired[Union[List[Literal["succeeded", "failed", "cancelled"]], None]]
    connection_id: NotRequired[Union[str, None]]
    prefix: NotRequired[Union[str, None]]


class TriggerCreateBodyVerify(TypedDict):
    # `standard_webhooks`: headers webhook-id, webhook-timestamp and webhook-signature, not older than five minutes. `hmac_sha256`: HMAC-SHA256 of the body in hex or base64, in `header` after `prefix`.
    kind: Literal["none", "standard_webhooks", "hmac_sha256"]
    # `********` keeps the current secret.
    secret: NotRequired[Union[str, None]]
    header: NotRequired[Union[str, None]]
    prefix: NotRequired[Union[str, None]]


class TriggerListQuery(TypedDict):
    # A request to an address, a new object in a bucket, or the end of another agent’s job.
    kind: NotRequired[Literal["http", "storage", "agent"]]
    # Only triggers that run this agent.
    agent_id: NotRequired[str]
    # Filters by whether they are enabled.
    enabled: NotRequired[Literal["true", "false"]]
    # Part of the name.
    search: NotRequired[str]
    # From 1.
    page: NotRequired[int]
    # Default: 20. At most 100 unless the operator sets another limit.
    page_size: NotRequired[int]


TriggerPage: TypeAlias = "Page[Trigger]"


class TriggerRun(TypedDict):
    id: str
    at: str
    # Id that the sender gave the event.
    delivery_id: Union[str, None]
    source_job_id: Union[str, None]
    # Number of trigger jobs in the chain, including this one.
    hops: int
    job_id: Union[str, None]
    case_alert_id: Union[str, None]
    outcome: Literal["started", "skipped", "failed", "waiting"]
    # Why nothing was started or sent.
    reason: Union[str, None]


TriggerRunPage: TypeAlias = "Page[TriggerRun]"


class TriggerTestAnswer(TypedDict):
    # Whether such an event would start a job or send an alert.
    starts: bool
    condition: TriggerTestAnswerCondition
    inputs: Dict[str, Any]
    problems: List[str]


class TriggerTestAnswerCondition(TypedDict):
    holds: bool
    failed: List[TriggerTestAnswerConditionFailedItem]


class TriggerTestAnswerConditionFailedItem(TypedDict):
    path: str
    op: str
    value: Any
    found: Any


class TriggerTestBody(TypedDict):
    # A sample event in the form that templates use.
    event: Dict[str, Any]


class TriggerUpdateBody(TypedDict):
    name: NotRequired[str]
    # A request to an address, a new object in a bucket, or the end of another agent’s job.
    kind: NotRequired[Literal["http", "storage", "agent"]]
    # The agent to run.
    agent_id: NotRequired[Union[str, None]]
    # Instead of agent_id: the case queue to send an alert to.
    case_queue_id: NotRequired[Union[str, None]]
    agent_version_id: NotRequired[Union[str, None]]
    # Inputs of the run by key, or members of the case alert (`subject`, `rule`, `amount`, …). `${event.…}` inserts a value of the event: `body`, `headers` and `query` of a request, `key`, `size`, `etag` and `url` of an object, or the webhook payload of a job.
    mapping: NotRequired[Dict[str, Any]]
    # All conditions must be true. Otherwise the event starts no job.
    condition: NotRequired[Union[List[TriggerCondition], None]]
    enabled: NotRequired[bool]
    verify: NotRequired[Union[TriggerCreateBodyVerify, None]]
    id_header: NotRequired[Union[str, None]]
    source_agent_id: NotRequired[Union[str, None]]
    # How the job of the other agent ended. Default: succeeded.
    statuses: NotRequired[Union[List[Literal["succeeded", "failed", "cancelled"]], None]]
    connection_id: NotRequired[Union[str, None]]
    prefix: NotRequired[Union[str, None]]


class TriggerVerify(TypedDict):
    # `standard_webhooks`: headers webhook-id, webhook-timestamp and webhook-signature, not older than five minutes. `hmac_sha256`: HMAC-SHA256 of the body in hex or base64, in `header` after `prefix`.
    kind: Literal["none", "standard_webhooks", "hmac_sha256"]
    # `********` if a secret is set. The secret is never shown.
    secret: Union[str, None]
    header: Union[str, None]
    prefix: Union[str, None]


class Trust(TypedDict):
    fields: List[FieldTrust]
    coverage: TrustCoverage


class TrustCoverage(TypedDict):
    # If true, everything was read and nothing was dropped for space.
    complete: bool
    files: List[FileCoverage]
    # Contradictions between documents that were read into one value.
    note: NotRequired[Union[str, None]]


class Typology(TypedDict):
    id: str
    name: str
    category: str
    description: str
    tactics: List[Tactic]


class UploadCompleteBody(TypedDict):
    """Optional."""
    # What to do with rows of a CSV or XLSX file that do not fit the types of their columns. text: the columns become text (default). reject: the rows are left out and kept as CSV. stop: nothing is imported.
    on_bad_rows: NotRequired[Literal["text", "reject", "stop"]]


class UploadForm(TypedDict):
    # The content, with its file name.
    file: bytes
    dataset_id: NotRequired[str]
    organization_id: NotRequired[str]
    # A JSON object as text.
    metadata: NotRequired[str]


class UploadState(TypedDict):
    upload_id: str
    # PENDING, IMPORTING, COMPLETED, FAILED, or STOPPED: some rows do not fit. Then call complete again with another on_bad_rows.
    status: str
    table_name: str
    organization_id: str
    summary: Union[TableUploadedSummary, None]
    error: Union[str, None]


class UploadedFile(TypedDict):
    # Use this id in run inputs and SQL file columns.
    id: str
    file_id: str
    name: str
    content_type: str
    # Bytes.
    size: int
    dataset_id: Union[str, None]
    metadata: Union[Dict[str, Any], None]
    created_at: str


class UsableModel(TypedDict):
    id: str
    description: str
    provider: str
    # Whose key pays: `house` (the installation), `organization` (a connection of yours). `local` and `built-in` models cost nothing.
    where: Literal["house", "organization", "local", "built-in"]
    connection_id: Union[str, None]
    region: Union[str, None]
    # USD per million tokens. Null: unknown, so calls are recorded with a cost of 0.
    prices: Union[UsableModelPrices, None]
    capabilities: List[Literal["text", "image", "audio", "video"]]
    context_window: int
    max_output_tokens: int
    limits: UsableModelLimits
    # `batch`: the provider takes jobs that can wait, at a lower price.
    lanes: List[Literal["normal", "batch"]]
    # Of the provider. `limited`: it has asked for a pause. `out`: it does not respond.
    state: Literal["available", "limited", "out"]
    # When it is tried again.
    state_until: Union[str, None]
    is_default: bool


class UsableModelLimits(TypedDict):
    requests_per_minute: Union[float, None]
    tokens_per_minute: Union[float, None]
    concurrency: Union[int, None]


UsableModelPage: TypeAlias = "Page[UsableModel]"


class UsableModelPrices(TypedDict):
    input: float
    output: float
    cached_input: float
    batch_input: Union[float, None]
    batch_output: Union[float, None]


class Usage(TypedDict):
    bucket: Literal["hour", "day"]
    created_from: str
    created_to: str
    # False while older jobs are still being counted, for example in the first minutes after an upgrade.
    complete: bool
    results: List[UsageRow]


class UsageQuery(TypedDict):
    # Default day.
    bucket: NotRequired[Literal["hour", "day"]]
    # Default: 30 days before created_to, or one day with hourly buckets.
    created_from: NotRequired[str]
    # Default: now.
    created_to: NotRequired[str]


class UsageRow(TypedDict):
    starts_at: str
    agent_id: str
    agent_name: str
    # Accepted jobs, regardless of outcome.
    jobs: int
    succeeded: int
    cached: int
    failed: int
    cancelled: int
    # USD.
    cost: float
    input_tokens: float
    output_tokens: float
    # Of jobs that ran and ended. Accurate to 2.5 %.
    duration_p50_ms: Union[float, None]
    duration_p95_ms: Union[float, None]


VersionActivity = TypedDict("VersionActivity", {
    "from": "str",
    "to": "str",
    "complete": "bool",
    "versions": "List[VersionActivityVersionsItem]",
    "models": "List[VersionActivityModelsItem]",
})


class VersionActivityModelsItem(TypedDict):
    model: str
    # Jobs in which it was asked.
    jobs: int
    # Those of them in which it was the first to be asked because the values of another model were not trusted.
    escalated_jobs: int
    # USD.
    cost: float
    # The part of it that was paid with keys of the organization.
    own_key_cost: float


class VersionActivityQuery(TypedDict):
    # How far back. Default 720.
    hours: NotRequired[int]


class VersionActivityVersionsItem(TypedDict):
    agent_version_id: str
    # SUCCESS and CACHED.
    succeeded: int
    failed: int
    cancelled: int
    # USD.
    cost: float
    # Time from creation to end of jobs that succeeded without the cache. Accurate to 2.5 %.
    p50_ms: Union[float, None]
    p95_ms: Union[float, None]
    # Time from the first start to the end, without queueing and waiting, of those among the newest 1,000 jobs of the agent that succeeded without the cache.
    worked_p50_ms: Union[float, None]
    worked_p95_ms: Union[float, None]


class VersionCreateBody(TypedDict):
    version_name: NotRequired[str]
    description: NotRequired[Union[str, None]]
    # The version of this agent that supplies omitted fields. Default: the current version.
    base_version_id: NotRequired[Union[str, None]]
    # If omitted, null, or empty while the engine needs inputs: the inputs of the base version.
    input_definitions: NotRequired[Union[List[AgentCreateBodyInputDefinitionsItem], None]]
    # Configuration of the engine. Strings may contain inputs as ${key}. If omitted, null, or empty while the engine needs keys: the configuration of the base version.
    engine_config: NotRequired[Union[Dict[str, Any], None]]
    # Default: the value of the base version.
    post_actions: NotRequired[List[PostAction]]
    approval: NotRequired[Union[ApprovalBody, None]]
    # Default: true. If false, you can compare the version first and promote it later.
    make_current: NotRequired[bool]


class VersionGate(TypedDict):
    # Null if there is no gate, or if it only asks for a second person.
    evaluation_set_id: Union[str, None]
    min_accuracy: Union[float, None]
    no_regressions: bool
    # Whether a second person has to approve what becomes current.
    four_eyes: bool
    # User id.
    updated_by: Union[int, None]
    updated_at: Union[str, None]
    check: Union[GateCheck, None]


class VersionGateBody(TypedDict):
    # Optional with four_eyes: then no run is needed.
    evaluation_set_id: NotRequired[Union[str, None]]
    min_accuracy: NotRequired[Union[float, None]]
    # Default: false.
    no_regressions: NotRequired[bool]
    # Whether a person who is signed in as themselves, other than the proposer, has to approve each promotion, going back included. Default: false.
    four_eyes: NotRequired[bool]


class VersionGateQuery(TypedDict):
    # Also return whether this version may become current.
    version_id: NotRequired[str]


class VersionListQuery(TypedDict):
    # From 1.
    page: NotRequired[int]
    # Default: 20. At most 100 unless the operator sets another limit.
    page_size: NotRequired[int]


class VersionPromoteBody(TypedDict):
    """Optional."""
    # Recorded in the audit log.
    reason: NotRequired[Union[str, None]]
    # The version that you expect to be current. The request fails with 409 if another version is current.
    expected_current: NotRequired[Union[str, None]]
    # Why an admin overrides the gate. Only for admins.
    override_reason: NotRequired[Union[str, None]]


class VersionQuery(TypedDict):
    # If true, the response includes supports_eval.
    get_supports_eval: NotRequired[bool]


class VersionUpdateBody(TypedDict):
    version_name: NotRequired[str]
    description: NotRequired[str]


class Wait(TypedDict):
    id: str
    job_id: str
    agent_id: str
    agent_name: str
    # One line: the first input of the job, or the name of its file.
    about: str
    # One line of `body`: the first values of a result to approve, or the beginning of the question.
    summary: str
    kind: Literal["approval", "question", "event", "timer"]
    title: str
    # Markdown.
    body: str
    # For kind `event`: name of the event.
    event: Union[str, None]
    # The possible answers.
    options: Union[List[str], None]
    # JSON schema that the answer must match.
    answer_schema: Any
    # URLs of references and keys of artifacts.
    evidence: List[str]
    # E-mail of the user who started the job.
    requested_by: Union[str, None]
    # Who caused it.
    actor: Actor
    # Minimum role that may answer.
    assignee_role: Union[Literal["viewer", "auditor", "analyst", "approver", "member", "admin", "owner"], None]
    # Only this user may answer.
    assignee_user: Union[int, None]
    # If true, only people who are signed in as themselves may answer, and nobody in the chain of `actor`: who started the job, changed its inputs or pressed run.
    forbid_requester: bool
    # How many different people must give the first option. Any other option ends the wait at once.
    approvals_needed: int
    # Who has given it so far, where more than one is needed.
    approvals: List[WaitApprovalsItem]
    due_at: Union[str, None]
    # What happens when the wait is overdue: `fail`, `continue` (without an answer), or the option to use as the answer.
    on_timeout: str
    status: Literal["open", "answered", "timed_out", "cancelled"]
    # Null until answered.
    answer: Any
    comment: Union[str, None]
    # E-mail of the user, or the name of the API key.
    answered_by: Union[str, None]
    answered_at: Union[str, None]
    created_at: str


class WaitAnswerBody(TypedDict):
    # One of `options`, or what `answer_schema` describes.
    answer: Any
    comment: NotRequired[Union[str, None]]


class WaitApprovalsItem(TypedDict):
    by: str
    comment: Union[str, None]
    at: str


class WaitLink(TypedDict):
    url: str
    expires_at: str


class WaitLinkBody(TypedDict):
    # At most 30 days.
    expires_in_seconds: NotRequired[int]


class WaitListQuery(TypedDict):
    # From 1.
    page: NotRequired[int]
    # Default: 20. At most 100 unless the operator sets another limit.
    page_size: NotRequired[int]
    # Only waits in this state.
    status: NotRequired[Literal["open", "answered", "timed_out", "cancelled"]]
    # Only waits of this kind.
    kind: NotRequired[Literal["approval", "question", "event", "timer"]]
    # Only waits of jobs of this agent.
    agent_id: NotRequired[str]
    # Only waits of this job.
    job_id: NotRequired[str]
    # If true, only waits that you may answer.
    mine: NotRequired[bool]


WaitPage: TypeAlias = "Page[Wait]"


class WaitQuery(TypedDict):
    # Seconds to wait for the end. The response comes then, or with the current state when the time is over.
    wait: NotRequired[int]


class WaitsAnswerByLinkAnswer(TypedDict):
    answered: bool


class WatchMatch(TypedDict):
    id: str
    watch_id: str
    subject_id: str
    subject_key: str
    subject_name: str
    entry: ScreeningEntry
    list_name: str
    # The name or alias of the entry that fits best.
    matched_name: str
    # 0 to 1.
    score: float
    parts: List[ScreeningPart]
    state: Literal["open", "gone"]
    # `new`: not there before. `changed`: subject or entry has changed. `gone`: they match no longer.
    change: Literal["new", "changed", "gone"]
    run_id: str
    # What a person decided about this pair, as long as neither side changes.
    decision: Union[Literal["true_match", "false_positive"], None]
    # The case of its last alert, for who sees it.
    case_id: Union[str, None]
    first_seen_at: str
    changed_at: str


class WatchMatchHistory(TypedDict):
    id: str
    watch_id: str
    subject_id: str
    subject_key: str
    subject_name: str
    entry: ScreeningEntry
    list_name: str
    # The name or alias of the entry that fits best.
    matched_name: str
    # 0 to 1.
    score: float
    parts: List[ScreeningPart]
    state: Literal["open", "gone"]
    # `new`: not there before. `changed`: subject or entry has changed. `gone`: they match no longer.
    change: Literal["new", "changed", "gone"]
    run_id: str
    # What a person decided about this pair, as long as neither side changes.
    decision: Union[Literal["true_match", "false_positive"], None]
    # The case of its last alert, for who sees it.
    case_id: Union[str, None]
    first_seen_at: str
    changed_at: str
    # Every change of the match, newest first. At most 200.
    history: List[WatchMatchHistoryHistoryItem]


class WatchMatchHistoryHistoryItem(TypedDict):
    run_id: str
    # `new`: not there before. `changed`: subject or entry has changed. `gone`: they match no longer.
    change: Literal["new", "changed", "gone"]
    score: float
    list_version: int
    at: str


WatchMatchPage: TypeAlias = "Page[WatchMatch]"


class WatchMatchQuery(TypedDict):
    # Id of a watch.
    watch: NotRequired[str]
    # Id of a list.
    list: NotRequired[str]
    # Matches that this run was the last to change.
    run: NotRequired[str]
    # Your id of a subject.
    subject: NotRequired[str]
    # Default `open`: matches of now, without those called false positives (`suppressed`).
    state: NotRequired[Literal["open", "suppressed", "gone", "all"]]
    # `new`: not there before. `changed`: subject or entry has changed. `gone`: they match no longer.
    change: NotRequired[Literal["new", "changed", "gone"]]
    # Default: -changed_at.
    ordering: NotRequired[Literal["score", "-score", "changed_at", "-changed_at"]]
    # From 1.
    page: NotRequired[int]
    # Default: 20. At most 100 unless the operator sets another limit.
    page_size: NotRequired[int]


class WatchSource(TypedDict):
    """Each run reads the subjects from this table first. Null: only those that were sent."""
    # A table of the organization.
    table: str
    columns: WatchSourceColumns


class WatchSourceColumns(TypedDict):
    # What names the subject.
    id: str
    name: str
    kind: NotRequired[Union[str, None]]
    birth_date: NotRequired[Union[str, None]]
    country: NotRequired[Union[str, None]]


class WatchedSubject(TypedDict):
    # Your id of it.
    id: str
    name: str
    kind: str
    birth_date: Union[str, None]
    country: Union[str, None]
    identifiers: Dict[str, str]
    # Names it in decisions. It changes with name, kind or date of birth.
    subject_key: str
    screened_at: Union[str, None]
    updated_at: str


WatchedSubjectPage: TypeAlias = "Page[WatchedSubject]"


class WatchedSubjectQuery(TypedDict):
    # Part of the id or the name.
    search: NotRequired[str]
    # From 1.
    page: NotRequired[int]
    # Default: 20. At most 100 unless the operator sets another limit.
    page_size: NotRequired[int]


class WatchedSubjectsBody(TypedDict):
    subjects: List[WatchedSubjectsBodySubjectsItem]
    # Ids of subjects that leave.
    remove: NotRequired[List[str]]
    # If true, all others leave.
    replace: NotRequired[bool]


class WatchedSubjectsBodySubjectsItem(TypedDict):
    # Your id of it.
    id: str
    name: str
    # `person`, `company` (with its legal form), or `other` such as a vessel.
    kind: NotRequired[Literal["person", "company", "other"]]
    # Date of birth, or its year, or year and month.
    birth_date: NotRequired[Union[str, None]]
    country: NotRequired[Union[str, None]]
    # Identifiers by their kind, such as a passport or a tax number.
    identifiers: NotRequired[Dict[str, str]]


class WatchedSubjectsChange(TypedDict):
    added: int
    changed: int
    unchanged: int
    removed: int
    subject_count: int


class Webhook(TypedDict):
    id: str
    name: str
    # Where events are posted: http or https, on the public internet.
    url: str
    # Stored as sent.
    alerts: List[str]
    # Failed attempts since the last success.
    failure_count: int
    # User id.
    created_by: Union[int, None]
    created_at: str
    updated_at: str
    # The signing key: `whsec_` followed by base64 of 24 to 64 bytes, or any other text (its UTF-8 bytes are the key). Viewers see `***`.
    secret: str
    previous_secret_until: Union[str, None]
    # Sent with each delivery.
    headers: Dict[str, str]
    # Events to send. Empty, `triggered` or `job_completed`: the end of a job. `waiting`: a job waits for a person or an event. `review_due`: a review is overdue. `case.opened`, `case.assigned`, `case.due`, `case.decided`: what happens to cases of the organization, whatever agents are linked. `promotion.proposed`, `promotion.decided`: a version that a second person has to approve before it becomes current.
    events: List[str]
    is_active: bool
    # Why the service turned it off.
    disabled_reason: Union[str, None]
    last_triggered_at: Union[str, None]
    last_success_at: Union[str, None]
    last_failure_at: Union[str, None]


class WebhookCreateBody(TypedDict):
    name: str
    # Where events are posted: http or https, on the public internet.
    url: str
    # The signing key: `whsec_` followed by base64 of 24 to 64 bytes, or any other text (its UTF-8 bytes are the key). Viewers see `***`.
    secret: NotRequired[Union[str, None]]
    # Sent with each delivery.
    headers: NotRequired[Union[Dict[str, str], None]]
    # Events to send. Empty, `triggered` or `job_completed`: the end of a job. `waiting`: a job waits for a person or an event. `review_due`: a review is overdue. `case.opened`, `case.assigned`, `case.due`, `case.decided`: what happens to cases of the organization, whatever agents are linked. `promotion.proposed`, `promotion.decided`: a version that a second person has to approve before it becomes current.
    events: NotRequired[Union[List[str], None]]
    # Stored as sent.
    alerts: NotRequired[Union[List[str], None]]
    is_active: NotRequired[Union[bool, None]]
    # Links the webhook to these agents on creation: all or none.
    agent_ids: NotRequired[Union[List[str], None]]


class WebhookEvent(TypedDict):
    timestamp: str
    agent: LinkedAgent
    agent_version: LinkedAgent
    job: WebhookEventJob
    organization: LinkedAgent


class WebhookEventJob(TypedDict):
    id: str
    status: Literal["succeeded", "failed", "waiting"]
    # 3, 4 or 6. 5 if the event of a cancelled job is resent.
    status_code: int
    cost: float
    created_at: str
    completed_at: Union[str, None]
    # The value of the only output (parsed if it is JSON), or an object with all outputs by key. Null after a failure.
    output: Any
    metadata: Dict[str, Any]
    # Set after a failure.
    error_message: NotRequired[str]
    # If true, the output was too large. Read the result of the job instead.
    output_truncated: NotRequired[bool]
    # If true, the metadata was too large.
    metadata_truncated: NotRequired[bool]


class WebhookReplaceBody(TypedDict):
    name: str
    # Where events are posted: http or https, on the public internet.
    url: str
    # The signing key: `whsec_` followed by base64 of 24 to 64 bytes, or any other text (its UTF-8 bytes are the key). Viewers see `***`.
    secret: NotRequired[Union[str, None]]
    # Sent with each delivery.
    headers: NotRequired[Union[Dict[str, str], None]]
    # Events to send. Empty, `triggered` or `job_completed`: the end of a job. `waiting`: a job waits for a person or an event. `review_due`: a review is overdue. `case.opened`, `case.assigned`, `case.due`, `case.decided`: what happens to cases of the organization, whatever agents are linked. `promotion.proposed`, `promotion.decided`: a version that a second person has to approve before it becomes current.
    events: NotRequired[Union[List[str], None]]
    # Stored as sent.
    alerts: NotRequired[Union[List[str], None]]
    is_active: NotRequired[Union[bool, None]]


class WebhookUpdateBody(TypedDict):
    name: NotRequired[str]
    # Where events are posted: http or https, on the public internet.
    url: NotRequired[str]
    # The signing key: `whsec_` followed by base64 of 24 to 64 bytes, or any other text (its UTF-8 bytes are the key). Viewers see `***`.
    secret: NotRequired[Union[str, None]]
    # Sent with each delivery.
    headers: NotRequired[Union[Dict[str, str], None]]
    # Events to send. Empty, `triggered` or `job_completed`: the end of a job. `waiting`: a job waits for a person or an event. `review_due`: a review is overdue. `case.opened`, `case.assigned`, `case.due`, `case.decided`: what happens to cases of the organization, whatever agents are linked. `promotion.proposed`, `promotion.decided`: a version that a second person has to approve before it becomes current.
    events: NotRequired[Union[List[str], None]]
    # Stored as sent.
    alerts: NotRequired[Union[List[str], None]]
    is_active: NotRequired[Union[bool, None]]


class Worker(TypedDict):
    id: str
    host: str
    pid: int
    # all, api or worker.
    role: str
    version: str
    # `draining`: the worker still runs jobs but claims no more. `drained`: it runs none. `silent`: no sign of life for 15 seconds.
    state: Literal["active", "draining", "drained", "silent"]
    # Jobs that the worker runs.
    running: int
    # Jobs that the worker can run at once.
    concurrency: int
    started_at: str
    last_seen_at: str


class Worksheet(TypedDict):
    id: str
    name: str
    content: str
    organization_id: str
    creator: Union[Creator, None]
    created_at: str
    updated_at: str


class WorksheetBody(TypedDict):
    name: str
    content: NotRequired[str]


WorksheetPage: TypeAlias = "Page[Worksheet]"


class WorksheetUpdateBody(TypedDict):
    name: NotRequired[str]
    content: NotRequired[str]
