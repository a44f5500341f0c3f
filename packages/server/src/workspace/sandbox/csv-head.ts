import { Refused } from './failures.ts';

// Reads the first line of a CSV file. It decides the delimiter, and names the columns if there are headers.

export type CsvHead = {
  delimiter: string;
  names: string[];
  /** UTF-16 is converted to UTF-8 first. */
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be';
  /** Lines before the header. */
  skip: number;
  /** Whether some integers may not fit into 64 bits and need a closer look. */
  hasLongNumbers: boolean;
};

const DELIMITERS = [',', ';', '\t', '|'];

/** With `delimiter`, the delimiter is known and no `sep=` line is expected. */
export function readCsvHead(
  head: Buffer,
  options: { withHeaders: boolean; columnsMax: number; delimiter?: string },
): CsvHead {
  const encoding = findEncoding(head);
  const content = new TextDecoder(encoding).decode(head);
  // Excel may write its delimiter into a separate first line.
  const separator = options.delimiter === undefined ? /^"?sep=([,;|\t])"?\r?\n/i.exec(content) : null;
  const text = separator ? content.slice(separator[0].length) : content;
  const line = firstRecord(text);
  if (line.trim() === '') throw new Refused('The first line of the file is empty.');
  const counts = DELIMITERS.map((delimiter) => splitRecord(line, delimiter).length);
  const delimiter = options.delimiter ?? separator?.[1] ?? DELIMITERS[counts.indexOf(Math.max(...counts))]!;
  const values = splitRecord(line, delimiter);
  if (values.length > options.columnsMax) {
    throw new Refused(`A table may have at most ${options.columnsMax} columns; this file has ${values.length}.`);
  }
  const names = values.map((value, index) =>
    options.withHeaders && value.trim() !== '' ? value.trim() : `column_${index + 1}`,
  );
  if (line.includes('\ufffd'))
    throw new Refused('Line 1: the file is not valid UTF-8. Save it as UTF-8 and upload it again.');
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name.toLowerCase())) throw new Refused(`The header names the column '${name.slice(0, 100)}' twice.`);
    if (name.length > 255)
      throw new Refused(`A column name may have at most 255 characters; the header has one with ${name.length}.`);
    seen.add(name.toLowerCase());
  }
  const skip = separator ? 1 : 0;
  const hasLongNumbers = /(?<![\d.])\d{17}/.test(text);
  return { delimiter, names, encoding, skip, hasLongNumbers };
}

/** Detects UTF-16 by its byte order mark, which every program writes. */
function findEncoding([first, second]: Buffer): CsvHead['encoding'] {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** Returns the text up to the first line break outside quotes. */
function firstRecord(text: string): string {
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') quoted = !quoted;
    else if (!quoted && (text[at] === '\n' || text[at] === '\r')) return text.slice(0, at);
  }
  return quoted ? text.split(/\r?\n/, 1)[0]! : text;
}

function splitRecord(line: string, delimiter: string): string[] {
  const values: string[] = [];
  let value = '';
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at]!;
    if (character === '"' && quoted && line[at + 1] === '"') {
      value += '"';
      at += 1;
    } else if (character === '"') quoted = !quoted;
    else if (character === delimiter && !quoted) {
      values.push(value);
      value = '';
    } else value += character;
  }
  return [...values, value];
}
