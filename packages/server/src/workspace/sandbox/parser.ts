import type { DuckDBConnection } from '@duckdb/node-api';
import { parseJson } from '#platform/json.ts';
import type { Part } from '../sql/reader.ts';
import { tokenize } from '../sql/tokens.ts';
import { checkTree, type Node, walk } from './check-tree.ts';
import { Refused, toCharacters } from './failures.ts';

// Uses DuckDB's parser through its JSON functions.

export type Parser = ReturnType<typeof createParser>;

export function createParser(connection: DuckDBConnection, options: { checked: boolean }) {
  async function call(sql: string, text: string): Promise<string> {
    const statement = await connection.prepare(sql);
    statement.bindVarchar(1, text);
    const rows = (await statement.runAndReadAll()).getRows();
    return String(rows[0]![0]);
  }

  /** Parses one query without checking it. */
  async function read(part: Part): Promise<Node> {
    // Long integers keep their digits: they are constants, or the largest number for an unknown place.
    const answer = readTree(await call('select json_serialize_sql($1::varchar)', part.sql));
    if (answer.error) {
      const onlySelect = /Only SELECT/.test(answer.error_message);
      const message = onlySelect
        ? 'Only a query (SELECT, WITH … SELECT) is allowed here.'
        : `Syntax error: ${answer.error_message}`;
      throw new Refused(message, toCharacters(part, Number(answer.position ?? Number.NaN)) ?? part.start);
    }
    if (answer.statements.length !== 1) throw new Refused('Expected one statement.', part.start);
    return answer;
  }

  return {
    read,

    /** Parses a query and refuses anything that is not allowed. */
    async parse(part: Part, tables: Iterable<string>): Promise<Node> {
      const tree = await read(part);
      const known = new Set([...tables].map((name) => name.toLowerCase()));
      const refusal = options.checked ? checkTree(tree, known) : undefined;
      if (refusal) {
        const bytes = refusal.location ?? findWord(part.sql, refusal.words ?? []);
        throw new Refused(refusal.message, bytes === undefined ? undefined : toCharacters(part, bytes));
      }
      return tree;
    },

    /** Refuses anything but one expression or one type, because the text is inserted into a larger one. */
    async checkFragment(part: Part, kind: 'expression' | 'type'): Promise<void> {
      const head = kind === 'type' ? 'select cast(null as ' : 'select (';
      const tree = await read({ sql: `${head}${part.sql}\n)`, start: part.start - head.length });
      const { node } = tree.statements[0];
      const [item] = node.select_list ?? [];
      const isOne =
        node.type === 'SELECT_NODE' &&
        node.select_list.length === 1 &&
        node.from_table?.type === 'EMPTY' &&
        !node.where_clause &&
        node.modifiers.length === 0 &&
        (kind === 'expression' || (item.class === 'CAST' && item.child?.class === 'CONSTANT'));
      if (!isOne) throw new Refused(kind === 'type' ? 'Expected one type.' : 'Expected one expression.', part.start);
    },

    /** Parses an expression for building other trees. It has no place in the user's text. */
    async expression(sql: string): Promise<Node> {
      const item = (await read({ sql: `select ${sql}`, start: 0 })).statements[0].node.select_list[0];
      walk(item, (node) => {
        delete node.query_location;
      });
      return item;
    },

    toSql: (tree: Node): Promise<string> => call('select json_deserialize_sql($1::varchar)', JSON.stringify(tree)),
  };
}

/** Returns the bytes before the first token that is one of these words. */
function findWord(sql: string, words: string[]): number | undefined {
  const token = tokenize(sql).find(({ text }) => words.some((word) => word.toLowerCase() === text.toLowerCase()));
  return token && Buffer.byteLength(sql.slice(0, token.start));
}

/** DuckDB writes a number beyond a double as Infinity, which is not JSON. */
function readTree(text: string): Node {
  try {
    return parseJson(text) as Node;
  } catch {
    throw new Refused('A number in the query is too large.');
  }
}
