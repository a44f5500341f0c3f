import { blocksOfLine } from '../layout/line-blocks.ts';
import type { Block } from '../model/blocks.ts';
import type { Reader } from './reader.ts';

/** Reads text in any common encoding as one page. */
export const readPlainText: Reader = async (content, request, emit) => {
  const text = decodeText(content, charsetOf(request.contentType));
  emit({ number: 1, width: 0, height: 0, text, scanned: false, blocks: blocksOfText(text) });
  return { pageCount: 1 };
};

/** Only the first lines get blocks, because a log of millions of lines gains nothing from more. */
const LINES_MAX = 20_000;

/** Finds labels with values and check boxes line by line. The lines between them are paragraphs. */
export function blocksOfText(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  let lines = 0;
  for (let at = 0; at < text.length && lines < LINES_MAX; lines += 1) {
    const next = text.indexOf('\n', at);
    const end = next < 0 ? text.length : next;
    const line = text.slice(at, end).trimEnd();
    if (line.trim() === '') open = undefined;
    else {
      const own = blocksOfLine(line, at);
      if (own.length === 1 && own[0]!.kind === 'paragraph' && open) open.end = own[0]!.end;
      else {
        blocks.push(...own);
        open = own.length === 1 && own[0]!.kind === 'paragraph' ? own[0] : undefined;
      }
    }
    at = end + 1;
  }
  return blocks;
}

/** Decodes by the byte order mark, as UTF-8, in the declared encoding, or in the most common legacy encoding. */
export function decodeText(content: Buffer, charset?: string): string {
  const marked = markedEncoding(content);
  if (marked !== undefined) return new TextDecoder(marked).decode(content);
  const declared = charset === undefined ? undefined : decoderOf(charset);
  if (declared !== undefined && declared.encoding !== 'utf-8') return declared.decode(content);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return new TextDecoder(guessUtf16(content) ?? 'windows-1252').decode(content);
  }
}

export const charsetOf = (contentType: string): string | undefined =>
  /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(contentType)?.[1];

/** Whether the content has no control characters, except in encodings where they are half of a letter. */
export function isText(content: Buffer): boolean {
  if (markedEncoding(content) !== undefined || guessUtf16(content) !== undefined) return true;
  const sample = content.subarray(0, 65_536);
  let odd = 0;
  for (const byte of sample) {
    if (byte === 0) return false;
    if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) odd += 1;
  }
  return odd <= sample.length / 100;
}

function markedEncoding(content: Buffer): string | undefined {
  const [first, second, third] = content;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** Western text in UTF-16 has a zero byte in nearly every pair, always on the same side. */
function guessUtf16(content: Buffer): string | undefined {
  const sample = content.subarray(0, 4_096);
  if (sample.length < 4 || content.length % 2 !== 0) return undefined;
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2]! += 1;
  const half = sample.length / 2;
  if (zeros[1]! > half * 0.7 && zeros[0] === 0) return 'utf-16le';
  return zeros[0]! > half * 0.7 && zeros[1] === 0 ? 'utf-16be' : undefined;
}

function decoderOf(charset: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(charset);
  } catch {
    return undefined;
  }
}
