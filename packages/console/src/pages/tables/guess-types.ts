// Guesses the column types of a CSV file from its beginning, to show them before the upload. The import checks all rows
// and decides by itself.

export type ColumnGuess = { name: string; type: string; samples: string[] };

const ROWS_LOOKED_AT = 200;

export function guessColumns(text: string, withHeaders: boolean): ColumnGuess[] {
  const delimiter = guessDelimiter(text.slice(0, text.search(/\r?\n/) >>> 0));
  const rows = readRows(text, delimiter, ROWS_LOOKED_AT + 1);
  const header = withHeaders ? rows.shift() : undefined;
  const width = header?.length ?? rows[0]?.length ?? 0;
  return Array.from({ length: width }, (_, index) => {
    const values = rows.map((row) => row[index] ?? '');
    return {
      name: header?.[index]?.trim() || `column_${index + 1}`,
      type: guessType(values),
      samples: values.filter((value) => value !== '').slice(0, 3),
    };
  });
}

/** The same for JSON lines. Every line is an object whose members are the columns. */
export function guessJsonColumns(text: string): ColumnGuess[] {
  // The last line may be incomplete.
  const lines = text.split('\n');
  const whole = lines.length > 1 ? lines.slice(0, -1) : lines;
  const rows = whole
    .slice(0, ROWS_LOOKED_AT)
    .map(readObject)
    .filter((row) => row !== undefined);
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return names.map((name) => {
    const values = rows.map((row) => writeValue(row[name]));
    const isNested = rows.some((row) => typeof row[name] === 'object' && row[name] !== null);
    const isText = rows.some((row) => typeof row[name] === 'string');
    return {
      name,
      type: isNested ? 'nested' : isText ? guessType(values, ['DateTime']) : guessType(values),
      samples: values.filter((value) => value !== '').slice(0, 3),
    };
  });
}

function readObject(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

const writeValue = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

function guessDelimiter(line: string): string {
  const counts = [',', ';', '\t', '|'].map((mark) => [mark, line.split(mark).length] as const);
  return counts.sort((a, b) => b[1] - a[1])[0]![0];
}

/** Reads records with quoted fields, up to a number. An unfinished last one is left out. */
export function readRows(text: string, delimiter: string, rowsMax: number): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let isQuoted = false;
  for (let at = 0; at < text.length && rows.length < rowsMax; at++) {
    const character = text[at]!;
    if (isQuoted) {
      if (character !== '"') field += character;
      else if (text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && field === '') isQuoted = true;
    else if (character === delimiter) {
      row.push(field);
      field = '';
    } else if (character === '\n') {
      row.push(field.replace(/\r$/, ''));
      if (row.length > 1 || row[0] !== '') rows.push(row);
      row = [];
      field = '';
    } else field += character;
  }
  if (rows.length === 0 && (field !== '' || row.length > 0)) rows.push([...row, field]);
  return rows;
}

const patterns: [type: string, pattern: RegExp][] = [
  ['Int64', /^[+-]?\d{1,18}$/],
  ['Float64', /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i],
  ['Bool', /^(true|false)$/i],
  ['DateTime', /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/],
];

function guessType(values: string[], allowed = patterns.map(([type]) => type)): string {
  const filled = values.filter((value) => value !== '');
  if (filled.length === 0) return 'String';
  const [type = 'String'] =
    patterns.find(([name, pattern]) => allowed.includes(name) && filled.every((value) => pattern.test(value.trim()))) ??
    [];
  return filled.length < values.length ? `Nullable(${type})` : type;
}
