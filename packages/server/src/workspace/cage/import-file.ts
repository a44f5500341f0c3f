import { closeSync, openSync, readSync } from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import { toCsv } from './excel.ts';
import { Refused } from './failures.ts';
import { importCsv } from './import-csv.ts';
import type { TaskAnswer } from './protocol.ts';
import { describeFile, quoteName, quoteText } from './session.ts';

// An uploaded file becomes a Parquet segment. What it is, its content says: the name may say anything.

type Import = { file: string; withHeaders: boolean; columnsMax: number };
type Kind = 'csv' | 'json' | 'parquet' | 'excel';

/** `tellWriting`: the file of `out/` that is written from now on. */
export async function importFile(
  connection: DuckDBConnection,
  task: Import,
  tellWriting: (file: string) => void,
): Promise<TaskAnswer> {
  let path = `in/${task.file}`;
  let file = '';
  const write = async (query: string): Promise<void> => {
    // The first one may be taken away while it grows, so another attempt has a file of its own.
    if (file === '') {
      file = 'segment.parquet';
      tellWriting(file);
    } else file = 'again.parquet';
    await connection.run(`copy (${query}) to 'out/${file}' (format parquet)`);
  };
  const head = readHead(path);
  const kind = detectKind(head);
  if (kind === 'excel') {
    toCsv(path, 'tmp/sheet.csv');
    path = 'tmp/sheet.csv';
  }
  const source =
    kind === 'parquet'
      ? `select * from read_parquet(${quoteText(path)})`
      : kind === 'json'
        ? `select * from read_json(${quoteText(path)}, format = 'auto', convert_strings_to_integers = false, sample_size = -1)`
        : undefined;
  if (source === undefined) await importCsv(connection, { ...task, path, head: readHead(path), write });
  else {
    const columns = await describeColumns(connection, source, task.columnsMax);
    await write(`select ${columns.map(({ name, type }) => plain(name, type, kind)).join(', ')} from (${source})`);
  }
  return { ...(await describeFile(connection, `out/${file}`)), file, truncated: false, offsets: [] };
}

function readHead(path: string): Buffer {
  const file = openSync(path, 'r');
  const head = Buffer.alloc(1024 * 1024);
  const length = readSync(file, head, 0, head.length, 0);
  closeSync(file);
  return head.subarray(0, length);
}

function detectKind(head: Buffer): Kind {
  if (head.length === 0) throw new Refused('The file is empty.');
  const magic = head.toString('latin1', 0, 4);
  if (magic === 'PAR1') return 'parquet';
  if (magic === 'PK\u0003\u0004') {
    if (head.includes('xl/') || head.includes('[Content_Types].xml')) return 'excel';
    throw new Refused('The file is a zip archive. Unpack it and upload the table inside.');
  }
  if (magic.startsWith('\u001f\u008b')) throw new Refused('The file is compressed with gzip. Unpack it first.');
  if (magic.startsWith('%PDF') || magic === '\u00d0\u00cf\u0011\u00e0')
    throw new Refused('The file is not a table: CSV, Parquet, JSON lines and XLSX can be read.');
  const text = head
    .toString('utf8', 0, 4_096)
    .replace(/^\ufeff/, '')
    .trimStart();
  return text.startsWith('{') || /^\[\s*\{/.test(text) ? 'json' : 'csv';
}

async function describeColumns(connection: DuckDBConnection, query: string, columnsMax: number) {
  const rows = (await connection.runAndReadAll(`describe ${query}`)).getRows();
  if (rows.length > columnsMax)
    throw new Refused(`A table may have at most ${columnsMax} columns; this file has ${rows.length}.`);
  return rows.map((row) => ({ name: String(row[0]), type: String(row[1]) }));
}

/** JSON keeps what is nested as JSON text; dates become moments, as in CSV. */
function plain(name: string, type: string, kind: Kind): string {
  const column = quoteName(name);
  if (kind !== 'json') return column;
  if (type === 'DATE') return `cast(${column} as timestamp) as ${column}`;
  if (/^(STRUCT|MAP|UNION|JSON)/.test(type) || type.endsWith(']'))
    return `cast(to_json(${column}) as varchar) as ${column}`;
  if (type === 'TIME' || type === 'UUID' || type === 'HUGEINT') return `cast(${column} as varchar) as ${column}`;
  return column;
}
