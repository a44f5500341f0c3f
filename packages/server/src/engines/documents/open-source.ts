import { limits } from '@errand/documents/model/request.ts';
import type { DocumentSource } from '@errand/documents/parse-document.ts';
import { type EngineContext, EngineFailure } from '../engine/engine.ts';

const SOURCES_MAX = 50;
const FETCH_MS = 120_000;
/** A response is held in memory until it is complete. Afterwards it is read from storage. */
const FETCHED_BYTES_MAX = 50 * 1024 * 1024;

/** Reads file ids and URLs from a configuration: a list, or a text separated by commas, spaces or line breaks. */
export function readSourceNames(value: unknown, key: string, countMax = SOURCES_MAX): string[] {
  const list = Array.isArray(value) ? value.map(String) : [String(value ?? '')];
  // A URL may contain commas, so a comma is a separator only if another source or the end follows.
  const names = list.flatMap((text) =>
    text.split(/\s+|,(?=\s*(?:https?:|connection:|file_|[0-9a-f]{8}-?[0-9a-f]{4}|$))/i),
  );
  const given = names.map((name) => name.trim()).filter((name) => name !== '');
  if (given.length === 0)
    throw new EngineFailure(`Configuration '${key}' is required: a file or its URL.`, {
      code: 'errand.config.missing',
    });
  if (given.length > countMax)
    throw new EngineFailure(`'${key}' names ${given.length} files. A job can read at most ${countMax}.`, {
      code: 'errand.documents.too_large',
    });
  return given;
}

/** Opens a file of the organization by its id, or an object of a connection, or fetches a URL as a step. */
export async function openSource(
  context: EngineContext,
  name: string,
  { bytesMax = limits.fileBytesMax }: { bytesMax?: number } = {},
): Promise<DocumentSource> {
  if (/^connection:\/\//i.test(name)) return context.connectionFile(name, bytesMax);
  if (!/^https?:\/\//i.test(name)) {
    const file = await context.file(name);
    if (file.size > bytesMax)
      throw new EngineFailure(`'${file.name}' is larger than ${bytesMax / 1024 ** 2} MB.`, {
        code: 'errand.documents.too_large',
      });
    return { name: file.name, contentType: file.contentType, size: file.size, open: () => file.open() };
  }
  const { url, status, headers, reopen } = await context.fetch(`fetch ${name.slice(0, 200)}`, name, {
    bytesMax: Math.min(bytesMax, FETCHED_BYTES_MAX),
    timeoutMs: FETCH_MS,
  });
  if (status !== 200) {
    throw new EngineFailure(`${name.slice(0, 200)} could not be fetched: the server responded with status ${status}.`, {
      code: 'errand.web.status',
      retry: status >= 500 || status === 429,
    });
  }
  const last = decodeSafely(new URL(url).pathname.split('/').at(-1) ?? '');
  return { name: last || new URL(url).host, contentType: headers['content-type'] ?? '', open: reopen };
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text).slice(0, 200);
  } catch {
    return text.slice(0, 200);
  }
}
