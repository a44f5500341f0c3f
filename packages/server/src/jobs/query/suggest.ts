import { jobQueryFields } from '@errand/contract/job-query.ts';
import { readPath } from '@errand/contract/query-language.ts';
import type { Db } from '#platform/db.ts';
import { listOrigins, listPaths, listValues } from './known-values.ts';

// Suggests what may come next in a job query: fields and existing values.

const SUGGESTIONS_MAX = 12;

type Suggestion = { text: string; about: string };

export async function suggest(db: Db, orgId: string, q: string, at = q.length) {
  const place = Math.min(at, q.length);
  const from = startOfTerm(q, place);
  const term = q.slice(from, place);
  const to = place + /^\S*/.exec(q.slice(place))![0].length;
  const suggestions = await findSuggestions(db, orgId, term);
  return { from, to, suggestions: suggestions.slice(0, SUGGESTIONS_MAX) };
}

/** Finds the start of the term at `end`. Spaces between quotation marks belong to the term. */
function startOfTerm(text: string, end: number): number {
  let start = 0;
  let quoted = false;
  for (let place = 0; place < end; place += 1) {
    if (text[place] === '"' && text[place - 1] !== '\\') quoted = !quoted;
    if (!quoted && /\s/.test(text[place]!)) start = place + 1;
  }
  return start;
}

async function findSuggestions(db: Db, orgId: string, term: string): Promise<Suggestion[]> {
  const minus = term.startsWith('-') ? '-' : '';
  const bare = term.slice(minus.length);
  const colon = bare.search(/:(?=[^:]*$)/);
  const head = colon < 0 ? '' : bare.slice(0, colon);
  const name = nameOf(head);
  if (colon >= 0 && name !== undefined) {
    const [, operator = '', done = '', last = ''] = /^(>=|<=|>|<)?(.*,)?(.*)$/s.exec(bare.slice(colon + 1))!;
    const values = await valuesOf(db, orgId, name, last.replaceAll('"', ''));
    return values.map(({ text, about }) => ({ text: `${minus}${head}:${operator}${done}${quote(text)}`, about }));
  }
  const [root = '', ...path] = bare.split('.');
  if (path.length > 0 && ['metadata', 'input', 'output'].includes(root.toLowerCase())) {
    const paths = await listPaths(db, orgId, root.toLowerCase() as 'metadata');
    const begins = bare.toLowerCase();
    return paths
      .filter(({ text }) => text.toLowerCase().startsWith(begins))
      .map(({ text, about }) => ({ text: `${minus}${text}:`, about }));
  }
  return Object.entries(jobQueryFields)
    .filter(([name]) => name.startsWith(bare.toLowerCase()))
    .map(([name, { kind, about }]) => ({ text: `${minus}${name}${kind === 'path' ? '.' : ':'}`, about }));
}

const quote = (text: string): string => (/[\s",:*]|^[<>]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : text);

const EXAMPLES: Record<string, string[]> = {
  since: ['1h', '24h', '7d', '30d'],
  cost: ['0.1', '1'],
  duration: ['10s', '1m', '5m'],
};

type Name = { field: keyof typeof jobQueryFields; path: string[] };

function nameOf(head: string): Name | undefined {
  const [, word = '', path = ''] = /^([a-z_]+)(\..+)?$/i.exec(head) ?? [];
  const field = word.toLowerCase();
  return Object.hasOwn(jobQueryFields, field) ? { field: field as Name['field'], path: readPath(path) } : undefined;
}

async function valuesOf(db: Db, orgId: string, { field, path }: Name, begins: string): Promise<Suggestion[]> {
  const fits = (text: string): boolean => text.toLowerCase().startsWith(begins.toLowerCase());
  const { words, about }: { words?: readonly string[]; about: string } = jobQueryFields[field];
  const known = words ?? (field === 'origin' ? listOrigins() : EXAMPLES[field]);
  if (known) return known.filter(fits).map((text) => ({ text, about }));
  return listValues(db, orgId, { name: field, path, begins });
}
