import type { DocumentPage } from '../model/document.ts';
import { classOfTitle, documentNumber } from './document-classes.ts';

// Splits a packet: one file with several documents, as scanners produce. The page numbers, titles and document numbers
// on the pages show where a document begins.

export type PacketPage = Pick<DocumentPage, 'number' | 'text' | 'blocks' | 'part'>;
export type PacketDocument<Page> = { kind: string; pages: Page[] };

const HEAD_LINES = 8;

export function splitPacket<Page extends PacketPage>(pages: readonly Page[]): PacketDocument<Page>[] {
  const documents: (PacketDocument<Page> & { signs: Signs })[] = [];
  let previous: Signs | undefined;
  for (const page of pages) {
    const signs = readSigns(page);
    const last = documents.at(-1);
    if (last === undefined || begins(signs, previous, last.signs))
      documents.push({ kind: signs.class ?? 'other', pages: [page], signs });
    else {
      last.pages.push(page);
      if (last.kind === 'other' && signs.class !== undefined) last.kind = signs.class;
      last.signs.id ??= signs.id;
    }
    previous = signs;
  }
  return documents.map(({ kind, pages: own }) => ({ kind, pages: own }));
}

type Signs = {
  class: string | undefined;
  id: string | undefined;
  /** From `Page 2 of 3`. */
  count: { page: number; of: number | undefined } | undefined;
  continues: boolean;
  part: string | undefined;
};

const COUNT =
  /(?:^|\b(?:page|seite|page n°|página|pagina|strona|s\.|p\.)\s*)(\d{1,3})\s*(?:of|von|de|sur|di|\/|z)\s*(\d{1,3})(?:\s|$)/i;
const COUNT_ALONE = /^\s*(?:page|seite|página|pagina|strona)\s+(\d{1,3})\s*$/i;

function readSigns({ text, blocks = [], part }: PacketPage): Signs {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const head = lines.slice(0, HEAD_LINES);
  const edges = [...head.slice(0, 3), ...lines.slice(-3)];
  const titles = [
    ...blocks.filter(({ kind }) => kind === 'heading').map(({ start, end }) => text.slice(start, end)),
    ...head,
  ];
  return {
    class: titles.map(classOfTitle).find((found) => found !== undefined),
    id: head.map(documentNumber).find((found) => found !== undefined),
    count: edges.map(countOf).find((found) => found !== undefined),
    continues: blocks[0]?.continues ?? false,
    part: part?.name,
  };
}

function countOf(line: string): Signs['count'] {
  const [, page, of] = COUNT.exec(line) ?? [];
  if (page !== undefined && Number(page) <= Number(of)) return { page: Number(page), of: Number(of) };
  const [, alone] = COUNT_ALONE.exec(line) ?? [];
  return alone === undefined ? undefined : { page: Number(alone), of: undefined };
}

/** Whether a page begins a new document. */
function begins(signs: Signs, previous: Signs | undefined, document: Signs): boolean {
  if (signs.part !== document.part) return true;
  if (signs.count) {
    // Consecutive page numbers are the clearest sign.
    const before = previous?.count;
    if (signs.count.page > 1 && before && signs.count.page === before.page + 1 && signs.count.of === before.of)
      return false;
    if (signs.count.page === 1) return true;
  }
  if (signs.continues) return false;
  if (signs.id !== undefined && document.id !== undefined) return signs.id !== document.id;
  if (signs.class === undefined) return false;
  return signs.class !== document.class || signs.id !== undefined || document.id === undefined;
}
