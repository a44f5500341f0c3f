// The language of lists: `status:failure agent:"Invoice reader" -model:small cost:>0.5 output.total:>500 since:24h`. Terms
// are joined by "and", values after commas are alternatives, and a leading minus negates a term.

export type QueryKind = 'word' | 'text' | 'number' | 'span' | 'since' | 'moment' | 'due' | 'path';
export type QueryField = { kind: QueryKind; words?: readonly string[]; about: string };

export const queryField = (kind: QueryKind, about: string, words?: readonly string[]): QueryField => ({
  kind,
  about,
  ...(words && { words }),
});

export type QueryOperator = '=' | '>' | '>=' | '<' | '<=';
/** In a pattern, stars match anything. */
export type QueryValue = { text: string; isPattern: boolean };

export type QueryTerm<Name extends string = string> = {
  /** `text` for words without a field. */
  field: Name | 'text';
  path: string[];
  operator: QueryOperator;
  values: QueryValue[];
  negated: boolean;
  /** Where the term begins and ends in the text. */
  at: number;
  end: number;
};

export type QueryProblem = {
  /** From 0. */
  at: number;
  message: string;
  /** The unknown word, and the known ones. */
  word?: string;
  known?: readonly string[];
};

export const QUERY_TERMS_MAX = 30;

export function parseQuery<Name extends string>(
  text: string,
  fields: Record<Name, QueryField>,
): { terms: QueryTerm<Name>[]; problem?: QueryProblem } {
  const terms: QueryTerm<Name>[] = [];
  for (let at = skipSpace(text, 0); at < text.length; at = skipSpace(text, at)) {
    if (terms.length === QUERY_TERMS_MAX)
      return { terms, problem: { at, message: `At most ${QUERY_TERMS_MAX} terms.` } };
    const read = readTerm(text, at, fields);
    if ('message' in read) return { terms, problem: read };
    const problem = checkTerm(read, fields);
    if (problem) return { terms, problem };
    terms.push(read as QueryTerm<Name>);
    at = read.end;
  }
  return { terms };
}

const NAME = /-?([a-z_]+)((?:\.(?:"[^"]*"|[^\s:."]+))*):/iy;
const PART = /"((?:[^"\\]|\\.)*)"|[^\s,"]+/y;

const skipSpace = (text: string, at: number): number => {
  let next = at;
  while (next < text.length && /\s/.test(text[next]!)) next += 1;
  return next;
};

function readTerm(text: string, at: number, fields: Record<string, QueryField>): QueryTerm | QueryProblem {
  NAME.lastIndex = at;
  const name = NAME.exec(text);
  const negated = text[at] === '-' && text.length > at + 1 && !/\s/.test(text[at + 1]!);
  if (name === null) return readWords(text, at, negated);
  const word = name[1]!.toLowerCase();
  const begins = at + (negated ? 1 : 0);
  if (!Object.hasOwn(fields, word)) {
    const message = `Unknown field '${word}'. To search for words with a colon, put them in quotation marks.`;
    return { at: begins, message, word, known: Object.keys(fields) };
  }
  const path = readPath(name[2] ?? '');
  const [operator = ''] = /^(>=|<=|>|<)?/.exec(text.slice(NAME.lastIndex)) ?? [];
  const list = readValues(text, NAME.lastIndex + operator.length);
  if ('message' in list) return list;
  if (list.values.length === 0) return { at: list.end, message: `A value is missing after '${name[0]}${operator}'.` };
  return {
    field: word,
    path,
    operator: (operator || '=') as QueryOperator,
    values: list.values,
    negated,
    at,
    end: list.end,
  };
}

/** Splits a path such as `.total` or `."order id".no` into its parts. */
export const readPath = (text: string): string[] =>
  [...text.matchAll(/\.(?:"([^"]*)"|([^\s:."]+))/g)].map(([, quoted, bare]) => quoted ?? bare!);

function readWords(text: string, at: number, negated: boolean): QueryTerm | QueryProblem {
  const part = readPart(text, at + (negated ? 1 : 0));
  if (part === undefined) return { at: at + 1, message: 'A word is missing before the comma.' };
  if ('message' in part) return part;
  // Outside of a field, a comma has no special meaning.
  const end = part.quoted ? part.end : at + /^\S+/.exec(text.slice(at))![0].length;
  const word = part.quoted ? part.value.text : text.slice(at + (negated ? 1 : 0), end);
  return { field: 'text', path: [], operator: '=', values: [{ text: word, isPattern: false }], negated, at, end };
}

