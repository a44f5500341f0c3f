import { SYSTEM_SCHEMA } from '../model/system-table.ts';
import { namesConnection } from './connection-sources.ts';
import { createReader, type Part, type Reader } from './reader.ts';
import { SqlTextError, type Token, tokenize } from './tokens.ts';

// Splits SQL text into statements and reads the action of each. All other statements are refused. The engine checks
// queries and expressions on its own syntax tree.

export type ColumnDefinition = { name: string; type: Part };

export type Action =
  | { kind: 'select'; query: Part }
  /** Describes a query instead of returning its rows. */
  | { kind: 'explain'; query: Part; as: 'plan' | 'analyze' | 'describe' }
  /** Lists the agents that a statement would call and the cost, without running it. */
  | { kind: 'explain-agents'; of: Action }
  | { kind: 'show-tables' }
  | { kind: 'describe'; table: string }
  | { kind: 'set'; maxCost: number }
  | {
      kind: 'create';
      table: string;
      ifNotExists: boolean;
      orReplace: boolean;
      query?: Part;
      columns?: ColumnDefinition[];
    }
  | { kind: 'insert'; table: string; columns: string[] | undefined; byName: boolean; query: Part }
  | { kind: 'drop'; table: string; ifExists: boolean }
  | { kind: 'truncate'; table: string }
  | { kind: 'delete'; table: string; condition: Part | undefined }
  | {
      kind: 'update';
      table: string;
      alias: string;
      assignments: { column: string; value: Part }[];
      condition: Part | undefined;
    }
  | { kind: 'rename-table'; table: string; to: string }
  | { kind: 'add-column'; table: string; column: ColumnDefinition }
  | { kind: 'drop-column'; table: string; column: string }
  | { kind: 'rename-column'; table: string; column: string; to: string };

export type Statement = Part & {
  action: Action;
  /** Every name in the text that may be a table, in lower case. */
  names: Set<string>;
  callsAgents: boolean;
  /** Whether it reads rows through connection(). */
  readsConnections: boolean;
  /** Whether it may read system tables: it names their schema. */
  readsSystem: boolean;
};

export const isQuery = ({ action }: Statement): boolean => action.kind === 'select';

export const agentFunctions = ['run_agent', 'run_agent_sync', 'job_status', 'job_result'] as const;
export type AgentFunction = (typeof agentFunctions)[number];

/** Each statement needs at least one process. Clients with more statements can send several queries. */
const STATEMENTS_MAX = 200;
const COST_MAX = 1_000_000;

/** Throws a SqlTextError that points at the unsupported part. */
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
  if (statements.length === 0) throw new SqlTextError('The query contains no statement.', 0);
  if (statements.length > STATEMENTS_MAX) {
    const { start } = statements[STATEMENTS_MAX]!;
    throw new SqlTextError(`A query may have at most ${STATEMENTS_MAX} statements.`, start);
  }
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
    callsAgents: tokens.some(
      (token, at) => isAgentName(token) && tokens[at + 1]?.kind === 'symbol' && tokens[at + 1]!.text === '(',
    ),
    readsConnections: tokens.some((_token, at) => namesConnection(tokens, at)),
    readsSystem: named.some(({ text }) => text.toLowerCase() === SYSTEM_SCHEMA),
  };
}

const isAgentName = ({ kind, text }: Token): boolean =>
  (kind === 'word' || kind === 'quoted') && (agentFunctions as readonly string[]).includes(text.toLowerCase());

