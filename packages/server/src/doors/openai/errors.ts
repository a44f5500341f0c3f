import { errorTable } from '@errand/contract/errors.ts';
import type { ShowError } from '#http/error-answer.ts';
import type { AppError } from '#platform/errors.ts';
import { appErrorText } from '../app-error-text.ts';

// Errors in the shape that clients of OpenAI read. Codes are that interface's own where it has one, else ours; ours is
// always in X-Error-Code.

const codes: Partial<Record<AppError['code'], { status?: number; code: string }>> = {
  insufficient_credits: { status: 429, code: 'insufficient_quota' },
  rate_limited: { code: 'rate_limit_exceeded' },
  not_authenticated: { code: 'invalid_api_key' },
};

function typeOf(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  if (status === 429) return 'rate_limit_error';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
}

export function errorBody(error: AppError, status: number) {
  const { extra = {}, fields } = error.options;
  const own = codes[error.code];
  const param = typeof extra.param === 'string' ? extra.param : (Object.keys(fields ?? {})[0] ?? null);
  const code = typeof extra.code === 'string' ? extra.code : (own?.code ?? errorTable[error.code].code);
  const type = code === 'insufficient_quota' ? code : typeOf(status);
  return { error: { message: appErrorText(error), type, code, param } };
}

export const showError: ShowError = (error, given) => {
  const status = codes[error.code]?.status ?? given;
  return { status, body: errorBody(error, status) };
};
