import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#platform/errors.ts';
import type { ByteRange, Storage } from '#platform/storage/storage.ts';
import { storageProblem } from '#platform/storage/storage-problem.ts';

export type Content = {
  storageKey: string;
  size: number;
  contentType: string;
  fileName: string;
  /** Whether browsers save it as a file instead of showing it. */
  download: boolean;
  /** Without quotes. */
  etag: string;
};

// Content comes from users and from the web. A browser may show it, but it must not run scripts, load other resources
// or act in any origin.
const CONTENT_SECURITY_POLICY =
  "sandbox; default-src 'none'; img-src data:; media-src data:; font-src data:; style-src 'unsafe-inline'";

/** Sends stored bytes: all, one range (RFC 9110), or none if the client already has them. */
export async function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: Storage,
  content: Content,
): Promise<FastifyReply> {
  const etag = `"${content.etag}"`;
  const isKnown = matches(request.headers['if-none-match'], etag);
  const range = isKnown ? undefined : readRange(request, etag, content.size);
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${content.size}`);
    throw new AppError('range_not_satisfiable');
  }
  const stream = isKnown || request.method === 'HEAD' ? undefined : await open(storage, content, range);

  reply.header('etag', etag);
  reply.header('accept-ranges', 'bytes');
  reply.header('cache-control', 'private, no-cache');
  reply.header('content-security-policy', CONTENT_SECURITY_POLICY);
  reply.header('x-content-type-options', 'nosniff');
  if (isKnown) return reply.code(304).send();
  if (content.download) reply.header('content-disposition', attachment(content.fileName));
  reply.type(content.contentType);
  if (range === undefined) reply.header('content-length', content.size);
  else {
    reply.code(206);
    reply.header('content-range', `bytes ${range.start}-${range.end}/${content.size}`);
    reply.header('content-length', range.end - range.start + 1);
  }
  // Fastify pipes the stream and destroys it when the client disconnects. An empty stream keeps the length for HEAD.
  return reply.send(stream ?? Readable.from([]));
}

/** Returns the range to send, or undefined for the whole content, also if the header has several or invalid ranges. */
function readRange(request: FastifyRequest, etag: string, size: number): ByteRange | 'unsatisfiable' | undefined {
  const { range: header, 'if-range': ifRange } = request.headers;
  if (header === undefined || request.method !== 'GET' || (ifRange !== undefined && ifRange !== etag)) return undefined;
  const [, first = '', last = ''] = /^bytes[ \t]*=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header) ?? [];
  if (first === '') {
    if (last === '' || size === 0) return undefined;
    return Number(last) === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(last)), end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? Number.POSITIVE_INFINITY : Number(last);
  if (end < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end: Math.min(end, size - 1) };
}

async function open(storage: Storage, { storageKey, size }: Content, range?: ByteRange): Promise<Readable> {
  const found = await storage.get(storageKey, range).catch((cause: unknown) => {
    throw storageProblem(cause, () => new AppError('storage_failed', { cause }));
  });
  if (found === undefined) throw new AppError('content_lost', { cause: new Error(`no blob ${storageKey}`) });
  if (found.size !== size) {
    found.stream.destroy();
    throw new AppError('storage_failed', { cause: new Error(`${storageKey} has ${found.size} bytes, not ${size}`) });
  }
  return found.stream;
}

const matches = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) ?? false;

/** Returns a Content-Disposition header. Old clients read the ASCII name, others the encoded one (RFC 6266). */
function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
