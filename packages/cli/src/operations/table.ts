import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// The table of operations that `npm run generate` writes from the contract. It is read as JSON, because the contract's
// schemas would delay every command by a quarter of a second.

/** An id, and the list in which it is found by a name. */
export type Reference = { name: string; list?: string; labels?: string[]; key?: string };

export type Field = Reference & {
  type: 'text' | 'texts' | 'number' | 'boolean' | 'json' | 'file';
  isRequired?: true;
  choices?: (string | number)[];
  about?: string;
};

export type OperationRow = {
  /** Its place in the SDK, such as `agents.list`. */
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  summary: string;
  description?: string;
  params: Reference[];
  gives: 'nothing' | 'json' | 'text' | 'bytes' | 'lines' | 'events';
  body?: Field[];
  isForm?: true;
  bodyIsOptional?: true;
  query?: Field[];
  isPaged?: true;
  /** Members of a list's items that are worth a column. */
  columns?: string[];
};

let rows: Map<string, OperationRow> | undefined;

export function readTable(): Map<string, OperationRow> {
  if (rows === undefined) {
    const file = fileURLToPath(import.meta.resolve('@errand/sdk/commands.json'));
    const read = JSON.parse(readFileSync(file, 'utf8')) as OperationRow[];
    rows = new Map(read.map((row) => [row.id, row]));
  }
  return rows;
}

export function getRow(id: string): OperationRow {
  const row = readTable().get(id);
  if (row === undefined) throw new Error(`The contract has no operation ${id}.`);
  return row;
}

export const kebab = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-');

/** The word for what an id names: `agent_version_id` → agent version. */
export const nounOf = (name: string): string => name.replace(/_ids?$/, '').replaceAll('_', ' ');
