import { destructiveSql, type Table } from '@errand/sdk';

// Guesses the effects of a text from its words, to ask for confirmation. The server decides.

/** Removes comments and quoted parts, so that words in them do not count. */
const bare = (sql: string): string => sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"/g, ' ');

/** EXPLAIN AGENTS starts no agents. */
export const startsAgents = (sql: string): boolean =>
  bare(sql)
    .split(';')
    .some((statement) => /\brun_agent(_sync)?\s*\(/i.test(statement) && !/^\s*explain\s+agents\b/i.test(statement));

/** Splits a text into statements. Semicolons in strings, names and comments do not count. */
export function splitStatements(sql: string): string[] {
  const pieces = sql.match(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|;|[^;'"/-]+|[\s\S]/g) ?? [];
  const statements = [''];
  for (const piece of pieces) {
    if (piece === ';') statements.push('');
    else statements[statements.length - 1] += piece;
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '');
}

/** Returns the beginnings of statements that need `use_admin`, by the contract's list. */
export function destructiveWords(sql: string): string[] {
  const beginnings = bare(sql)
    .split(';')
    .map((statement) => `${statement.trim().replace(/\s+/g, ' ').toLowerCase()} `);
  return destructiveSql
    .filter((words) => beginnings.some((beginning) => beginning.startsWith(`${words} `)))
    .map((words) => words.toUpperCase());
}

/** Reads the line and column of the server's message, from 1. */
export function readPosition(message: string): { line: number; column: number } | undefined {
  const match = /\(line (\d+), column (\d+)\)/.exec(message);
  return match ? { line: Number(match[1]), column: Number(match[2]) } : undefined;
}

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Whether a value is the id of a job, which run_agent returns. */
export const isJobCell = (statement: string, value: unknown): value is string =>
  typeof value === 'string' && UUID.test(value) && /\brun_agent\s*\(/i.test(bare(statement));

/** Writes a call of connection(). The user fills in the table or query. */
export const writeSource = (name: string): string => `connection('${name.replaceAll("'", "''")}', 'table')`;

export const quoteName = (name: string): string =>
  /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;

type Call = { id: string; keys: string[]; sync: boolean };

export function writeAgentCall({ tables }: { tables: Table[] }, { id, keys, sync }: Call): string {
  const columns = new Set(tables.flatMap((table) => table.columns.map(({ name }) => name)));
  const pairs = keys.map(
    (key) => `'${key.replaceAll("'", "''")}': ${columns.has(key) ? quoteName(key) : 'column_name'}`,
  );
  return `${sync ? 'run_agent_sync' : 'run_agent'}('${id}', MAP {${pairs.join(', ')}})`;
}