type Part = { value: QueryValue; quoted: boolean; end: number };

function readPart(text: string, at: number): Part | QueryProblem | undefined {
  PART.lastIndex = at;
  const found = PART.exec(text);
  if (found !== null) {
    const quoted = found[1] !== undefined;
    const value = quoted ? found[1]!.replace(/\\(.)/g, '$1') : found[0];
    return { value: { text: value, isPattern: !quoted && value.includes('*') }, quoted, end: PART.lastIndex };
  }
  return text[at] === '"' ? { at, message: 'This quotation mark is not closed.' } : undefined;
}

function readValues(text: string, at: number): { values: QueryValue[]; end: number } | QueryProblem {
  const values: QueryValue[] = [];
  for (let next = at; ; next += 1) {
    const part = readPart(text, next);
    if (part === undefined)
      return values.length === 0 ? { values, end: next } : { at: next, message: 'A value is missing after the comma.' };
    if ('message' in part) return part;
    values.push(part.value);
    if (text[part.end] !== ',') return { values, end: part.end };
    next = part.end;
  }
}

function checkTerm(term: QueryTerm, fields: Record<string, QueryField>): QueryProblem | undefined {
  if (term.field === 'text') return undefined;
  const { kind, words } = fields[term.field]!;
  const at = term.end - term.values.at(-1)!.text.length;
  if (term.path.length > 0 && kind !== 'path') return { at: term.at, message: `'${term.field}' has no parts.` };
  if (term.operator !== '=' && !['number', 'span', 'path', 'due'].includes(kind))
    return { at: term.at, message: `'${term.field}' cannot be compared with ${term.operator}.` };
  if (term.operator !== '=' && kind === 'path' && term.path.length === 0)
    return { at: term.at, message: `The name of a value is required, such as ${term.field}.total.` };
  if (term.operator !== '=' && term.values.length > 1)
    return { at, message: `Only one value can follow ${term.operator}.` };
  for (const { text } of term.values) {
    if (words && !words.includes(text.toLowerCase()))
      return {
        at,
        message: `'${text}' is not a valid ${term.field}. Must be one of: ${words.join(', ')}.`,
        word: text.toLowerCase(),
        known: words,
      };
    if (kind === 'number' && !/^\$?\d{1,15}(\.\d{1,10})?$|^\$?\.\d{1,10}$/.test(text))
      return { at, message: `'${text}' is not a number.` };
    if (kind === 'span' && readSpanMs(text) === undefined)
      return { at, message: `'${text}' is not a duration. Use for example 500ms, 30s or 5m.` };
    if (kind === 'since' && !((readSpanMs(text) ?? SINCE_MS_MAX) < SINCE_MS_MAX))
      return { at, message: `'${text}' is not a duration. Use for example 1h, 24h or 7d.` };
    if (kind === 'due' && readDue(text, 0) === undefined)
      return { at, message: `'${text}' is not a time. Use for example overdue, 24h or 2026-11-17.` };
    if (kind === 'moment' && (!/^(19|20)\d\d-\d\d-\d\d/.test(text) || Number.isNaN(Date.parse(text))))
      return { at, message: `'${text}' is not a time. Use for example 2026-11-17 or 2026-11-17T08:00:00Z.` };
  }
  return undefined;
}

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Fifty years. Nothing is older. */
const SINCE_MS_MAX = 50 * 365 * UNITS.d;

/** Reads a duration such as `90s` or `1.5h`. A bare number is seconds. */
export function readSpanMs(text: string): number | undefined {
  const [, amount, unit = 's'] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h|d|w)?$/i.exec(text) ?? [];
  return amount === undefined ? undefined : Number(amount) * UNITS[unit.toLowerCase() as keyof typeof UNITS];
}

/** Reads `overdue`, a span from now such as `24h`, or a time. */
export function readDue(text: string, now: number): Date | undefined {
  if (text.toLowerCase() === 'overdue') return new Date(now);
  const span = readSpanMs(text);
  if (span !== undefined && /[a-z]$/i.test(text) && span < SINCE_MS_MAX) return new Date(now + span);
  return /^(19|20)\d\d-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(text)) ? new Date(text) : undefined;
}
