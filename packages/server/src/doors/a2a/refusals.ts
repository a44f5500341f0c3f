import {
  A2AError,
  JsonRpcTransportError,
  RequestMalformedError,
  type RestErrorBody,
  restStatusFor,
  toRestErrorBody,
} from '@a2a-js/sdk/errors';
import { errorTable } from '@errand/contract/errors.ts';
import { AppError } from '#platform/errors.ts';
import type { Logger } from '#platform/log.ts';
import { appErrorText } from '../app-error-text.ts';
import { errorText, type Reply } from '../reply.ts';

// Translates API errors and AppErrors to errors of the protocol.

/** For errors without a code in the protocol: no permission, no credits, too many requests. */
const REFUSED = -32000;
const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;
const FAILED = 'Internal error. Try again.';

/** An error without a name in the protocol. JSON-RPC shows its code, HTTP+JSON its status. */
class CodedError extends JsonRpcTransportError {
  readonly status: number;

  constructor(code: number, status: number, message: string) {
    super({ jsonrpc: '2.0', id: null, error: { code, message } });
    this.status = status;
  }
}

const isMistake = ({ code }: AppError): boolean => errorTable[code].status === 400 || code === 'idempotency_conflict';

/** Translates an API error response. */
export const refuse = (reply: Reply): A2AError =>
  reply.status === 400
    ? new RequestMalformedError(errorText(reply))
    : new CodedError(REFUSED, reply.status, errorText(reply));

/** Translates any error. Unknown errors are logged and reported without their cause. */
export function toA2aError(error: unknown, log: Logger): A2AError {
  if (error instanceof A2AError) return error;
  if (error instanceof AppError)
    return isMistake(error)
      ? new RequestMalformedError(appErrorText(error))
      : new CodedError(REFUSED, errorTable[error.code].status, appErrorText(error));
  log.error({ err: error, event: 'a2a.failed' }, 'A2A request failed');
  return new CodedError(INTERNAL_ERROR, 500, FAILED);
}

/** Statuses of `google.rpc.Status` for refusals that have no name in the protocol. */
const STATUS_NAMES: Record<number, string> = {
  401: 'UNAUTHENTICATED',
  402: 'RESOURCE_EXHAUSTED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ABORTED',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

/** Writes an error as the HTTP+JSON binding does. */
export function toHttpError(error: A2AError): RestErrorBody {
  if (!(error instanceof CodedError)) return toRestErrorBody(error, restStatusFor(error));
  const { status, message } = error;
  return { error: { code: status, status: STATUS_NAMES[status] ?? 'UNKNOWN', message, details: [] } };
}

/** The SDK does not validate parameters, so its internal errors are reported as invalid parameters. */
export function withoutReadErrors<T extends object>(answer: T): T {
  const { error } = answer as { error?: { code: number; message: string } };
  if (error?.code !== INTERNAL_ERROR || error.message === FAILED) return answer;
  return { ...answer, error: { code: INVALID_PARAMS, message: 'The parameters are not valid.' } };
}
