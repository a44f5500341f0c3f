import { A2AError, JsonRpcTransportError, RequestMalformedError } from '@a2a-js/sdk/errors';
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

const coded = (code: number, message: string): A2AError =>
  new JsonRpcTransportError({ jsonrpc: '2.0', id: null, error: { code, message } });

const MISTAKES: readonly string[] = ['invalid_inputs', 'invalid_fields', 'invalid_request', 'idempotency_conflict'];

/** Translates an API error response. */
export const refuse = (reply: Reply): A2AError =>
  reply.status === 400 ? new RequestMalformedError(errorText(reply)) : coded(REFUSED, errorText(reply));

/** Translates any error. Unknown errors are logged and reported without their cause. */
export function toA2aError(error: unknown, log: Logger): A2AError {
  if (error instanceof A2AError) return error;
  if (error instanceof AppError)
    return MISTAKES.includes(error.code)
      ? new RequestMalformedError(appErrorText(error))
      : coded(REFUSED, appErrorText(error));
  log.error({ err: error, event: 'a2a.failed' }, 'A2A request failed');
  return coded(INTERNAL_ERROR, FAILED);
}

/** The SDK does not validate parameters, so its internal errors are reported as invalid parameters. */
export function withoutReadErrors<T extends object>(answer: T): T {
  const { error } = answer as { error?: { code: number; message: string } };
  if (error?.code !== INTERNAL_ERROR || error.message === FAILED) return answer;
  return { ...answer, error: { code: INVALID_PARAMS, message: 'The parameters are not valid.' } };
}
