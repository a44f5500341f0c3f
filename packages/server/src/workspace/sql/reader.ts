import { SqlTextError, type Token } from './tokens.ts';

// Reads the tokens of one statement and cuts parts out of its text.

/** A part of the text, with its place in it. */
export type Part = {
  sql: string;
  start: number;
  /** For generated text: which parts of it are the user's. */
  pieces?: { at: number; length: number; start: number }[];
};

/** Joins generated text and parts of the user's text. */
export function compose(...items: (string | Part)[]): Part {
  const pieces: NonNullable<Part['pieces']> = [];
  let sql = '';
  for (const item of items) {
    if (typeof item !== 'string') pieces.push({ at: sql.length, length: item.sql.length, start: item.start });
    sql += typeof item === 'string' ? item : item.sql;
  }
  return { sql, start: pieces[0]?.start ?? 0, pieces };
}

export type Reader = ReturnType<typeof createReader>;

export function createReader(sql: string, tokens: Token[]) {
  let at = 0;
  const end = tokens.at(-1)!.end;
  const isWord = (token: Token | undefined, word: string): boolean =>
    token?.kind === 'word' && token.text.toLowerCase() === word;
  const reader = {
    peek: (): Token | undefined => tokens[at],
    isNext: (word: string): boolean => isWord(tokens[at], word),
    /** Takes the words if all of them follow in this order. */
    take(...words: string[]): boolean {
      if (!words.every((word, index) => isWord(tokens[at + index], word))) return false;
      at += words.length;
      return true;
    },
    symbol(text: string): boolean {
      if (tokens[at]?.kind !== 'symbol' || tokens[at]!.text !== text) return false;
      at += 1;
      return true;
    },
    next(what: string): Token {
      const token = tokens[at];
      if (token === undefined) throw new SqlTextError(`Expected ${what}, but the statement ends.`, end);
      at += 1;
      return token;
    },
    name(what: string): string {
      const token = reader.next(what);
      if (token.kind !== 'word' && token.kind !== 'quoted') throw new SqlTextError(`Expected ${what}.`, token.start);
      return token.text;
    },
    /** Reads a table name, with an optional `main.` prefix. */
    table(): string {
      const first = reader.name('a table name');
      if (first.toLowerCase() === 'main' && reader.symbol('.')) return reader.name('a table name');
      const dot = tokens[at];
      if (dot?.kind === 'symbol' && dot.text === '.')
        throw new SqlTextError('A table name cannot have a schema or database prefix.', dot.start);
      return first;
    },
    rest(what: string): Part {
      const token = reader.next(what);
      at = tokens.length;
      return { sql: sql.slice(token.start, end), start: token.start };
    },
    /** Takes the text up to a comma, a closing parenthesis or one of the words, at the same nesting level. */
    untilComma(what: string, ...words: string[]): Part {
      const first = reader.next(what);
      let last = first;
      for (let depth = opens(first); at < tokens.length; at += 1) {
        const token = tokens[at]!;
        if (depth === 0 && token.kind === 'symbol' && (token.text === ',' || token.text === ')')) break;
        // The FROM of IS DISTINCT FROM does not count.
        if (depth === 0 && words.some((word) => isWord(token, word)) && !isWord(last, 'distinct')) break;
        depth += opens(token);
        last = token;
      }
      return { sql: sql.slice(first.start, last.end), start: first.start };
    },
    isOver: (): boolean => at >= tokens.length,
    end(): void {
      const token = tokens[at];
      if (token !== undefined) throw new SqlTextError(`Unexpected '${token.text}'.`, token.start);
    },
  };
  return reader;
}

const opens = ({ kind, text }: Token): number =>
  kind !== 'symbol' ? 0 : '([{'.includes(text) ? 1 : ')]}'.includes(text) ? -1 : 0;
