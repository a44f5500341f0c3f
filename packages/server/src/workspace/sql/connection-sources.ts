import { compose, type Part } from './reader.ts';
import { SqlTextError, type Token, tokenize } from './tokens.ts';

// Handles `connection('name', 'table or query')` in FROM. The rows are read into a table before the statement runs.
// Here the call is replaced with the name of that table.

export type ConnectionSource = {
  /** No table of an organization can have this name. */
  table: string;
  connection: string;
  source: string;
  /** Place of the call in the user's text. */
  position: number;
};

/** Each source needs a session with another system and a file on disk. */
const SOURCES_MAX = 10;
const NAME = 'connection';

/** Other uses of the name, such as a common table expression, have no string after the parenthesis. */
export const namesConnection = (tokens: Token[], at: number): boolean =>
  tokens[at]?.kind === 'word' &&
  tokens[at]!.text.toLowerCase() === NAME &&
  tokens[at + 1]?.text === '(' &&
  tokens[at + 1]?.kind === 'symbol' &&
  tokens[at + 2]?.kind === 'string';

export function replaceConnections(part: Part): { query: Part; sources: ConnectionSource[] } {
  const tokens = tokenize(part.sql);
  const sources: ConnectionSource[] = [];
  const items: (string | Part)[] = [];
  let copied = 0;
  for (const [at, token] of tokens.entries()) {
    if (!namesConnection(tokens, at)) continue;
    const position = placeOf(part, token.start);
    const [, , connection, comma, source, end] = tokens.slice(at, at + 6);
    if (comma?.text !== ',' || source?.kind !== 'string' || end?.text !== ')')
      throw new SqlTextError(
        "connection() takes two strings: a connection name, and a table or query. Example: connection('shop', 'orders').",
        position,
      );
    if (sources.length === SOURCES_MAX)
      throw new SqlTextError(`A statement may use connection() at most ${SOURCES_MAX} times.`, position);
    const table = `errand connection ${sources.length + 1}`;
    sources.push({ table, connection: textOf(connection!, part), source: textOf(source, part), position });
    items.push(...cut(part, copied, token.start), `"${table}"`);
    copied = end.end;
  }
  if (sources.length === 0) return { query: part, sources };
  return { query: compose(...items, ...cut(part, copied, part.sql.length)), sources };
}

function textOf({ text, start }: Token, part: Part): string {
  const dollar = /^\$[^$]*\$/.exec(text)?.[0];
  if (dollar !== undefined) return text.slice(dollar.length, -dollar.length);
  if (!text.startsWith("'"))
    throw new SqlTextError('Write the arguments of connection() in plain quotes or in $$ … $$.', placeOf(part, start));
  return text.slice(1, -1).replaceAll("''", "'");
}

/** Returns the place in the user's text. For generated text, this is the start of the part. */
function placeOf({ start, pieces }: Part, offset: number): number {
  if (pieces === undefined) return start + offset;
  const piece = pieces.find(({ at, length }) => offset >= at && offset < at + length);
  return piece === undefined ? start : piece.start + offset - piece.at;
}

/** Cuts a range out of a part, keeping the user's text apart from generated text. */
function cut({ sql, start, pieces }: Part, from: number, to: number): (string | Part)[] {
  if (pieces === undefined) return [{ sql: sql.slice(from, to), start: start + from }];
  const items: (string | Part)[] = [];
  let done = from;
  for (const { at, length, start: begin } of pieces) {
    const [first, last] = [Math.max(at, from), Math.min(at + length, to)];
    if (first >= last) continue;
    items.push(sql.slice(done, first), { sql: sql.slice(first, last), start: begin + first - at });
    done = last;
  }
  return [...items, sql.slice(done, to)];
}
