import type { ReceivedFile } from '#files/receive.ts';
import { AppError, invalidFields } from '#platform/errors.ts';
import { isUuid } from '#platform/ids.ts';
import { isJsonObject, isLongInteger, JsonError, parseUntrustedJson } from '#platform/json.ts';
import { limits } from '#platform/limits.ts';
import { COST_MAX, COST_MIN, JOB_SECONDS_MAX, roundCost } from '../record/model.ts';

// What a run request says, whatever its encoding: raw values by name, metadata, limits. Which of the values are inputs
// is decided against an agent's definitions in inputs.ts.

/** A file that arrived with the request; its bytes are staged in storage. */
export type UploadedFile = ReceivedFile;

export type RunRequest = {
  /** A form: there a list can only be a field that came several times. */
  form: boolean;
  /** From the top level of the body. */
  top: Record<string, unknown>;
  /** From its `inputs` member: these win. Undefined: the body has no object there. */
  nested: Record<string, unknown> | undefined;
  files: UploadedFile[];
  /** JSON text of an object, or null. */
  metadata: string | null;
  timeoutSeconds: number | undefined;
  maxCost: number | undefined;
};

export const emptyRequest: RunRequest = {
  form: false,
  top: {},
  nested: undefined,
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
  return {
    form,
    top: body,
    nested: nestedInputs(body.inputs, form),
    files,
    metadata: withMetadata ? readMetadata(body.metadata) : null,
    timeoutSeconds: defined('timeout_seconds') ? undefined : readTimeout(body.timeout_seconds),
    maxCost: defined('max_cost') ? undefined : readMaxCost(body.max_cost),
  };
}

/** Which organization it is was decided before; a value that cannot be one is a mistake that its sender should see. */
export function refuseOrganization(value: unknown): void {
  if (value === undefined || value === null || value === '') return;
  if (typeof value !== 'string' || !isUuid(value)) throw invalidFields({ organization_id: 'Not a UUID.' });
}

function nestedInputs(value: unknown, form: boolean): Record<string, unknown> | undefined {
  if (isJsonObject(value)) return value;
  if (form && typeof value === 'string') {
    try {
      const parsed = parseUntrustedJson(value);
      if (isJsonObject(parsed)) return parsed;
    } catch {
      // Then it is an ordinary text, perhaps of an input with that name.
    }
  }
  return undefined;
}

/** Of one character as JavaScript counts them. */
const UTF8_BYTES_MAX = 3;

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
  if (!isJsonObject(object)) throw invalidFields({ metadata: ['Must be a JSON object.'] });
  const text = JSON.stringify(object);
  if (text.length * UTF8_BYTES_MAX > limits.metadataBytes && Buffer.byteLength(text) > limits.metadataBytes)
    throw invalidFields({ metadata: [`May have at most ${limits.metadataBytes} bytes as JSON.`] });
  return text;
}

function readTimeout(value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const seconds = typeof value === 'string' && /^\d{1,9}$/.test(value.trim()) ? Number(value) : value;
  if (typeof seconds !== 'number' || !Number.isInteger(seconds) || seconds < 1) {
    throw invalidFields({
      timeout_seconds: [`Must be a whole number of seconds, at least 1; beyond ${JOB_SECONDS_MAX} it counts as that.`],
    });
  }
  return Math.min(seconds, JOB_SECONDS_MAX);
}

export function readMaxCost(value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const cost = typeof value === 'string' && /^\d{1,9}(\.\d{1,8})?$/.test(value.trim()) ? Number(value) : value;
  if (typeof cost !== 'number' || !(cost > 0 && cost <= COST_MAX)) {
    throw invalidFields({ max_cost: [`Must be an amount in USD above 0 and up to ${COST_MAX}.`] });
  }
  return Math.max(roundCost(cost), COST_MIN);
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

/** What messages call an item of run-many or of a batch. */
export const itemName = (index: number): string => `inputs[${index}]`;
