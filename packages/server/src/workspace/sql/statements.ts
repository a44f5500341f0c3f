import { SqlTextError, type Token, tokenize } from './tokens.ts';

// The statements of a text and what each wants to do. Only this list exists; everything else is refused by name. The
// parts that are queries or expressions are checked by the engine on its own syntax tree.

/** A piece of the text, with its place in it. */
export type Part = { sql: string; start: number };
export type ColumnDefinition = { name: string; type: Part };

export type Action =
  | { kind: 'select'; query: Part }
  | { kind: 'explain'; query: Part; analyze: boolean }
  | { kind: 'show-tables' }
  | { kind: 'describe'; table: string }
  | { kind: 'set'; name: string; value: string }
  | {
      kind: 'create';
      table: string;
      ifNotExists: boolean;
      orReplace: boolean;
      query?: Part;
      columns?: ColumnDefinition[];
    }
  | { kind: 'insert'; table: string; columns: string[] | undefined; query: Part }
  | { kind: 'drop'; table: string; ifExists: boolean }
  | { kind: 'truncate'; table: string }
  | { kind: 'delete'; table: string; condition: Part | undefined }
  | { kind: 'rename-table'; table: string; to: string }
  | { kind: 'add-column'; table: string; column: ColumnDefinition }
  | { kind: 'drop-column'; table: string; column: string }
  | { kind: 'rename-column'; table: string; column: string; to: string };

export type Statement = Part & {
  action: Action;
  /** In lower case: whatever in the text may name a table. */
  names: Set<string>;
  callsAgents: boolean;
};

/** What takes away or overwrites: needs `use_admin`. */
export const destroys = ({ action }: Statement): boolean =>
  ['drop', 'truncate', 'delete', 'rename-table', 'add-column', 'drop-column', 'rename-column'].includes(action.kind) ||
  (action.kind === 'create' && action.orReplace);

export const isQuery = ({ action }: Statement): boolean => action.kind === 'select';

export const agentFunctions = ['run_agent', 'run_agent_sync', 'job_status', 'job_result'] as const;
export type AgentFunction = (typeof agentFunctions)[number];

/** Throws a SqlTextError that points at what it does not take. */
export function readStatements(sql: string): Statement[] {
  const statements: Statement[] = [];
  let tokens: Token[] = [];
  const finish = (): void => {
    if (tokens.length > 0) statements.push(readStatement(sql, tokens));
    tokens = [];
  };
  for (const token of tokenize(sql)) {
    if (token.kind === 'symbol' && token.text === ';') finish();
    else tokens.push(token);
  }
  finish();
  if (statements.length === 0) throw new SqlTextError('There is no statement in this text.', 0);
  return statements;
}

function readStatement(sql: string, tokens: Token[]): Statement {
  const start = tokens[0]!.start;
  const named = tokens.filter(({ kind }) => kind === 'word' || kind === 'quoted');
  return {
    sql: sql.slice(start, tokens.at(-1)!.end),
    start,
    action: readAction(createReader(sql, tokens)),
    names: new Set(named.map(({ text }) => text.toLowerCase())),
    callsAgents: named.some(({ text }) => (agentFunctions as readonly string[]).includes(text.toLowerCase())),
  };
}

type Reader = ReturnType<typeof createReader>;

