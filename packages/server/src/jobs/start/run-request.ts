import type { ReceivedFile } from '#files/receive.ts';
import { AppError, invalidFields } from '#platform/errors.ts';
import { isUuid } from '#platform/ids.ts';
import { isJsonObject, isLongInteger, JsonError, parseUntrustedJson } from '#platform/json.ts';
import { limits } from '#platform/limits.ts';
import { COST_MAX, COST_MIN, DEADLINE_SECONDS, JOB_SECONDS_MAX, roundCost } from '../record/model.ts';

// A run request in any encoding: raw values by name, metadata, limits. inputs.ts decides which of the values are inputs
// of the agent.

/** A file that arrived with the request; its bytes are staged in storage. */
export type UploadedFile = ReceivedFile;

export type RunRequest = {
  /** Whether the body is a form. There a list is a field that was sent several times. */
  form: boolean;
  /** The top level of the body. */
  top: Record<string, unknown>;
  /** The body's `inputs`, which win over the top level. Undefined if it has no object there. */
  nested: Record<string, unknown> | undefined;
  files: UploadedFile[];
  /** JSON text of an object, or null. */
  metadata: string | null;
  timeoutSeconds: number | undefined;
  maxCost: number | undefined;
  /** Asks for the batch lane of providers: how long the job may take. */
  laneSeconds: number | undefined;
  isLow: boolean;
};

export const emptyRequest: RunRequest = {
  form: false,
  top: {},
  nested: undefined,
  files: [],
  metadata: null,
  timeoutSeconds: undefined,
  maxCost: undefined,
  laneSeconds: undefined,
  isLow: false,
};

/** Reads a run request. `defined`: whether the agent has an input of that name; a reserved name is then an input. */
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
    laneSeconds: readLane(
      defined('lane') ? undefined : body.lane,
      defined('deadline_seconds') ? undefined : body.deadline_seconds,
    ),
    isLow: !defined('priority') && readIsLow(body.priority),
  };
}

/** Refuses an `organization_id` that is not a UUID. The organization is already known, but the sender should see it. */
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
      // Not JSON, so it is a plain text, perhaps of an input with that name.
    }
  }
  return undefined;
}

/** The most bytes that one JavaScript character (UTF-16 code unit) takes in UTF-8. */
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
      timeout_seconds: [
        `Must be a whole number of seconds, at least 1. Values above ${JOB_SECONDS_MAX} count as ${JOB_SECONDS_MAX}.`,
      ],
    });
  }
  return Math.min(seconds, JOB_SECONDS_MAX);
}

export function readMaxCost(value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const cost = typeof value === 'string' && /^\d{1,9}(\.\d{1,8})?$/.test(value.trim()) ? Number(value) : value;
  if (typeof cost !== 'number' || !(cost > 0 && cost <= COST_MAX)) {
    throw invalidFields({ max_cost: [`Must be an amount in USD above 0 and at most ${COST_MAX}.`] });
  }
  return Math.max(roundCost(cost), COST_MIN);
}

function readIsLow(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === 'normal') return false;
  if (value === 'low') return true;
  throw invalidFields({ priority: ['Must be normal or low.'] });
}

const LANE_SECONDS_MIN = 10;
const LANE_SECONDS_MAX = 7 * 86_400;

/** Reads how long a job in the batch lane may take. Undefined: it does not ask for that lane. */
function readLane(lane: unknown, deadline: unknown): number | undefined {
  const isGiven = deadline !== undefined && deadline !== null && deadline !== '';
  const seconds = typeof deadline === 'string' && /^\d{1,9}$/.test(deadline.trim()) ? Number(deadline) : deadline;
  if (lane !== undefined && lane !== null && lane !== '' && lane !== 'normal' && lane !== 'batch')
    throw invalidFields({ lane: ['Must be normal or batch.'] });
  if (lane !== 'batch') {
    if (isGiven) throw invalidFields({ deadline_seconds: ["Only with the lane 'batch'."] });
    return undefined;
  }
  if (!isGiven) return DEADLINE_SECONDS;
  if (
    typeof seconds !== 'number' ||
    !Number.isInteger(seconds) ||
    seconds < LANE_SECONDS_MIN ||
    seconds > LANE_SECONDS_MAX
  )
    throw invalidFields({
      deadline_seconds: [`Must be a whole number of seconds from ${LANE_SECONDS_MIN} to ${LANE_SECONDS_MAX}.`],
    });
  return seconds;
}

/** Returns the fields of a form as one object. A field that was sent several times becomes a list. */
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

/** Returns a JSON value as the text of an input, or undefined for null, which counts as not supplied. */
export function inputText(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return value;
  return isLongInteger(value) ? value.rawJSON : JSON.stringify(value);
}

export const unreadableBody = (reason = 'Request body is not a JSON object.'): AppError =>
  new AppError('invalid_request', { detail: reason });

/** The name of an item of run-many or a batch in messages. */
export const itemName = (index: number): string => `inputs[${index}]`;
