// The package's entry point: everything that users of the SDK import.
export type { AgentType, AgentTypes, AnyAgents } from './agent-types.ts';
export type { BatchesClient, BatchRow, BatchWaitOptions } from './batches.ts';
export { createErrand, type Errand } from './client.ts';
export { everyItem } from './every-item.ts';
export type { Calls } from './generated/calls/calls.ts';
export { type ErrorCode, errorCatalogue } from './generated/errors.ts';
export * from './generated/exports.ts';
export { type FileContent, type FileInput, file, type InputFile } from './input-files.ts';
export {
  type DisplayStatus,
  hasSucceeded,
  isFinalStatus,
  type Job,
  type JobEvent,
  type JobStatusName,
  type WaitOptions,
} from './jobs.ts';
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
export type { CallOptions, KeyedOptions, QueryOf, RunOptions } from './transport/options.ts';
export type { PagedCall } from './transport/pages.ts';
export { readError } from './transport/read-error.ts';
export type { ClientOptions, Requester, RequestOptions } from './transport/request.ts';
export { type Verification, verifyWebhook } from './webhook-signature.ts';
