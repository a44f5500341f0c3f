// The package's entry point: everything that users of the SDK import.
export type { AgentType, AgentTypes, AnyAgents } from './agent-types.ts';
export type { BatchesClient, BatchRow, BatchWaitOptions } from './batches.ts';
export { createErrand, type Errand } from './client.ts';
export { everyItem } from './every-item.ts';
export type { Calls } from './generated/calls/calls.ts';
export { type ErrorCode, errorCatalogue } from './generated/errors.ts';
export * from './generated/lists.ts';
export type * from './generated/types/activity.ts';
export type * from './generated/types/agents.ts';
export type * from './generated/types/approvals.ts';
export type * from './generated/types/batches.ts';
export type * from './generated/types/budgets.ts';
export type * from './generated/types/bulk.ts';
export type * from './generated/types/connections.ts';
export type * from './generated/types/demo.ts';
export type * from './generated/types/engines.ts';
export type * from './generated/types/evaluations.ts';
export type * from './generated/types/evidence.ts';
export type * from './generated/types/files.ts';
export type * from './generated/types/job-contents.ts';
export type * from './generated/types/job-errors.ts';
export type * from './generated/types/job-lists.ts';
export type * from './generated/types/job-steps.ts';
export type * from './generated/types/job-streams.ts';
export type * from './generated/types/jobs.ts';
export type * from './generated/types/knowledge.ts';
export type * from './generated/types/listeners.ts';
export type * from './generated/types/logins.ts';
export type * from './generated/types/oauth.ts';
export type * from './generated/types/organizations.ts';
export type * from './generated/types/policies.ts';
export type * from './generated/types/proofs.ts';
export type * from './generated/types/rehearsals.ts';
export type * from './generated/types/review-desk.ts';
export type * from './generated/types/reviews.ts';
export type * from './generated/types/run-forms.ts';
export type * from './generated/types/schedules.ts';
export type * from './generated/types/screening.ts';
export type * from './generated/types/secrets.ts';
export type * from './generated/types/service.ts';
export type * from './generated/types/skills.ts';
export type * from './generated/types/sso.ts';
export type * from './generated/types/tables.ts';
export type * from './generated/types/tags.ts';
export type * from './generated/types/triggers.ts';
export type * from './generated/types/trust.ts';
export type * from './generated/types/usage.ts';
export type * from './generated/types/values.ts';
export type * from './generated/types/waits.ts';
export type * from './generated/types/webhooks.ts';
export type * from './generated/types/workspace.ts';
export { type FileContent, type FileInput, file, type InputFile } from './input-files.ts';
export { hasSucceeded, isFinalStatus, type Job, type JobEvent, type JobStatusName, type WaitOptions } from './jobs.ts';
export { readOutput } from './output.ts';
export { isFinalQuery } from './queries.ts';
export type { Role } from './roles.ts';
export type { ManyOptions, ManyResult } from './run-many.ts';
export type { RunResult, VersionedRunOptions } from './run-result.ts';
export type { RunEvent, RunsClient } from './runs.ts';
export {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  ErrandError,
  type FieldMessages,
  ForbiddenError,
  InsufficientCreditsError,
  JobFailedError,
  JobWaitingError,
  NotFoundError,
  RateLimitError,
  ServerError,
  ValidationError,
} from './transport/errors.ts';
export type { ServerEvent } from './transport/events.ts';
export type { CallOptions, QueryOf, RunOptions } from './transport/options.ts';
export type { PagedCall } from './transport/pages.ts';
export { readError } from './transport/read-error.ts';
export type { ClientOptions, Requester, RequestOptions } from './transport/request.ts';
export { type Verification, verifyWebhook } from './webhook-signature.ts';
