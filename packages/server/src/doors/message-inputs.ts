import type { InputDefinition } from '@errand/contract/agents.ts';
import { blobPrefix, cleanContentType, cleanFileName } from '#files/model.ts';
import { takesText } from '#jobs/start/inputs.ts';
import type { UploadedFile } from '#jobs/start/run-request.ts';
import { limits } from '#platform/limits.ts';
import { contentKey, stageContent } from '#platform/storage/put-content.ts';
import type { Storage } from '#platform/storage/storage.ts';

// Places what a message holds: texts go to the only text input, or to `text` if there is none or more than one; files go
// to the file inputs in order.

export function textKey(definitions: readonly InputDefinition[]): string {
  const keys = definitions.filter(takesText).map(({ key }) => key);
  return keys.length === 1 ? keys[0]! : 'text';
}

/**
 * Assigns one file to each input, in the order of the definitions. An input for many files gets the remaining ones. The
 * list is shorter than `count` if there are more files than inputs.
 */
export function fileKeys(
  definitions: readonly InputDefinition[],
  given: Record<string, unknown>,
  count: number,
): string[] {
  const open = definitions.filter(
    (one) => given[one.key] === undefined && (!takesText(one) || one.data_type === '*/*'),
  );
  const keys: string[] = [];
  for (const { key, accepts_multiple_files: many } of open) {
    const left = count - keys.length;
    const others = open.length - open.findIndex((one) => one.key === key) - 1;
    const takes = many ? Math.max(1, left - others) : 1;
    for (let taken = 0; taken < Math.min(takes, left); taken += 1) keys.push(key);
  }
  return keys;
}

/** Adds the id or address of a file to an input. */
export const withAddress = (earlier: unknown, address: string): unknown =>
  earlier === undefined ? address : [earlier, address].flat();

export type Upload = { key: string; content: Buffer; name: string | undefined; mediaType: string | undefined };

/** Stages the files that a message contains. */
export async function stageUploads(storage: Storage, orgId: string, uploads: Upload[]): Promise<UploadedFile[]> {
  const staged: UploadedFile[] = [];
  for (const { key, content, name, mediaType } of uploads) {
    const kept = await stageContent(storage, chunksOf(content), limits.fileBytes);
    staged.push({
      ...kept,
      field: key,
      name: cleanFileName(name ?? ''),
      contentType: cleanContentType(mediaType || undefined),
      storageKey: contentKey(blobPrefix('files', orgId), kept.sha256),
      after: 0,
    });
  }
  return staged;
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
