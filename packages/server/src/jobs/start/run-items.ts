import type { FastifyRequest } from 'fastify';
import type { Snapshot } from '#agents/snapshot.ts';
import { jsonObject } from '#http/body.ts';
import { keyedPath, readIdempotencyKey } from '#http/idempotency-key.ts';
import { AppError, invalidFields, invalidInputs } from '#platform/errors.ts';
import { isJsonObject, JsonError } from '#platform/json.ts';
import { hashBody } from './idempotency.ts';
import { itemName, type RunRequest, readRunRequest, unreadableBody } from './run-request.ts';
import type { StartOptions } from './start-options.ts';

// Reads the requests of run-many and batches.

/** Returns the body as a JSON object. An unreadable body gets the error shape of the routes that start jobs. */
export function readRunObject(request: FastifyRequest): Record<string, unknown> {
  try {
    return jsonObject(request);
  } catch (error) {
    if (error instanceof JsonError) throw unreadableBody(`Request body: ${error.message}`);
    throw error;
  }
}

/** Reads the items of run-many and batches. Refuses the call with one message for each bad item. */
export function readItems(
  items: unknown[],
  itemsMax: number,
  snapshot: Snapshot,
  options: { withMetadata: boolean },
): RunRequest[] {
  if (items.length === 0) throw invalidFields({ inputs: ['At least one item is required.'] });
  if (items.length > itemsMax)
    throw invalidFields({ inputs: [`At most ${itemsMax} items are allowed, but there are ${items.length}.`] });
  const keys = new Set(snapshot.version.inputDefinitions.map((definition) => definition.key));
  const problems: string[] = [];
  const requests = items.flatMap((item, index) => {
    if (!isJsonObject(item)) {
      problems.push(`${itemName(index)}: must be an object.`);
      return [];
    }
    try {
      return readRunRequest(item, { form: false, defined: (name) => keys.has(name), ...options });
    } catch (error) {
      if (!(error instanceof AppError && error.options.fields)) throw error;
      for (const [name, messages] of Object.entries(error.options.fields))
        problems.push(`${itemName(index)}: ${name}: ${[messages].flat().join(' ')}`);
      return [];
    }
  });
  if (problems.length > 0) throw invalidInputs(problems);
  return requests;
}

export function readIdempotency(
  request: FastifyRequest,
  run: Pick<RunRequest, 'top' | 'files'>,
): StartOptions['idempotency'] {
  const key = readIdempotencyKey(request.headers['idempotency-key']);
  if (key === undefined) return undefined;
  return { key, path: keyedPath(request), bodyHash: hashBody(run.top, run.files) };
}
