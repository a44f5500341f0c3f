import type { SdkOperation } from './operations.ts';
import type { Schema } from './schemas.ts';
import type { Resources } from './write-calls.ts';

// Writes the table from which the command line makes its commands: what each operation takes, what it returns, and the
// list in which an id can be found by a name. The contract's schemas take too long to load for a command.

type Found = {
  /** The operation that lists what the id names. */
  list?: string;
  /** Members of its items that people call a name. */
  labels?: string[];
  /** The member of its items that is the id, if it is not called so. */
  key?: string;
};
type Field = Found & { name: string; type: string; isRequired?: true; choices?: unknown[]; about?: string };
type Listed = { id: string; path: string; params: string[]; found: Found };

/** One line of JSON per operation, so that a change of the contract is a change of its lines. */
export function writeCommands(resources: Resources): string {
  const all = Object.entries(resources).flatMap(([resource, operations]) =>
    operations.map((operation) => ({ id: `${resource}.${operation.name}`, operation })),
  );
  const lists = all.flatMap(({ id, operation }) => readList(id, operation));
  const rows = all.map(({ id, operation }) => JSON.stringify(describe(id, operation, lists)));
  return `[\n${rows.join(',\n')}\n]\n`;
}

function describe(id: string, operation: SdkOperation, lists: Listed[]) {
  const { method, path, summary, description, params, body, query, gives, isPaged } = operation;
  const names = params.map(({ name }) => name);
  const finder = createFinder(path, names, lists);
  const item = itemOf(operation);
  return {
    id,
    method,
    path,
    summary,
    description,
    params: params.map(({ name }) => ({ name, ...finder(name) })),
    gives,
    ...(body && {
      body: readFields(body.schema, finder),
      ...(body.isForm && { isForm: true }),
      ...(body.isOptional && { bodyIsOptional: true }),
    }),
    ...(query && { query: readFields(query, finder).filter(({ name }) => !item || !paging.includes(name)) }),
    ...(isPaged && { isPaged: true }),
    ...(item && { columns: chooseColumns(item) }),
  };
}

const paging = ['page', 'page_size', 'cursor'];
const labels = ['name', 'version_name', 'title', 'company', 'email', 'label'];

function readList(id: string, operation: SdkOperation): Listed[] {
  const properties = itemOf(operation)?.properties ?? {};
  const key = ['id', 'user_id'].find((name) => properties[name] !== undefined);
  // The name of a version is its own, not that of its agent.
  const words = properties.version_name === undefined ? labels : ['version_name'];
  const found = words.filter((label) => properties[label] !== undefined);
  if (operation.method !== 'GET' || key === undefined || found.length === 0) return [];
  const params = operation.params.map(({ name }) => name);
  return [{ id, path: operation.path, params, found: { list: id, labels: found, ...(key !== 'id' && { key }) } }];
}

/** Finds the list of an id: the path before it, or a list whose items are named so elsewhere. */
function createFinder(path: string, params: string[], lists: Listed[]): (name: string) => Found {
  return (name) => {
    const before = lists.find((list) => path.startsWith(`${list.path}:${name}/`));
    return (before ?? findByWord(name, path, params, lists))?.found ?? {};
  };
}

/** `agent_id`, `source_agent_id` and `agent_ids` are found at `…/agents/`, `agent_version_id` below the agent. */
function findByWord(name: string, path: string, params: string[], lists: Listed[]): Listed | undefined {
  const words = /^(.+)_ids?$/.exec(name)?.[1]?.split('_') ?? [];
  const known = lists.filter((list) => list.params.every((param) => params.includes(param)));
  const named = (word: string) =>
    known.filter((list) => {
      const last = list.path.split('/').at(-2)!;
      return [last, last.replace(/ies$/, 'y'), last.replace(/s$/, '')].includes(word);
    });
  for (let start = 0; start < words.length; start++) {
    const owners = start === 0 ? [] : named(words.slice(0, start).join('-'));
    const found = named(words.slice(start).join('-')).filter((list) =>
      list.params.length === 0
        ? owners.length === 0
        : path.startsWith(list.path.split(':')[0]!) || owners.some((owner) => list.path.startsWith(owner.path)),
    );
    const chosen = found.find((list) => list.params.length === 0) ?? found[0];
    if (chosen && owners.every((owner) => chosen.path.startsWith(owner.path))) return chosen;
  }
  return undefined;
}