function readAction(reader: Reader): Action {
  const first = reader.peek()!;
  const word = first.kind === 'word' ? first.text.toLowerCase() : first.text;
  switch (word) {
    case 'select':
    case 'with':
    case 'from':
    case 'values':
    case 'table':
    case 'summarize':
    case 'pivot':
    case 'unpivot':
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
      if (reader.take('agents')) return readExplainAgents(reader, first);
      const as = reader.take('analyze') ? 'analyze' : 'plan';
      const inner = readAction(reader);
      if (inner.kind !== 'select') throw new SqlTextError('Only queries can be explained.', first.start);
      return { kind: 'explain', query: inner.query, as };
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
      if (!reader.take('from')) throw new SqlTextError('Expected FROM and a table name after DELETE.', first.start);
      const table = reader.table();
      const condition = reader.take('where') ? reader.rest('a condition') : undefined;
      return ending(reader, { kind: 'delete', table, condition });
    }
    case 'update':
      return readUpdate(reader, first);
    case 'alter':
      return readAlter(reader, first);
  }
  const shown = first.text.toUpperCase().slice(0, 40);
  throw new SqlTextError(
    `${shown} is not supported. Supported statements: SELECT, WITH, SHOW TABLES, DESCRIBE, EXPLAIN, PIVOT, CREATE TABLE, INSERT; with use_admin also UPDATE, DELETE, TRUNCATE, ALTER, DROP.`,
    first.start,
  );
}

function readExplainAgents(reader: Reader, first: Token): Action {
  const of = readAction(reader);
  if (!['select', 'create', 'insert', 'update', 'delete'].includes(of.kind))
    throw new SqlTextError('EXPLAIN AGENTS takes a query, CREATE TABLE AS, INSERT, UPDATE or DELETE.', first.start);
  return { kind: 'explain-agents', of };
}

function ending(reader: Reader, action: Action): Action {
  reader.end();
  return action;
}

function readDescribe(reader: Reader): Action {
  reader.next('DESCRIBE');
  const next = reader.peek();
  if (next !== undefined && (next.text === '(' || ['select', 'with', 'from'].includes(next.text.toLowerCase())))
    return { kind: 'explain', query: reader.rest('a query'), as: 'describe' };
  reader.take('table');
  if (!reader.isNext(SYSTEM_SCHEMA)) return ending(reader, { kind: 'describe', table: reader.table() });
  reader.take(SYSTEM_SCHEMA);
  const own = reader.symbol('.') ? `.${reader.name('a table name').toLowerCase()}` : '';
  return ending(reader, { kind: 'describe', table: `${SYSTEM_SCHEMA}${own}` });
}

/** `SET errand.max_cost = 5`, also with TO. */
function readSet(reader: Reader, first: Token): Action {
  reader.take('set');
  if (!reader.take('errand') || !reader.symbol('.'))
    throw new SqlTextError('The only setting is errand.max_cost.', first.start);
  const name = reader.name('a setting name').toLowerCase();
  if (!reader.symbol('=') && !reader.take('to'))
    throw new SqlTextError('Expected = after the setting name.', first.start);
  const token = reader.next('a value');
  const amount = Number(token.text.replaceAll('_', ''));
  if (name !== 'max_cost' || token.kind !== 'number' || !(amount > 0 && amount <= COST_MAX))
    throw new SqlTextError(
      `The only setting is errand.max_cost. It must be an amount in USD above 0 and up to ${COST_MAX}.`,
      token.start,
    );
  return ending(reader, { kind: 'set', maxCost: amount });
}

function readCreate(reader: Reader, first: Token): Action {
  reader.take('create');
  const orReplace = reader.take('or', 'replace');
  if (!reader.take('table')) throw new SqlTextError('Only tables can be created. Use CREATE TABLE.', first.start);
  const ifNotExists = reader.take('if', 'not', 'exists');
  const head = { kind: 'create' as const, table: reader.table(), ifNotExists, orReplace };
  if (reader.take('as')) return { ...head, query: reader.rest('a query') };
  if (!reader.symbol('(')) throw new SqlTextError('Expected AS and a query, or columns in parentheses.', first.start);
  const columns: ColumnDefinition[] = [];
  do {
    columns.push({ name: reader.name('a column name'), type: reader.untilComma('a column type') });
  } while (reader.symbol(','));
  if (!reader.symbol(')')) throw new SqlTextError('A closing parenthesis is missing.', first.start);
  return ending(reader, { ...head, columns });
}

