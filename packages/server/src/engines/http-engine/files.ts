import { buffer } from 'node:stream/consumers';
import { type EngineContext, EngineFailure } from '../engine/engine.ts';

/** Limit for all files of a request together. Base64 adds a third. */
const FILE_BYTES_MAX = 20 * 1024 * 1024;
const FILE_IDS = /^file_[0-9a-f-]{36}(,file_[0-9a-f-]{36})*$/;

type SentFile = { id: string; key: string; name: string; content_type: string; size: number; content: string };

/** Returns the inputs and the content of their files, because the remote agent has no API key to fetch them. */
export async function describeFiles(
  context: Pick<EngineContext, 'file'>,
  inputs: Record<string, string>,
): Promise<{ sent: Record<string, string>; files: SentFile[] }> {
  const files: SentFile[] = [];
  let bytes = 0;
  for (const [key, value] of Object.entries(inputs)) {
    if (!FILE_IDS.test(value)) continue;
    for (const id of value.split(',')) {
      const file = await context.file(id);
      bytes += file.size;
      if (bytes > FILE_BYTES_MAX) {
        throw new EngineFailure(
          `The files are larger than ${FILE_BYTES_MAX} bytes in total, the limit for a remote agent.`,
          { code: 'errand.documents.too_large' },
        );
      }
      const content = (await buffer(await file.open())).toString('base64');
      files.push({ id, key, name: file.name, content_type: file.contentType, size: file.size, content });
    }
  }
  return { sent: inputs, files };
}
