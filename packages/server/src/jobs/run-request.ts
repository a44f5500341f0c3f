import type { ReceivedFile } from '#files/receive.ts';
import { AppError, invalidFields } from '#platform/errors.ts';
import { isJsonObject, isLongInteger, JsonError, parseUntrustedJson } from '#platform/json.ts';
import { JOB_SECONDS_MAX } from './model.ts';

// What a run request says, whatever its encoding: raw values by name, metadata, limits. Which of the values are inputs
// is decided against an agent's definitions in inputs.ts.

/** A file that arrived with the request; its bytes are already in storage. */
export type UploadedFile = ReceivedFile;

export type RunRequest = {
  /** From the top level of the body. In forms a repeated field is a list. */
  top: Record<string, unknown>;
  /** From its `inputs` member: these win. */
  nested: Record<string, unknown>;
  files: UploadedFile[];
  /** JSON text of an object, or null. */
  metadata: string | null;
  timeoutSeconds: number | undefined;
  maxCost: number | undefined;
};

export const emptyRequest: RunRequest = {
  top: {},
  nested: {},
  files: [],
  metadata: null,
  timeoutSeconds: undefined,
  maxCost: undefined,
};

/** `defined` tells whether the agent has an input of that name: then a reserved name is an input after all. */
export function readRunRequest(
  body: Record<string, unknown>,
  options: { form: boolean; files?: UploadedFile[]; defined(name: string): boolean; withMetadata?: boolean },
): RunRequest {
  const { form, files = [], defined, withMetadata = true } = options;
  const nested = nestedInputs(body.inputs, form);
  return {
    top: body,
    nested,
    files,
    metadata: withMetadata ? readMetadata(body.metadata) : null,
    timeoutSeconds: defined('timeout_seconds') ? undefined : readTimeout(body.timeout_seconds),
    maxCost: defined('max_cost') ? undefined : readMaxCost(body.max_cost),
  };
}

function nestedInputs(value: unknown, form: boolean): Record<string, unknown> {
  if (isJsonObject(value)) return value;
  if (form && typeof value === 'string') {
    try {
      const parsed = parseUntrustedJson(value);
      if (isJsonObject(parsed)) return parsed;
    } catch {
      // Then it is an ordinary text, perhaps of an input with that name.
    }
  }
  return {};
}

export function readMetadata(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  let object: unknown = value;
  if (typeof value === 'string') {
    try {
      object = parseUntrustedJson(value);
    } catch (error) {
      if (error instanceof JsonError) throw invalidFields({ metadata: [error.message] });
      throw error;
    }
  }
  if (object === null) return null;
  if (!isJsonObject(object)) throw invalidFields({ metadata: ['Has to be a JSON object.'] });
  return JSON.stringify(object);
}

function readTimeout(value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const seconds = typeof value === 'string' && /^\d{1,9}$/.test(value.trim()) ? Number(value) : value;
  if (typeof seconds !== 'number' || !Number.isInteger(seconds) || seconds < 1) {
    throw invalidFields({ timeout_seconds: [`Has to be a whole number from 1 to ${JOB_SECONDS_MAX}.`] });
  }
  return Math.min(seconds, JOB_SECONDS_MAX);
}

export function readMaxCost(value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const cost = typeof value === 'string' && /^\d{1,9}(\.\d{1,8})?$/.test(value.trim()) ? Number(value) : value;
  if (typeof cost !== 'number' || !(cost > 0 && cost <= 1_000_000)) {
    throw invalidFields({ max_cost: ['Has to be an amount in USD above 0.'] });
  }
  return cost;
}

/** Form text as one object; a field that comes several times becomes a list. */
export function formObject(fields: Iterable<[string, string]>): Record<string, unknown> {
  const body: Record<string, unknown> = Object.create(null);
  for (const [name, value] of fields) {
    const earlier = body[name];
    if (earlier === undefined) body[name] = value;
    else if (Array.isArray(earlier)) earlier.push(value);
    else body[name] = [earlier, value];
  }
  return body;
}

/** A JSON value as the text of an input; undefined for null, which counts as not supplied. */
export function inputText(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return value;
  return isLongInteger(value) ? value.rawJSON : JSON.stringify(value);
}

export const unreadableBody = (reason = 'Request body is not a JSON object.'): AppError =>
  new AppError('invalid_request', { detail: reason });