function readInsert(reader: Reader): Action {
  const { start } = reader.next('INSERT');
  if (!reader.take('into')) throw new SqlTextError('Expected INTO and a table name after INSERT.', start);
  const table = reader.table();
  const byName = reader.take('by', 'name');
  const head = { kind: 'insert' as const, table, columns: undefined, byName };
  const next = reader.peek();
  // A parenthesis begins a list of columns, unless a query begins in it.
  if (next?.text === '(' && next.kind === 'symbol') {
    const query = reader.rest('a query');
    const inner = byName || /^\(\s*(select|with|from|values)\b/i.test(query.sql);
    return { ...head, ...(inner ? { query } : readColumnList(query)) };
  }
  return { ...head, query: reader.rest('a query or VALUES') };
}

function readColumnList({ sql, start }: Part): { columns: string[]; query: Part } {
  const tokens = tokenize(sql).map((token) => ({ ...token, start: token.start, end: token.end }));
  const reader = createReader(sql, tokens);
  reader.symbol('(');
  const columns: string[] = [];
  try {
    do columns.push(reader.name('a column name'));
    while (reader.symbol(','));
    if (!reader.symbol(')')) throw new SqlTextError('A closing parenthesis is missing.', 0);
    const query = reader.rest('a query or VALUES');
    return { columns, query: { sql: query.sql, start: start + query.start } };
  } catch (error) {
    if (error instanceof SqlTextError) throw new SqlTextError(error.message, start + error.position);
    throw error;
  }
}

/** `UPDATE t SET a = …, b = … WHERE …`, optionally with an alias for the table. */
function readUpdate(reader: Reader, first: Token): Action {
  reader.take('update');
  const table = reader.table();
  const named = reader.take('as') || !reader.isNext('set');
  const alias = named ? reader.name('a table alias') : table;
  if (!reader.take('set')) throw new SqlTextError('Expected SET and a column after the table name.', first.start);
  const assignments: { column: string; value: Part }[] = [];
  do {
    const column = reader.name('a column name');
    if (!reader.symbol('=')) throw new SqlTextError(`Expected = after '${column}'.`, first.start);
    assignments.push({ column, value: reader.untilComma('a value', 'where', 'from', 'returning') });
  } while (reader.symbol(','));
  const condition = reader.take('where') ? reader.untilComma('a condition', 'returning') : undefined;
  if (reader.isNext('from'))
    throw new SqlTextError('UPDATE … FROM is not supported. Use a subquery.', reader.peek()!.start);
  return ending(reader, { kind: 'update', table, alias, assignments, condition });
}

function readAlter(reader: Reader, first: Token): Action {
  reader.take('alter');
  if (!reader.take('table')) throw new SqlTextError('Only tables can be altered. Use ALTER TABLE.', first.start);
  const table = reader.table();
  if (reader.take('rename', 'to'))
    return ending(reader, { kind: 'rename-table', table, to: reader.name('the new name') });
  if (reader.take('rename')) {
    reader.take('column');
    const column = reader.name('a column name');
    if (!reader.take('to')) throw new SqlTextError('Expected TO and the new name.', first.start);
    return ending(reader, { kind: 'rename-column', table, column, to: reader.name('the new name') });
  }
  if (reader.take('add')) {
    reader.take('column');
    const name = reader.name('a column name');
    return ending(reader, { kind: 'add-column', table, column: { name, type: reader.untilComma('a column type') } });
  }
  if (reader.take('drop')) {
    reader.take('column');
    return ending(reader, { kind: 'drop-column', table, column: reader.name('a column name') });
  }
  throw new SqlTextError('ALTER TABLE supports ADD COLUMN, DROP COLUMN, RENAME COLUMN and RENAME TO.', first.start);
}
