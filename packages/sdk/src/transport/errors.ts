/** Messages about one field, or about a run as a whole. */
export type FieldMessages = Record<string, string[]>;

type Details = {
  status?: number | undefined;
  code?: string | undefined;
  requestId?: string | undefined;
  jobId?: string | undefined;
  fields?: FieldMessages | undefined;
  body?: unknown;
  cause?: unknown;
};

/** Every failure of a call. `message` can be shown to people. */
export class ErrandError extends Error {
  /** HTTP status, or undefined if there was no response. */
  readonly status: number | undefined;
  /**
   * Machine-readable cause, such as `errand.inputs.missing`, or undefined if the server sent none. `errorCatalogue` has
   * the remedy. A newer server may have codes that are not in it.
   */
  readonly code: string | undefined;
  /** Id of the request in the server's log. */
  readonly requestId: string | undefined;
  /** Id of the failed job. Undefined for other errors. */
  readonly jobId: string | undefined;
  /** Messages by field, if the service sent them that way. */
  readonly fields: FieldMessages;
  /** The response body, for members beyond the message. */
  readonly body: unknown;

  constructor(message: string, { status, code, requestId, jobId, fields = {}, body, cause }: Details = {}) {
    super(message, { cause });
    this.name = new.target.name;
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.jobId = jobId;
    this.fields = fields;
    this.body = body;
  }

  /** Whether the same call may succeed later without a change. */
  get retryable(): boolean {
    return false;
  }
}

export class ValidationError extends ErrandError {}
/** The job ended without a result: it failed or was cancelled. Its id is `jobId`. */
export class JobFailedError extends ErrandError {}

/** The job waits for a person, who may take days. `wait` says what is asked. */
export class JobWaitingError extends ErrandError {
  readonly wait: { id: string; title: string };

  constructor(jobId: string, wait: { id: string; title: string }) {
    super(`The job waits for a person: ${wait.title}`, { jobId });
    this.wait = wait;
  }
}

export class AuthenticationError extends ErrandError {}
export class ForbiddenError extends ErrandError {}
export class InsufficientCreditsError extends ForbiddenError {}
export class NotFoundError extends ErrandError {}
export class ConflictError extends ErrandError {}

export class RateLimitError extends ErrandError {
  readonly retryAfterSeconds: number;

  constructor(message: string, details: Details & { retryAfterSeconds: number }) {
    super(message, details);
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  override get retryable(): boolean {
    return true;
  }
}

export class ServerError extends ErrandError {
  override get retryable(): boolean {
    return true;
  }
}

/** No response: the server or the network is down. */
export class ConnectionError extends ErrandError {
  override get retryable(): boolean {
    return true;
  }
}
