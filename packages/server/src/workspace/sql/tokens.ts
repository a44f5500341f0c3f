// Splits SQL text into tokens, enough to separate statements and to find the names in them. DuckDB's own parser decides
// what a statement means. If the two disagree about its end, DuckDB refuses it.

export type Token = {
  kind: 'word' | 'quoted' | 'string' | 'number' | 'symbol';
  /** A quoted name without its quotes; anything else as written. */
  text: string;
  start: number;
  end: number;
};

const WORD = /[\p{L}_\u0080-\uffff][\p{L}\p{N}_$\u0080-\uffff]*/uy;
const NUMBER = /(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?/y;
const DOLLAR = /\$([\p{L}_][\p{L}\p{N}_]*)?\$/uy;
const SPACE = /\s+/y;

/** Throws a SqlTextError for an unterminated string, name or comment. */
export function tokenize(sql: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(sql)?.[0];
  };
  while (at < sql.length) {
    const space = match(SPACE);
    if (space !== undefined) {
      at += space.length;
      continue;
    }
    const start = at;
    const two = sql.slice(at, at + 2);
    if (two === '--') {
      const end = sql.indexOf('\n', at);
      at = end === -1 ? sql.length : end;
      continue;
    }
    if (two === '/*') {
      at = endOfComment(sql, at);
      continue;
    }
    const escapes = /^[eE]'$/.test(two);
    if (sql[at] === "'" || escapes) {
      at = endOfQuoted(sql, escapes ? at + 1 : at, "'", escapes);
      tokens.push({ kind: 'string', text: sql.slice(start, at), start, end: at });
      continue;
    }
    if (sql[at] === '"') {
      at = endOfQuoted(sql, at, '"', false);
      tokens.push({ kind: 'quoted', text: sql.slice(start + 1, at - 1).replaceAll('""', '"'), start, end: at });
      continue;
    }
    const dollar = match(DOLLAR);
    if (dollar !== undefined) {
      const end = sql.indexOf(dollar, at + dollar.length);
      if (end === -1) throw new SqlTextError('This string is not closed.', at);
      at = end + dollar.length;
      tokens.push({ kind: 'string', text: sql.slice(start, at), start, end: at });
      continue;
    }
    const word = match(WORD);
    const number = word === undefined ? match(NUMBER) : undefined;
    const text = word ?? number ?? sql[at]!;
    at += text.length;
    tokens.push({
      kind: word !== undefined ? 'word' : number !== undefined ? 'number' : 'symbol',
      text,
      start,
      end: at,
    });
  }
  return tokens;
}

/** The SQL text cannot be read. `position` counts characters from its start. */
export class SqlTextError extends Error {
  readonly position: number;
  constructor(message: string, position: number) {
    super(message);
    this.position = position;
  }
}

function endOfQuoted(sql: string, from: number, quote: string, escapes: boolean): number {
  for (let at = from + 1; at < sql.length; at += 1) {
    if (escapes && sql[at] === '\\') at += 1;
    else if (sql[at] === quote) {
      if (sql[at + 1] !== quote) return at + 1;
      at += 1;
    }
  }
  throw new SqlTextError(quote === '"' ? 'This quoted name is not closed.' : 'This string is not closed.', from);
}

/** Returns the end of a block comment. Comments can be nested. */
function endOfComment(sql: string, from: number): number {
  let depth = 1;
  for (let at = from + 2; at < sql.length; at += 1) {
    const two = sql.slice(at, at + 2);
    if (two !== '/*' && two !== '*/') continue;
    depth += two === '/*' ? 1 : -1;
    at += 1;
    if (depth === 0) return at + 1;
  }
  throw new SqlTextError('This comment is not closed.', from);
}

/** Formats the place that a message points to, such as `(line 2, column 7)`. */
export function atPosition(sql: string, position: number): string {
  const before = sql.slice(0, position);
  const line = before.split('\n').length;
  return `(line ${line}, column ${[...before.slice(before.lastIndexOf('\n') + 1)].length + 1})`;
}
