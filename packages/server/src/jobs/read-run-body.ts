import type { FastifyRequest } from 'fastify';
import type { Snapshot } from '#agents/snapshot.ts';
import { discardStaged } from '#files/keep-content.ts';
import { FieldTextError, MultipartError } from '#files/multipart.ts';
import { receiveParts } from '#files/receive.ts';
import { bodyKind, formFields, jsonObject } from '#http/body.ts';
import { invalidInputs } from '#platform/errors.ts';
import { JsonError } from '#platform/json.ts';
import { limits } from '#platform/limits.ts';
import { type Storage, StorageError } from '#platform/storage/storage.ts';
import { notStored } from './input-files.ts';
import { readsFileAsText } from './inputs.ts';
import { formObject, type RunRequest, readRunRequest, refuseOrganization, unreadableBody } from './run-request.ts';

/** The body of a single run in any of its encodings; files of a multipart body are staged afterwards. */
export async function readRunBody(request: FastifyRequest, snapshot: Snapshot, storage: Storage): Promise<RunRequest> {
  const definitions = new Map(snapshot.version.inputDefinitions.map((definition) => [definition.key, definition]));
  const defined = (name: string): boolean => definitions.has(name);
  try {
    switch (bodyKind(request)) {
      case 'form':
        return readSingle(formObject(formFields(request)), { form: true, defined });
      case 'multipart': {
        const { fields, files } = await receiveParts(request, {
          storage,
          orgId: request.caller.orgId,
          limitBytes: limits.bodyBytes,
          textBytesMax: Math.min(limits.formTextBytes, limits.bodyBytes),
          wants(name) {
            const definition = definitions.get(name);
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
      default:
        return readSingle(jsonObject(request), { form: false, defined });
    }
  } catch (error) {
    if (error instanceof FieldTextError && defined(error.field))
      throw invalidInputs([`Input '${error.field}' ${error.problem}`]);
    if (error instanceof StorageError) throw notStored(error);
    if (error instanceof JsonError || error instanceof MultipartError)
      throw unreadableBody(`Request body: ${error.message}`);
    throw error;
  }
}

const readSingle: typeof readRunRequest = (body, options) => {
  refuseOrganization(body.organization_id);
  return readRunRequest(body, options);
};

const RESERVED = new Set(['inputs', 'metadata', 'organization_id', 'timeout_seconds', 'max_cost']);
