import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { call } from '../client/call.ts';
import type { Connection } from '../client/connect.ts';
import { UsageError, userExitCodes } from '../terminal/errors.ts';
import type { Answer } from '../terminal/operate.ts';
import { done, readWhole } from '../terminal/text.ts';
import { addField, camel, optionFields, optionName, parse, readData, readGiven, toForm } from './arguments.ts';
import { callOf, findId, type Item, ownOrganization, readList } from './find.ts';
import { commandOf } from './names.ts';
import { type Refinement, refinements } from './refinements.ts';
import { showItem, showList, titleOf } from './show.ts';
import { type Field, getRow, kebab, nounOf, type OperationRow, readTable } from './table.ts';

// Makes a command of every operation of the contract that has none written by hand.

const ORGANIZATION = 'organization_id';
const ROWS_MAX = 1_000;
const LIMIT_MAX = 1_000_000;

/** Adds what the groups of commands lack, and the groups that do not exist yet under their own heading. */
export function addOperations(program: Command): void {
  const before = new Set(program.commands);
  for (const row of readTable().values()) addOperation(program, row, refinements[row.id]);
  for (const group of program.commands.filter((one) => !before.has(one)))
    group.description(group.commands.map((one) => one.name()).join(', '));
}

function addOperation(program: Command, row: OperationRow, refinement: Refinement = {}): void {
  const [groupName = '', verb = ''] = commandOf(row.id).split(' ');
  const group = findCommand(program, groupName) ?? program.command(groupName);
  if (findCommand(group, verb) !== undefined) return;
  const ids = row.params.filter(({ name }) => name !== ORGANIZATION);
  const positional = positionalFields(row, refinement);
  const command = group.command(verb).summary(refinement.about ?? lowerFirst(row.summary));
  command.description([refinement.about ?? row.summary, row.description].filter(Boolean).join('. '));
  for (const id of ids) command.argument(`<${argumentName(id.name)}>`, id.list ? 'id or name' : 'id');
  for (const { field, isRequired } of positional)
    command.argument(isRequired ? `<${argumentName(field.name)}>` : `[${argumentName(field.name)}]`, field.about ?? '');
  addOptions(command, row, positional);
  if (refinement.openOnly) command.option('--all', 'include closed ones');
  command.action((...all: unknown[]) => {
    const texts = all.slice(0, ids.length + positional.length) as (string | undefined)[];
    const options = { ...command.opts<Record<string, unknown>>() };
    for (const [index, { field }] of positional.entries()) {
      const text = texts[ids.length + index];
      if (text !== undefined) options[camel(optionName(field))] = parse(field, text);
    }
    return call(command, ({ errand, signal }) =>
      run({ errand, signal, row, refinement, texts: texts.slice(0, ids.length) as string[], options }),
    );
  });
}

/** Runs an operation for a command that is written by hand. */
export function runOperation(id: string, texts: string[], command: Command, options: Record<string, unknown> = {}) {
  const given = { limit: ROWS_MAX, ...options };
  return call(command, ({ errand, signal }) =>
    run({ errand, signal, row: getRow(id), refinement: refinements[id] ?? {}, texts, options: given }),
  );
}

const findCommand = (parent: Command, name: string): Command | undefined =>
  parent.commands.find((one) => one.name() === name);

/** A new thing's name is an argument; a refinement may say more. */
function positionalFields({ method, body = [], query = [] }: OperationRow, { positional }: Refinement) {
  const isNamed = method === 'POST' && body.some(({ name, isRequired }) => name === 'name' && isRequired);
  return (positional ?? (isNamed ? ['name'] : [])).map((name) => {
    const field = [...body, ...query].find((one) => one.name === name);
    if (field === undefined) throw new Error(`There is no member ${name}.`);
    return { field, isRequired: field.isRequired === true };
  });
}

function addOptions(command: Command, row: OperationRow, positional: { field: Field }[]): void {
  const isFree = ({ name }: Field) => !positional.some(({ field }) => field.name === name);
  const query = optionFields(row.query).filter(isFree);
  const names = new Set(query.map(optionName));
  for (const field of query) addField(command, field, field.isRequired);
  // What --data holds need not be given again, so the server says what is missing.
  for (const field of optionFields(row.body).filter(isFree))
    if (!names.has(optionName(field))) addField(command, field);
  if (row.params.some(({ name }) => name === ORGANIZATION))
    command.option('--organization <organization>', 'id or name (default: that of your credential)');
  if (row.method !== 'GET' && !row.isForm)
    command.option('--data <json>', 'the whole body: JSON, @file, or - for stdin');
  if (row.columns !== undefined && row.method === 'GET')
    command.option('--limit <n>', 'at most so many', (text) => readWhole(text, LIMIT_MAX), ROWS_MAX);
  if (row.gives === 'bytes') command.requiredOption('--out <file>', 'where to write the file');
}

