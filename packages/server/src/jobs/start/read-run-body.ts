import type { InputDefinition } from '@errand/contract/agents.ts';
import type { FastifyRequest } from 'fastify';
import type { Snapshot } from '#agents/snapshot.ts';
import { discardStaged } from '#files/keep-content.ts';
import { receiveParts } from '#files/receive.ts';
import { bodyKind, formFields, jsonObject } from '#http/body.ts';
import { FieldTextError, MultipartError } from '#http/multipart.ts';
import { invalidInputs } from '#platform/errors.ts';
import { JsonError } from '#platform/json.ts';
import { limits } from '#platform/limits.ts';
import { type Storage, StorageError } from '#platform/storage/storage.ts';
import { notStored } from './input-files.ts';
import { readsFileAsText } from './inputs.ts';
import { formObject, type RunRequest, readRunRequest, refuseOrganization, unreadableBody } from './run-request.ts';

/** Reads the body of a single run: JSON, form or multipart. Only multipart returns a promise. */
export function readRunBody(
  request: FastifyRequest,
  snapshot: Snapshot,
  storage: Storage,
): RunRequest | Promise<RunRequest> {
  const definitions = snapshot.version.inputDefinitions;
  const defined = (name: string): boolean => definitions.some(({ key }) => key === name);
  const kind = bodyKind(request);
  if (kind === 'multipart') {
    return readMultipart(request, definitions, defined, storage).catch((error: unknown) => {
      throw unreadable(error, defined);
    });
  }
  try {
    return kind === 'form'
      ? readSingle(formObject(formFields(request)), { form: true, defined })
      : readSingle(jsonObject(request), { form: false, defined });
  } catch (error) {
    throw unreadable(error, defined);
  }
}

/** Reads the fields and stages the files in storage. */
async function readMultipart(
  request: FastifyRequest,
  definitions: InputDefinition[],
  defined: (name: string) => boolean,
  storage: Storage,
): Promise<RunRequest> {
  const byKey = new Map(definitions.map((definition) => [definition.key, definition]));
  const { fields, files } = await receiveParts(request, {
    storage,
    orgId: request.caller.orgId,
    limitBytes: limits.bodyBytes,
    textBytesMax: Math.min(limits.formTextBytes, limits.bodyBytes),
    wants(name) {
      const definition = byKey.get(name);
      if (definition === undefined) return RESERVED.has(name) ? 'text' : 'ignore';
      return readsFileAsText(definition) ? 'text' : 'file';
    },
  });
  try {
    return readSingle(formObject(fields), { form: true, files, defined });
  } catch (error) {
    await discardStaged(storage, files);
    throw error;
  }
}

function unreadable(error: unknown, defined: (name: string) => boolean): unknown {
  if (error instanceof FieldTextError && defined(error.field))
    return invalidInputs([`Input '${error.field}' ${error.problem}`]);
  if (error instanceof StorageError) return notStored(error);
  if (error instanceof JsonError || error instanceof MultipartError)
    return unreadableBody(`Request body: ${error.message}`);
  return error;
}

const readSingle: typeof readRunRequest = (body, options) => {
  refuseOrganization(body.organization_id);
  return readRunRequest(body, options);
};

const RESERVED = new Set([
  'inputs',
  'metadata',
  'organization_id',
  'timeout_seconds',
  'max_cost',
  'lane',
  'deadline_seconds',
  'priority',
]);
