import { availableParallelism } from 'node:os';
import { EngineFailure } from '../engine.ts';
import { createTurns } from '../turns.ts';
import type { Frame } from './frames.ts';
import { limits, type ParsedDocument, type ParseMessage, type ParseRequest } from './model.ts';
import { type Content, type ParseOptions, parseInProcess } from './parse-process.ts';

export type DocumentSource = {
  name: string;
  contentType?: string;
  /** Known sizes are refused before anything is read. */
  size?: number;
  open(): Promise<Content>;
};

export type ReadOptions = ParseOptions & Partial<Omit<ParseRequest, 'name' | 'contentType'>>;

/** Reading is computing: more processes than cores would only make each slower, and take memory. */
const PROCESSES_MAX = Math.min(8, Math.max(2, availableParallelism()));
const inTurn = createTurns(PROCESSES_MAX);

/**
 * Pages of a PDF, image, DOCX, XLSX, HTML page or text. What the file is, its content decides. Anything that cannot be
 * read ends as EngineFailure with a sentence for the owner of the file.
 */
export async function readDocument(source: DocumentSource, options: ReadOptions = {}): Promise<ParsedDocument> {
  const { signal, timeoutMs, memoryBytesMax, ...wanted } = options;
  const request: ParseRequest = {
    words: false,
    images: false,
    ocr: 'never',
    ...wanted,
    name: source.name,
    contentType: source.contentType ?? '',
  };
  if ((source.size ?? 0) > limits.fileBytesMax) throw tooLarge(source.name);
  return inTurn(signal, async () => {
    const content = await source.open();
    const bounds = { signal, timeoutMs, memoryBytesMax };
    return toDocument(await parseInProcess(request, bounded(source.name, content), bounds));
  });
}

async function* bounded(name: string, content: Content): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of content instanceof Uint8Array ? [content] : content) {
    bytes += chunk.length;
    if (bytes > limits.fileBytesMax) throw tooLarge(name);
    yield chunk;
  }
}

const tooLarge = (name: string): EngineFailure =>
  new EngineFailure(
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
  throw new Error('The parsing process gave no document.');
}