type Run = {
  errand: Connection;
  signal: AbortSignal;
  row: OperationRow;
  refinement: Refinement;
  texts: string[];
  options: Record<string, unknown>;
};

async function run({ errand, signal, row, refinement, texts, options }: Run): Promise<Answer> {
  const known: Record<string, string> = {};
  const given = [...texts];
  for (const param of row.params) {
    const text = param.name === ORGANIZATION ? (options.organization as string | undefined) : given.shift();
    known[param.name] = text === undefined ? await ownOrganization(errand) : await findId(errand, param, text, known);
  }
  const ids = row.params.map(({ name }) => known[name]!);
  const query = await readGiven(errand, optionFields(row.query), options, known);
  if (row.columns !== undefined && row.method === 'GET') {
    const limit = Number(options.limit);
    const { openOnly } = refinement;
    const isAll = options.all === true || openOnly?.unless.some((name) => options[name] !== undefined);
    const found = await readList(errand, row.id, ids, { query: { ...(!isAll && openOnly?.query), ...query }, limit });
    const items = isAll ? found : found.filter((item) => openOnly?.isOpen?.(item as never) ?? true);
    if (found.length === limit) process.stderr.write(`! Only the first ${limit}. --limit gives more.\n`);
    return { json: { [listKey(row, refinement)]: items }, text: showList(items, refinement.columns ?? row.columns) };
  }
  const data = await readData(options.data as string | undefined);
  const set = await readGiven(errand, optionFields(row.body), options, {
    ...known,
    ...(data as Record<string, string>),
  });
  const body = Object.keys(set).length === 0 ? data : { ...data, ...set };
  if (row.body && !row.bodyIsOptional && Object.keys(body).length === 0)
    throw new UsageError(`Nothing is given. ${hintOf(row)}`);
  const args = [
    ...ids,
    ...(row.body ? [row.isForm ? await toForm(row, body) : body] : []),
    ...(row.query ? [query] : []),
    { signal },
  ];
  const answer = callOf(errand, row.id)(...args);
  return show(row, refinement, { answer, id: ids.at(-1) ?? '', called: texts.at(-1), out: options.out as string });
}

const hintOf = ({ body = [] }: OperationRow): string =>
  `Use --data, or ${body.map((field) => `--${optionName(field)}`).join(', ')}.`;

type Shown = { answer: unknown; id: string; called: string | undefined; out: string };

async function show(row: OperationRow, refinement: Refinement, { answer, id, called, out }: Shown): Promise<Answer> {
  switch (row.gives) {
    case 'nothing': {
      await answer;
      const isDeletion = row.method === 'DELETE';
      const said = refinement.text?.(undefined as never, called ?? id);
      const text = said ?? done(isDeletion ? `Deleted ${called ?? 'it'}.` : `${row.summary}: done.`);
      const deleted = refinement.saysDeletedId ? { deleted: id } : { id, deleted: true };
      return { json: isDeletion ? deleted : { done: true, ...(id && { id }) }, text };
    }
    case 'lines':
    case 'events': {
      const results = await Array.fromAsync(answer as AsyncIterable<unknown>);
      return { json: { results }, text: results.map((line) => JSON.stringify(line)).join('\n') };
    }
    case 'text': {
      const text = (await answer) as string;
      return { json: { text }, text: text.trimEnd() };
    }
    case 'bytes': {
      const content = (await answer) as Blob;
      await writeFile(out, Buffer.from(await content.arrayBuffer()));
      return { json: { file: out, size: content.size }, text: done(out, { bytes: String(content.size) }) };
    }
    case 'json': {
      const value = await answer;
      if (refinement.hasFailed?.(value as never)) process.exitCode = userExitCodes.failed;
      const text = refinement.text?.(value as never, called ?? id) ?? showValue(row, value);
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      return { json: isObject ? value : { [listKey(row, refinement)]: value ?? null }, text };
    }
  }
}

function showValue(row: OperationRow, value: unknown): string {
  if (Array.isArray(value)) return showList(value as Item[], row.columns ?? Object.keys(Object(value[0])).slice(0, 6));
  if (typeof value !== 'object' || value === null) return String(value ?? 'There is none.');
  const title = titleOf(value as Item);
  return showItem(value as Item, title === 'Done.' ? `${row.summary}.` : title);
}

/** The member of the JSON that holds a list: `post_actions`. */
const listKey = ({ id, columns }: OperationRow, { key }: Refinement): string =>
  key ?? (columns === undefined ? 'result' : kebab(id.split('.')[0]!).replaceAll('-', '_'));

const argumentName = (name: string): string => nounOf(name).replaceAll(' ', '-');
const lowerFirst = (text: string): string => (/^[A-Z][a-z]/.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text);
