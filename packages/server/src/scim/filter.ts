import { invalid } from './errors.ts';

// Parses filters of RFC 7644, 3.4.2.2, into a tree: comparisons, `pr`, `and`, `or`, `not (…)`, and `emails[type eq
// "work"]`.

export type Operator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le' | 'pr';
export type Value = string | number | boolean | null;
export type Filter =
  | { kind: 'compare'; path: string; operator: Operator; value: Value }
  | { kind: 'and' | 'or'; left: Filter; right: Filter }
  | { kind: 'not'; inner: Filter }
  /** A filter over the elements of an attribute; `member` compares a member of those that match. */
  | { kind: 'elements'; path: string; inner: Filter; member: Filter | undefined };

const OPERATORS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le', 'pr'];
const CHARACTERS_MAX = 2_000;
/** Directories send one or two conditions. */
const DEPTH_MAX = 20;
const TOKEN = /\s*(?:("(?:[^"\\]|\\.)*")|([()[\]])|([^\s()[\]"]+))/y;

type Token = { text: string; isString: boolean };

export function parseFilter(text: string): Filter {
  if (text.length > CHARACTERS_MAX) throw refuse(`A filter may have at most ${CHARACTERS_MAX} characters.`);
  const reader = createReader(readTokens(text));
  const filter = readOr(reader, 0);
  if (reader.peek() !== undefined) throw refuse(`The filter cannot be read from "${reader.peek()!.text}" on.`);
  return filter;
}

const refuse = (detail: string) => invalid(detail, 'invalidFilter');

function readTokens(text: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const match = TOKEN.exec(text);
    if (match === null) throw refuse('The filter cannot be read: a quotation mark is missing.');
    tokens.push({ text: match[1] ?? match[2] ?? match[3]!, isString: match[1] !== undefined });
  }
  return tokens;
}

type Reader = { peek(): Token | undefined; next(): Token; take(word: string): boolean };

function createReader(tokens: Token[]): Reader {
  let at = 0;
  return {
    peek: () => tokens[at],
    next() {
      const token = tokens[at++];
      if (token === undefined) throw refuse('The filter ends too early.');
      return token;
    },
    take(word) {
      const token = tokens[at];
      const isIt = token !== undefined && !token.isString && token.text.toLowerCase() === word;
      if (isIt) at += 1;
      return isIt;
    },
  };
}

function readOr(reader: Reader, depth: number): Filter {
  let left = readAnd(reader, depth);
  while (reader.take('or')) left = { kind: 'or', left, right: readAnd(reader, depth) };
  return left;
}

function readAnd(reader: Reader, depth: number): Filter {
  let left = readOne(reader, depth);
  while (reader.take('and')) left = { kind: 'and', left, right: readOne(reader, depth) };
  return left;
}

function readOne(reader: Reader, depth: number): Filter {
  if (depth > DEPTH_MAX) throw refuse('The filter is nested too deep.');
  if (reader.take('not')) {
    if (!reader.take('(')) throw refuse('"not" must be followed by parentheses.');
    return { kind: 'not', inner: readClosed(reader, ')', depth) };
  }
  if (reader.take('(')) return readClosed(reader, ')', depth);
  const { text: path, isString } = reader.next();
  if (isString) throw refuse(`${path} is a value, but an attribute name is required here.`);
  if (reader.take('[')) {
    const inner = readClosed(reader, ']', depth);
    const name = reader.peek()?.text.startsWith('.') ? reader.next().text.slice(1) : undefined;
    return { kind: 'elements', path, inner, member: name === undefined ? undefined : readComparison(reader, name) };
  }
  return readComparison(reader, path);
}

function readClosed(reader: Reader, end: string, depth: number): Filter {
  const inner = readOr(reader, depth + 1);
  if (!reader.take(end)) throw refuse(`The filter is missing a "${end}".`);
  return inner;
}

function readComparison(reader: Reader, path: string): Filter {
  const operator = reader.next().text.toLowerCase();
  if (!OPERATORS.includes(operator))
    throw refuse(`Unknown operator "${operator.slice(0, 50)}". It must be one of: ${OPERATORS.join(', ')}.`);
  if (operator === 'pr') return { kind: 'compare', path, operator, value: null };
  const { text, isString } = reader.next();
  return { kind: 'compare', path, operator: operator as Operator, value: readValue(text, isString) };
}

function readValue(text: string, isString: boolean): Value {
  try {
    const value: unknown = JSON.parse(isString ? text : text.toLowerCase());
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value as Value;
  } catch {
    // Reported below.
  }
  throw refuse(`${text.slice(0, 50)} is not a value. Text must be in quotation marks.`);
}
