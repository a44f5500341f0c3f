import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import type { Errand } from '@errand/sdk';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { UsageError } from '../terminal/errors.ts';
import { findId } from './find.ts';
import { type Field, kebab, nounOf, type OperationRow } from './table.ts';

// Members of a body or a query as options: `agent_id` is `--agent NAME`, `max_cost` is `--max-cost 5`.

/** The words of the program, which no member may take. */
const taken = new Set(['json', 'profile', 'help', 'version', 'data', 'limit', 'out', 'organization']);

/** The members that options set. The organization is the credential's. */
export const optionFields = (fields: readonly Field[] = []): Field[] =>
  fields.filter(({ name }) => name !== 'organization_id');

export function addField(command: Command, field: Field, isRequired = false): void {
  const name = optionName(field);
  const about = `${field.about ?? nounOf(field.name)}${field.list ? ' (id or name)' : ''}`;
  if (field.type === 'boolean') {
    command.option(`--${name}`, about).option(`--no-${name}`, `not: ${about}`);
    return;
  }
  const option = new Option(`--${name} <${hintOf(field)}>`, about);
  if (field.choices?.length) option.choices(field.choices.map(String));
  else option.argParser((text: string, before: unknown) => parse(field, text, before));
  command.addOption(option.makeOptionMandatory(isRequired));
}

export const optionName = ({ name }: Field): string => {
  const word = kebab(name.replace(/_ids?$/, ''));
  return taken.has(word) ? `with-${word}` : word;
};

const hintOf = ({ name, type, list }: Field): string => {
  if (list !== undefined) return `${kebab(nounOf(name).replaceAll(' ', '-'))}${type === 'texts' ? '...' : ''}`;
  return { text: 'text', texts: 'texts...', number: 'n', json: 'json', file: 'file', boolean: '' }[type];
};

export function parse({ type }: Pick<Field, 'type'>, text: string, before?: unknown): unknown {
  if (type === 'texts') return [...((before as string[] | undefined) ?? []), text];
  if (type === 'number') {
    const number = text.trim() === '' ? Number.NaN : Number(text);
    if (!Number.isFinite(number)) throw new InvalidArgumentError('Enter a number.');
    return number;
  }
  if (type !== 'json') return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidArgumentError('Enter JSON.');
  }
}

/** Returns the members that were given, with ids in the place of names. */
export async function readGiven(
  errand: Errand,
  fields: readonly Field[],
  options: Readonly<Record<string, unknown>>,
  known: Readonly<Record<string, string>>,
): Promise<Record<string, unknown>> {
  const given: Record<string, unknown> = {};
  for (const field of fields) {
    const value = options[camel(optionName(field))];
    if (value === undefined) continue;
    const find = (text: string) => findId(errand, field, text, { ...known, ...(given as Record<string, string>) });
    if (field.list === undefined) given[field.name] = field.choices ? readChoice(field, value) : value;
    else given[field.name] = Array.isArray(value) ? await Promise.all(value.map(find)) : await find(String(value));
  }
  return given;
}

const readChoice = ({ choices = [] }: Field, value: unknown): unknown =>
  choices.find((choice) => String(choice) === String(value)) ?? value;

/** Reads `--data`: JSON, `@file`, or `-` for standard input. It may hold secrets, so an error does not repeat it. */
export async function readData(data: string | undefined): Promise<Record<string, unknown>> {
  if (data === undefined) return {};
  const isFile = data.startsWith('@') && data !== '@-';
  const text = isFile
    ? await readFile(data.slice(1), 'utf8').catch(() => {
        throw new UsageError(`There is no file ${data.slice(1)}.`);
      })
    : data === '-' || data === '@-'
      ? await readAll(process.stdin)
      : data;
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new UsageError(`${isFile ? data.slice(1) : 'What --data says'} is not JSON.`);
  }
}

/** Writes a body as a form, with the content of its files. */
export async function toForm(row: OperationRow, body: Record<string, unknown>): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    const isFile = row.body?.some((field) => field.name === name && field.type === 'file');
    if (!isFile) form.append(name, String(value));
    else {
      const content = await readFile(String(value)).catch(() => {
        throw new UsageError(`There is no file ${value}.`);
      });
      form.append(name, new Blob([content]), String(value).split('/').at(-1)!);
    }
  }
  return form;
}

export const camel = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
