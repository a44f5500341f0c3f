// Reads CSV as spreadsheets write it: quotes, line breaks inside quotes, commas, semicolons or tabs.

export type CsvTable = {
  header: string[];
  /** Each row has the number that a spreadsheet shows for it. */
  rows: { number: number; cells: string[] }[];
  delimiter: string;
};

/** Decodes text in the encodings that spreadsheets write: UTF-8, UTF-16 or Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

export function parseCsv(text: string): CsvTable {
  const clean = text.replace(/^\uFEFF/, '');
  const delimiter = guessDelimiter(clean);
  const records = readRecords(clean, delimiter)
    .map((cells, index) => ({ number: index + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const [head, ...rows] = records;
  const header = (head?.cells ?? []).map((name, index) => name.trim() || `column ${index + 1}`);
  return {
    header,
    rows: rows.map(({ number, cells }) => ({ number, cells: header.map((_, index) => unmark(cells[index] ?? '')) })),
    delimiter,
  };
}

/** Removes the mark that our exports add to cells that a spreadsheet would read as formulas. */
const unmark = (cell: string): string => (/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);

/** Returns the delimiter that occurs most often in the first line, outside quotes. */
function guessDelimiter(text: string): string {
  const first = text
    .slice(0, 10_000)
    .replace(/"[^"]*"/g, '')
    .split(/\r?\n/, 1)[0]!;
  const counts = [',', ';', '\t'].map((mark) => [mark, first.split(mark).length] as const);
  return counts.sort((a, b) => b[1] - a[1])[0]![0];
}

function readRecords(text: string, delimiter: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[index + 1] === '"') {
        cell += '"';
        index++;
      } else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === delimiter) {
      record.push(cell);
      cell = '';
    } else if (character === '\n' || character === '\r') {
      if (character === '\r' && text[index + 1] === '\n') index++;
      records.push([...record, cell]);
      record = [];
      cell = '';
    } else cell += character;
  }
  if (cell !== '' || record.length > 0) records.push([...record, cell]);
  return records;
}
