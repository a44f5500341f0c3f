import type { ParsedDocument } from './model/document.ts';
import type { Frame } from './model/frames.ts';
import { limits, type ParseMessage, type ParseRequest } from './model/request.ts';
import { DocumentFailure } from './process/failure.ts';
import type { ParserHost } from './process/host.ts';
import { type Content, type ParseOptions, parseInProcess } from './process/parse-in-process.ts';

export type DocumentSource = {
  name: string;
  contentType?: string;
  /** If known, a size above the limit is refused before anything is read. */
  size?: number;
  open(): Promise<Content>;
};

export type ReadOptions = ParseOptions & Partial<Omit<ParseRequest, 'name' | 'contentType'>>;

/**
 * Reads the pages of a PDF, image, DOCX, XLSX, HTML page or text in a separate process. The content decides the kind of
 * the file. Throws a DocumentFailure if it cannot be read.
 */
export async function parseDocument(
  host: ParserHost,
  source: DocumentSource,
  options: ReadOptions = {},
): Promise<ParsedDocument> {
  const { signal, timeoutMs, memoryBytesMax, onPage, ...wanted } = options;
  const request: ParseRequest = {
    images: false,
    ocr: 'never',
    ...wanted,
    name: source.name,
    contentType: source.contentType ?? '',
  };
  if ((source.size ?? 0) > limits.fileBytesMax) throw tooLarge(source.name);
  const content = bounded(source.name, await source.open());
  return toDocument(await parseInProcess(host, request, content, { signal, timeoutMs, memoryBytesMax, onPage }));
}

async function* bounded(name: string, content: Content): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of content instanceof Uint8Array ? [content] : content) {
    bytes += chunk.length;
    if (bytes > limits.fileBytesMax) throw tooLarge(name);
    yield chunk;
  }
}

const tooLarge = (name: string): DocumentFailure =>
  new DocumentFailure(
    `'${name}' is larger than ${limits.fileBytesMax / 1024 ** 2} MB, the most that can be read. Split it into smaller files.`,
  );

function toDocument(frames: Frame<ParseMessage>[]): ParsedDocument {
  const pages: ParsedDocument['pages'] = [];
  for (const { message, bytes } of frames) {
    if (message.type === 'document') {
      const { type: _type, ...document } = message;
      return { ...document, pages };
    }
    if (message.type !== 'page') continue;
    const { type: _type, imageType, ...page } = message;
    pages.push(imageType === undefined ? page : { ...page, image: { data: bytes, mediaType: imageType } });
  }
  throw new Error('The parsing process returned no document.');
}
