import { type ErrorCode, errorTable } from '@errand/contract/errors.ts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, isDatabaseOut, isOutOfSpace } from '#platform/errors.ts';
import { isOutage } from '#platform/persist.ts';
import { StorageError } from '#platform/storage/storage.ts';
import { storageProblem } from '#platform/storage/storage-problem.ts';
import { currentTraceId } from '#platform/tracing.ts';
import { challenge } from './challenge.ts';
import { signposts } from './signposts.ts';

// The only place that turns errors into HTTP responses. An unknown error is an opaque 500 with the request id.

export type ShowError = (error: AppError, status: number) => { status: number; body: unknown };

export function answerError(
  error: FastifyError | AppError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
  /** How a door of another protocol shows errors. */
  show: ShowError = (app, status) => ({ status, body: errorBody(app) }),
): void {
  const known = withLimit(translate(error, request), request);
  if (known === undefined || errorTable[known.code].status >= 500) {
    request.log.error({ reqId: request.id, err: error, event: 'http.error' }, 'request failed');
  }
  const app =
    known ?? new AppError('internal', { detail: `Something went wrong on our side. Request id: ${request.id}` });
  const { status: ownStatus, code } = errorTable[app.code];
  const { status, body } = show(app, ownStatus);
  reply.header('x-error-code', code);
  if (app.options.retryAfterSeconds !== undefined) reply.header('retry-after', String(app.options.retryAfterSeconds));
  // Tells a client that found nothing where the API is described.
  if (status === 404) reply.header('link', signposts(request.server.publicUrl));
  if (status === 401) reply.header('www-authenticate', challenge(request));
  // Otherwise the rest of the unread body would be parsed as the next request on this connection.
  if (status === 413) reply.header('connection', 'close');
  // Some errors occur before the hook that sets these.
  reply.header('x-request-id', request.id);
  reply.header('cache-control', 'no-store');
  void reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/** Adds the exceeded limit to the message. */
function withLimit(error: AppError | undefined, request: FastifyRequest): AppError | undefined {
  const bytesMax = request.routeOptions?.bodyLimit;
  if (error?.code !== 'payload_too_large' || error.options.detail !== undefined || bytesMax === undefined) return error;
  const size = bytesMax >= 1024 ** 2 ? `${Math.floor(bytesMax / 1024 ** 2)} MiB` : `${Math.floor(bytesMax / 1024)} KiB`;
  const advice =
    request.routeOptions.config.carries === 'object'
      ? ' Put long texts and data into files, tables or skill sets, and refer to them.'
      : '';
  return new AppError('payload_too_large', {
    detail: `The request body is larger than ${size}.${advice}`,
    cause: error,
  });
}

export function errorBody(error: AppError): unknown {
  const { options, message } = error;
  const { shape, code } = errorTable[error.code];
  switch (shape) {
    case 'list':
      return options.messages ?? [message];
    case 'fields':
      return options.fields ?? {};
    case 'error':
      return { error: message, code, ...traced(), ...options.extra };
    case 'message':
      return { message, code, ...traced(), ...options.extra };
    default:
      return { detail: message, code, ...traced(), ...options.extra };
  }
}

/** Names the trace of the request, if there is one. */
function traced(): { trace_id?: string } {
  const id = currentTraceId();
  return id === undefined ? {} : { trace_id: id };
}

const FASTIFY_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_REQ_FILE_TOO_LARGE: 'payload_too_large',
};

/** The code of a statement that PostgreSQL cancelled after the statement timeout. */
const STATEMENT_TIMEOUT = '57014';

/** Short, because the next request waits for the database again. */
export const OUTAGE_RETRY_SECONDS = 1;

/** Returns undefined for an unknown error, which becomes an opaque 500. */
export function translate(error: Error, request: FastifyRequest): AppError | undefined {
  if (error instanceof AppError) return error;
  const { code, statusCode } = error as FastifyError;
  // A path that cannot be decoded, or has a segment that is too long, is treated like any other unknown path.
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH') return new AppError('unknown_path');
  const mapped = FASTIFY_CODES[code];
  if (mapped !== undefined) return new AppError(mapped);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    if (statusCode === 413) return new AppError('payload_too_large');
    if (statusCode === 415) return new AppError('unsupported_media_type');
    return new AppError('bad_request', { detail: error.message });
  }
  if (error instanceof StorageError)
    return storageProblem(
      error,
      () => new AppError('storage_failed', { detail: 'The storage cannot be used right now.', cause: error }),
    );
  if (isOutOfSpace(error)) return new AppError('out_of_space', { cause: error });
  if (code === STATEMENT_TIMEOUT)
    return request.method === 'GET'
      ? new AppError('invalid_request', {
          detail: 'The query took too long. Narrow it with filters or a smaller limit.',
        })
      : new AppError('unavailable', { retryAfterSeconds: 5, cause: error });
  if (isDatabaseOut(error) || isOutage(error))
    return new AppError('unavailable', { retryAfterSeconds: OUTAGE_RETRY_SECONDS, cause: error });
  return undefined;
}