function createReader(sql: string, tokens: Token[]) {
  let at = 0;
  const end = tokens.at(-1)!.end;
  const isWord = (token: Token | undefined, word: string): boolean =>
    token?.kind === 'word' && token.text.toLowerCase() === word;
  const reader = {
    peek: (): Token | undefined => tokens[at],
    /** The words one after another, if they are all there. */
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
      if (token === undefined) throw new SqlTextError(`The statement ends where ${what} is expected.`, end);
      at += 1;
      return token;
    },
    name(what: string): string {
      const token = reader.next(what);
      if (token.kind !== 'word' && token.kind !== 'quoted')
        throw new SqlTextError(
          `${what} is expected here.`.replace(/^./, (letter) => letter.toUpperCase()),
          token.start,
        );
      return token.text;
    },
    /** A table of the organization; `main.` may stand before it. */
    table(): string {
      const first = reader.name('the name of a table');
      if (first.toLowerCase() === 'main' && reader.symbol('.')) return reader.name('the name of a table');
      const dot = tokens[at];
      if (dot?.kind === 'symbol' && dot.text === '.')
        throw new SqlTextError('Tables have no schema and no database.', dot.start);
      return first;
    },
    rest(what: string): Part {
      const token = reader.next(what);
      at = tokens.length;
      return { sql: sql.slice(token.start, end), start: token.start };
    },
    /** Up to a comma or closing parenthesis of its own level. */
    untilComma(what: string): Part {
      const first = reader.next(what);
      let last = first;
      for (let depth = opens(first); at < tokens.length; at += 1) {
        const token = tokens[at]!;
        if (depth === 0 && token.kind === 'symbol' && (token.text === ',' || token.text === ')')) break;
        depth += opens(token);
        last = token;
      }
      return { sql: sql.slice(first.start, last.end), start: first.start };
    },
    isOver: (): boolean => at >= tokens.length,
    end(): void {
      const token = tokens[at];
      if (token !== undefined)
        throw new SqlTextError(`Nothing is expected here, but there is '${token.text}'.`, token.start);
    },
  };
  return reader;
}

const opens = ({ kind, text }: Token): number =>
  kind !== 'symbol' ? 0 : '([{'.includes(text) ? 1 : ')]}'.includes(text) ? -1 : 0;

function readAction(reader: Reader): Action {
  const first = reader.peek()!;
  const word = first.kind === 'word' ? first.text.toLowerCase() : first.text;
  switch (word) {
    case 'select':
    case 'with':
    case 'from':
    case 'values':
    case 'summarize':
    case '(':
      return { kind: 'select', query: reader.rest('a query') };
    case 'show':
      reader.take('show');
      if (reader.take('tables') || reader.take('all', 'tables')) return ending(reader, { kind: 'show-tables' });
      break;
    case 'describe':
    case 'desc':
      return readDescribe(reader);
    case 'explain': {
      reader.take('explain');
      const analyze = reader.take('analyze');
      const inner = readAction(reader);
      if (inner.kind !== 'select') throw new SqlTextError('Only queries can be explained.', first.start);
      return { kind: 'explain', query: inner.query, analyze };
    }
    case 'set':
      return readSet(reader, first);
    case 'create':
      return readCreate(reader, first);
    case 'insert':
      return readInsert(reader);
    case 'drop': {
      reader.take('drop');
      if (!reader.take('table')) break;
      const ifExists = reader.take('if', 'exists');
      return ending(reader, { kind: 'drop', table: reader.table(), ifExists });
    }
    case 'truncate':
      reader.take('truncate');
      reader.take('table');
      return ending(reader, { kind: 'truncate', table: reader.table() });
    case 'delete': {
      reader.take('delete');
      if (!reader.take('from')) throw new SqlTextError('DELETE needs FROM and a table.', first.start);
      const table = reader.table();
      const condition = reader.take('where') ? reader.rest('a condition') : undefined;
      return ending(reader, { kind: 'delete', table, condition });
    }
    case 'alter':
      return readAlter(reader, first);
  }
  const shown = first.text.toUpperCase().slice(0, 40);
  throw new SqlTextError(
    `${shown} is not possible here. Statements: SELECT, WITH, SHOW TABLES, DESCRIBE, EXPLAIN, CREATE TABLE, INSERT, and with use_admin DROP, TRUNCATE, ALTER, DELETE.`,
    first.start,
  );
}

function ending(reader: Reader, action: Action): Action {
  reader.end();
  return action;
}

function readDescribe(reader: Reader): Action {
  reader.next('DESCRIBE');
  const next = reader.peek();
  if (next !== undefined && (next.text === '(' || ['select', 'with', 'from'].includes(next.text.toLowerCase())))
    throw new SqlTextError('DESCRIBE takes the name of a table.', next.start);
  reader.take('table');
  return ending(reader, { kind: 'describe', table: reader.table() });
}

