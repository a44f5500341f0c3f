import type { Block } from '../model/blocks.ts';
import { type Box, union } from '../model/box.ts';
import type { DocumentPage } from '../model/document.ts';
import { addWord, type WordTable } from '../model/words.ts';
import { isUnspaced } from '../places/spellings.ts';
import type { Piece } from './piece.ts';

export type Composed = Required<Pick<DocumentPage, 'text' | 'blocks' | 'words'>>;

/** Writes the text of a page and records the offsets of each word and block. */
export type Composer = {
  /** Returns the current end of the text. */
  position(): number;
  write(text: string): void;
  /** Writes words with the right separators. Returns their offsets. */
  pieces(pieces: readonly Piece[]): [number, number];
  addBlock(block: Omit<Block, 'end'>): void;
  finish(): Composed;
};

export function createComposer(): Composer {
  const parts: string[] = [];
  const words: WordTable = [];
  const blocks: Block[] = [];
  let length = 0;
  const write = (text: string): void => {
    parts.push(text);
    length += text.length;
  };
  return {
    position: () => length,
    write,
    pieces(pieces) {
      const from = length;
      let previous: Piece | undefined;
      for (const piece of pieces) {
        if (previous) write(between(previous, piece));
        addWord(words, length, length + piece.text.length, piece.seen, piece.confidence);
        write(piece.text);
        previous = piece;
      }
      return [from, length];
    },
    addBlock: (block) => blocks.push({ ...block, end: length }),
    finish: () => ({ text: parts.join(''), blocks, words }),
  };
}

/** Decides about a hyphen at a line end: typesetters add them within words, but in `A-4711` it belongs there. */
export function between(first: Piece, second: Piece): string {
  if (first.broken) return /\p{Ll}$/u.test(first.text) && /^\p{Ll}/u.test(second.text) ? '' : '-';
  return second.glued || (isUnspaced(first.text.at(-1)!) && isUnspaced(second.text[0]!)) ? '' : ' ';
}

export const boxOfPieces = (pieces: readonly Piece[]): Box | undefined =>
  pieces.length === 0 ? undefined : pieces.map(({ seen }) => seen).reduce(union);
