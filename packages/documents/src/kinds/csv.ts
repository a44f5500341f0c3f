import { addCell, type CellTable } from '../model/blocks.ts';
import { charsetOf, decodeText } from './plain-text.ts';
import type { Reader } from './reader.ts';

/** Larger files are data for the SQL workspace. Their text is complete, but their cells are not listed. */
const CELLS_MAX = 200_000;

/** Keeps CSV as it is, because its lines say more than a table made from them. Its cells are listed separately. */
export const readCsv: Reader = async (content, request, emit) => {
  const text = decodeText(content, charsetOf(request.contentType));
  const cells = listCsvCells(text, delimiterOf(text));
  const blocks = [{ kind: 'table' as const, start: 0, end: text.length, cells }];
  emit({ number: 1, width: 0, height: 0, scanned: false, text, blocks });
  return { pageCount: 1 };
};

/** Returns the delimiter that the first lines have most evenly: comma, semicolon, tab or bar. */
export function delimiterOf(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .slice(0, 10);
  const evenness = (sign: string): number => {
    const counts = lines.map((line) => line.replace(/"[^"]*"/g, '').split(sign).length - 1);
    return Math.min(...counts) * 10 + Math.max(...counts);
  };
  return [';', '\t', ',', '|'].reduce((best, sign) => (evenness(sign) > evenness(best) ? sign : best), ',');
}

/** Lists the offsets of each cell in the text, without its quotes. */
function listCsvCells(text: string, delimiter: string): CellTable {
  const cells: CellTable = [];
  let [row, column, start] = [0, 0, 0];
  for (let at = 0, count = 0; at <= text.length && count < CELLS_MAX; ) {
    let [from, end] = [at, at];
    if (text[at] === '"') {
      from = at + 1;
      end = closingQuote(text, from);
      at = end + 1;
    }
    for (start = at; at < text.length && text[at] !== delimiter && text[at] !== '\n'; ) at += 1;
    if (from === start) end = text[at - 1] === '\r' ? at - 1 : at;
    if (at >= text.length && from >= text.length && column === 0) break;
    addCell(cells, { row, column, start: from, end: Math.max(from, end) });
    count += 1;
    if (text[at] === delimiter) column += 1;
    else [row, column] = [row + 1, 0];
    at += 1;
  }
  return cells;
}

/** Finds the closing quote. A doubled quote belongs to the text. */
function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at;
  return text.length;
}
