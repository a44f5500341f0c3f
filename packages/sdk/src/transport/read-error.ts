import * as errors from './errors.ts';

// Converts the five shapes of error bodies to one: a message for people and messages by field.

const NO_CREDITS = 'errand.credits.insufficient';
const JOB_FAILED = 'errand.jobs.failed';

export async function readError(response: Response): Promise<errors.ErrandError> {
  const text = await response.text().catch(() => '');
  const body = parse(text);
  const { status } = response;
  const { message, fields } = describe(body, status, text);
  const code = response.headers.get('x-error-code') ?? readCode(body);
  const details = {
    status,
    code,
    requestId: response.headers.get('x-request-id') ?? undefined,
    jobId: response.headers.get('x-agent-job-id') ?? undefined,
    fields,
    body,
  };
  if (code === JOB_FAILED) return new errors.JobFailedError(message, details);
  if (status === 400 || status === 413 || status === 415 || status === 422)
    return new errors.ValidationError(message, details);
  if (status === 401) return new errors.AuthenticationError(message, details);
  if (status === 403) {
    return code === NO_CREDITS
      ? new errors.InsufficientCreditsError(message, details)
      : new errors.ForbiddenError(message, details);
  }
  if (status === 404) return new errors.NotFoundError(message, details);
  if (status === 409) return new errors.ConflictError(message, details);
  if (status === 429) {
    const retryAfterSeconds = readRetryAfter(response);
    const advice = `Try again in ${retryAfterSeconds} ${retryAfterSeconds === 1 ? 'second' : 'seconds'}.`;
    return new errors.RateLimitError(`${message} ${advice}`, { ...details, retryAfterSeconds });
  }
  return status >= 500 ? new errors.ServerError(message, details) : new errors.ErrandError(message, details);
}

function readCode(body: unknown): string | undefined {
  const { code } = Object(body) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

/** Returns whole seconds, at least one. */
export function readRetryAfter(response: Response): number {
  const header = response.headers.get('retry-after') ?? '';
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : 1;
}

function describe(body: unknown, status: number, text: string): { message: string; fields: errors.FieldMessages } {
  if (Array.isArray(body)) return { message: body.map(String).join(' '), fields: {} };
  if (typeof body === 'object' && body !== null) {
    const given = body as Record<string, unknown>;
    for (const key of ['detail', 'error', 'message']) {
      if (typeof given[key] === 'string' && given[key] !== '') return { message: given[key], fields: {} };
    }
    const fields: errors.FieldMessages = {};
    for (const [field, messages] of Object.entries(given)) fields[field] = [messages].flat().map(String);
    const message = Object.entries(fields)
      .map(([field, messages]) => `${field}: ${messages.join(' ')}`)
      .join(' ');
    if (message !== '') return { message, fields };
  }
  const plain = body === undefined ? text.trim().slice(0, 500) : '';
  return { message: plain || `The server responded with status ${status}.`, fields: {} };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