function readFields(schema: Schema, finder: (name: string) => Found): Field[] {
  const parts = schema.anyOf ?? [schema];
  const fields = new Map<string, Field>();
  for (const { properties = {}, required = [] } of parts) {
    for (const [name, member] of Object.entries(properties)) {
      const isRequired = parts.length === 1 && required.includes(name);
      const about = firstSentence(member);
      fields.set(name, {
        name,
        ...readType(member),
        ...(isRequired && { isRequired }),
        ...(about && { about }),
        ...finder(name),
      });
    }
  }
  return [...fields.values()];
}

function readType(schema: Schema): { type: string; choices?: unknown[] } {
  if (schema.format === 'binary') return { type: 'file' };
  const parts = (schema.anyOf ?? [schema]).filter(({ type }) => type !== 'null');
  const words = parts.flatMap((part) => part.enum ?? (part.const === undefined ? [] : [part.const]));
  if (words.length > 0 && parts.every((part) => part.enum ?? part.const)) return { type: 'text', choices: words };
  const types = new Set(parts.flatMap(({ type }) => type ?? 'json').filter((type) => type !== 'null'));
  const [type] = types;
  if (types.size !== 1) return { type: 'json' };
  if (type === 'array') return { type: parts[0]?.items?.type === 'string' ? 'texts' : 'json' };
  return { type: type === 'integer' ? 'number' : type === 'string' ? 'text' : type === 'object' ? 'json' : type! };
}

/** What a list returns one of. */
function itemOf({ gives, answers }: SdkOperation): Schema | undefined {
  if (gives !== 'json') return undefined;
  const found = answers.flatMap((one) => one.anyOf ?? [one]);
  const items = found.map((one) => (one.type === 'array' ? one.items : one.properties?.results?.items));
  return items.find((item) => item?.properties !== undefined);
}

const COLUMNS_MAX = 6;

/** The id and the name, then words, then figures, then times: what people look for in a list. */
function chooseColumns({ properties = {} }: Schema): string[] {
  const rank = ([name, member]: [string, Schema]): number => {
    const parts = (member.anyOf ?? [member]).filter(({ type }) => type !== 'null');
    const [{ type, format, enum: words } = {}] = parts;
    if (name === 'id') return 0;
    if (labels.includes(name)) return 1;
    if (words !== undefined || parts.some((part) => part.const !== undefined)) return 2;
    if (type === 'boolean') return 3;
    if (type === 'integer' || type === 'number') return 4;
    if (format === 'date-time') return name === 'created_at' ? 5 : 6;
    if (type === 'string' && format !== 'uuid' && !/_id$|^description$|content|body/.test(name)) return 7;
    return Number.POSITIVE_INFINITY;
  };
  const ranked = Object.entries(properties)
    .map((entry) => ({ name: entry[0], at: rank(entry) }))
    .filter(({ at }) => Number.isFinite(at))
    .sort((one, other) => one.at - other.at);
  const isTime = ({ at }: { at: number }) => at === 5 || at === 6;
  const time = ranked.find(isTime);
  const others = ranked.filter((one) => !isTime(one)).slice(0, COLUMNS_MAX - (time ? 1 : 0));
  return [...others, ...(time ? [time] : [])].map(({ name }) => name);
}

function firstSentence({ description, anyOf }: Schema): string | undefined {
  const text = description ?? anyOf?.find((one) => one.description !== undefined)?.description;
  return text?.split(/(?<=\.) /)[0]?.replace(/\.$/, '');
}