/** `SET errand.max_cost = 5`, also with TO. */
function readSet(reader: Reader, first: Token): Action {
  reader.take('set');
  if (!reader.take('errand') || !reader.symbol('.'))
    throw new SqlTextError('The only setting is errand.max_cost.', first.start);
  const name = reader.name('the name of a setting').toLowerCase();
  if (!reader.symbol('=') && !reader.take('to')) throw new SqlTextError('= is expected.', first.start);
  const token = reader.next('a value');
  if (name !== 'max_cost' || token.kind !== 'number')
    throw new SqlTextError('The only setting is errand.max_cost; it takes an amount in USD.', token.start);
  return ending(reader, { kind: 'set', name, value: token.text.replaceAll('_', '') });
}

function readCreate(reader: Reader, first: Token): Action {
  reader.take('create');
  const orReplace = reader.take('or', 'replace');
  if (!reader.take('table')) throw new SqlTextError('Only tables can be created: CREATE TABLE.', first.start);
  const ifNotExists = reader.take('if', 'not', 'exists');
  const head = { kind: 'create' as const, table: reader.table(), ifNotExists, orReplace };
  if (reader.take('as')) return { ...head, query: reader.rest('a query') };
  if (!reader.symbol('('))
    throw new SqlTextError('AS and a query, or columns in parentheses, are expected.', first.start);
  const columns: ColumnDefinition[] = [];
  do {
    columns.push({ name: reader.name('the name of a column'), type: reader.untilComma('the type of the column') });
  } while (reader.symbol(','));
  if (!reader.symbol(')')) throw new SqlTextError('A closing parenthesis is missing.', first.start);
  return ending(reader, { ...head, columns });
}

function readInsert(reader: Reader): Action {
  const { start } = reader.next('INSERT');
  if (!reader.take('into')) throw new SqlTextError('INSERT needs INTO and a table.', start);
  const table = reader.table();
  let columns: string[] | undefined;
  const next = reader.peek();
  // A parenthesis is a list of columns, unless a query begins in it.
  if (next?.text === '(' && next.kind === 'symbol') {
    const query = reader.rest('a query');
    const inner = /^\(\s*(select|with|from|values)\b/i.test(query.sql);
    if (inner) return { kind: 'insert', table, columns, query };
    const list = readColumnList(query);
    return { kind: 'insert', table, columns: list.columns, query: list.query };
  }
  return { kind: 'insert', table, columns, query: reader.rest('a query or VALUES') };
}

function readColumnList({ sql, start }: Part): { columns: string[]; query: Part } {
  const tokens = tokenize(sql).map((token) => ({ ...token, start: token.start, end: token.end }));
  const reader = createReader(sql, tokens);
  reader.symbol('(');
  const columns: string[] = [];
  try {
    do columns.push(reader.name('the name of a column'));
    while (reader.symbol(','));
    if (!reader.symbol(')')) throw new SqlTextError('A closing parenthesis is missing.', 0);
    const query = reader.rest('a query or VALUES');
    return { columns, query: { sql: query.sql, start: start + query.start } };
  } catch (error) {
    if (error instanceof SqlTextError) throw new SqlTextError(error.message, start + error.position);
    throw error;
  }
}

function readAlter(reader: Reader, first: Token): Action {
  reader.take('alter');
  if (!reader.take('table')) throw new SqlTextError('Only tables can be altered: ALTER TABLE.', first.start);
  const table = reader.table();
  if (reader.take('rename', 'to'))
    return ending(reader, { kind: 'rename-table', table, to: reader.name('the new name') });
  if (reader.take('rename')) {
    reader.take('column');
    const column = reader.name('the name of a column');
    if (!reader.take('to')) throw new SqlTextError('TO and the new name are expected.', first.start);
    return ending(reader, { kind: 'rename-column', table, column, to: reader.name('the new name') });
  }
  if (reader.take('add')) {
    reader.take('column');
    const name = reader.name('the name of a column');
    return ending(reader, { kind: 'add-column', table, column: { name, type: reader.untilComma('a type') } });
  }
  if (reader.take('drop')) {
    reader.take('column');
    return ending(reader, { kind: 'drop-column', table, column: reader.name('the name of a column') });
  }
  throw new SqlTextError('ALTER TABLE takes ADD COLUMN, DROP COLUMN, RENAME COLUMN or RENAME TO.', first.start);
}
