import type { InputDefinition } from '@errand/sdk';
import { looksLikeId } from '../../data/ids.ts';
import { isRequired, isTextual } from '../run/run-values.ts';
import type { CsvTable } from './csv.ts';

// Maps the columns of a file to the inputs of an agent, and finds problems in rows before anything is charged.

/** The source of an input's value: a column, the same text for all rows, or none. */
export type Source = { kind: 'column'; column: number } | { kind: 'constant'; text: string } | { kind: 'none' };
export type Mapping = Record<string, Source>;

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Matches columns whose name equals or contains that of an input. */
export function guessMapping(definitions: readonly InputDefinition[], { header }: CsvTable): Mapping {
  return Object.fromEntries(
    definitions.map(({ key }): [string, Source] => {
      const names = header.map(plain);
      const exact = names.indexOf(plain(key));
      const part = names.findIndex((name) => name !== '' && (name.includes(plain(key)) || plain(key).includes(name)));
      const column = exact >= 0 ? exact : part;
      return [key, column >= 0 ? { kind: 'column', column } : { kind: 'none' }];
    }),
  );
}

/** A mapping by column names, so that it fits the next file of the same kind. */
type Remembered = Record<string, { column: string } | { constant: string } | null>;

const placeOf = (agentId: string): string => `errand.columns.${agentId}`;

export function rememberMapping(agentId: string, mapping: Mapping, { header }: CsvTable): void {
  const names = Object.entries(mapping).map(([key, source]) => [
    key,
    source.kind === 'column'
      ? { column: header[source.column] }
      : source.kind === 'constant'
        ? { constant: source.text }
        : null,
  ]);
  localStorage.setItem(placeOf(agentId), JSON.stringify(Object.fromEntries(names)));
}

/** Returns the mapping of the last file if it has the same columns, otherwise a guess. */
export function recallMapping(agentId: string, definitions: readonly InputDefinition[], table: CsvTable): Mapping {
  const guessed = guessMapping(definitions, table);
  let remembered: Remembered;
  try {
    remembered = JSON.parse(localStorage.getItem(placeOf(agentId)) ?? '{}') as Remembered;
  } catch {
    return guessed;
  }
  return Object.fromEntries(
    Object.entries(guessed).map(([key, source]): [string, Source] => {
      const last = remembered[key];
      if (last === undefined) return [key, source];
      if (last === null) return [key, { kind: 'none' }];
      if ('constant' in last) return [key, { kind: 'constant', text: last.constant }];
      const column = table.header.indexOf(last.column);
      return [key, column >= 0 ? { kind: 'column', column } : source];
    }),
  );
}

export type Row = { number: number; inputs: Record<string, string> };

/** Converts rows to inputs. */
export function toRows(definitions: readonly InputDefinition[], { rows }: CsvTable, mapping: Mapping): Row[] {
  return rows.map(({ number, cells }) => {
    const inputs: Record<string, string> = {};
    for (const { key } of definitions) {
      const source = mapping[key] ?? { kind: 'none' };
      const value =
        source.kind === 'column' ? (cells[source.column] ?? '') : source.kind === 'constant' ? source.text : '';
      if (value !== '') inputs[key] = value;
    }
    return { number, inputs };
  });
}

export type Problem = { message: string; rows: number[] };

/** Returns the problems by cause, and the rows without problems. */
export function checkRows(
  definitions: readonly InputDefinition[],
  rows: readonly Row[],
): { problems: Problem[]; valid: Row[] } {
  const problems = new Map<string, number[]>();
  const valid = rows.filter((row) => {
    const messages = definitions.flatMap((definition) => checkCell(definition, row.inputs[definition.key]) ?? []);
    for (const message of messages) {
      const numbers = problems.get(message) ?? [];
      numbers.push(row.number);
      problems.set(message, numbers);
    }
    return messages.length === 0;
  });
  return { problems: [...problems].map(([message, numbers]) => ({ message, rows: numbers })), valid };
}

const isFileOrUrl = (text: string): boolean => /^https?:\/\/\S+$/i.test(text) || looksLikeId(text);

function checkCell(definition: InputDefinition, value: string | undefined): string | undefined {
  const { key, data_type: type } = definition;
  if (value === undefined) return isRequired(definition) ? `${key} is empty, but needed.` : undefined;
  if (type === 'application/json') {
    try {
      JSON.parse(value);
    } catch {
      return `${key} is not valid JSON.`;
    }
  }
  if (!isTextual(definition) && type !== '*/*' && !value.split(/[\s,]+/).every(isFileOrUrl))
    return `${key} must be a URL (https://…) or a file id.`;
  return undefined;
}
