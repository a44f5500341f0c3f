import type { FastifyRequest } from 'fastify';
import type { Snapshot } from '#agents/snapshot.ts';
import { MultipartError } from '#files/multipart.ts';
import { receiveParts } from '#files/receive.ts';
import { bodyKind, bodyText, jsonObject } from '#http/body.ts';
import { checkText, JsonError } from '#platform/json.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { readsFileAsText } from './inputs.ts';
import { formObject, type RunRequest, readRunRequest, unreadableBody } from './run-request.ts';

export type BodyLimits = { storage: Storage; bodyBytesMax: number };

/** Text fields of a form are held in memory; files are not. */
const FORM_TEXT_BYTES_MAX = 32 * 1024 * 1024;

/** The body of a single run in any of its encodings; files of a multipart body are in storage afterwards. */
export async function readRunBody(
  request: FastifyRequest,
  snapshot: Snapshot,
  limits: BodyLimits,
): Promise<RunRequest> {
  const definitions = new Map(snapshot.version.inputDefinitions.map((definition) => [definition.key, definition]));
  const defined = (name: string): boolean => definitions.has(name);
  try {
    switch (bodyKind(request)) {
      case 'form':
        return readRunRequest(formObject(formFields(request)), { form: true, defined });
      case 'multipart': {
        const { fields, files } = await receiveParts(request, {
          storage: limits.storage,
          orgId: request.caller.orgId,
          limitBytes: limits.bodyBytesMax,
          textBytesMax: Math.min(FORM_TEXT_BYTES_MAX, limits.bodyBytesMax),
          wants(name) {
            const definition = definitions.get(name);
            if (definition === undefined) return RESERVED.has(name) ? 'text' : 'ignore';
            return readsFileAsText(definition) ? 'text' : 'file';
          },
        });
        return readRunRequest(formObject(fields), { form: true, files, defined });
      }
      default:
        return readRunRequest(jsonObject(request), { form: false, defined });
    }
  } catch (error) {
    if (error instanceof JsonError || error instanceof MultipartError)
      throw unreadableBody(`Request body: ${error.message}`);
    throw error;
  }
}

const RESERVED = new Set(['inputs', 'metadata', 'organization_id', 'timeout_seconds', 'max_cost']);

/** The fields of a urlencoded body. Throws JsonError. */
export function formFields(request: FastifyRequest): [string, string][] {
  const text = bodyText(request);
  checkEscapes(text);
  const fields = [...new URLSearchParams(text)];
  for (const [name, value] of fields) {
    checkText(name);
    checkText(value);
  }
  return fields;
}

/** The decoder puts replacement characters where the bytes are not UTF-8, and keeps a lone percent sign. */
function checkEscapes(text: string): void {
  // A run of escapes at a time: decoding the whole would copy it.
  for (const [escapes] of text.matchAll(/(%[0-9a-f]{2})+|%/gi)) {
    try {
      decodeURIComponent(escapes);
    } catch {
      throw new JsonError('A percent escape is broken or not UTF-8.');
    }
  }
}
