import { EngineError } from '../engine/engine.ts';
import type { Column, PinnedTable } from '../model/table.ts';
import { compose, type Part } from '../sql/reader.ts';
import type { Action, Statement } from '../sql/statements.ts';

// Turns each statement into a query: for the rows that it returns, or for the rows of the table afterwards.

type Of<Kind extends Action['kind']> = Extract<Action, { kind: Kind }>;

/** Returns undefined if the statement needs no query. Throws for unknown tables and columns. */
export function queryOf(statement: Statement, tables: PinnedTable[]): Part | undefined {
  const { action } = statement;
  switch (action.kind) {
    case 'select':
    case 'explain':
    case 'insert':
      return action.query;
    case 'explain-agents':
      return queryOf({ ...statement, action: action.of }, tables);
    case 'create':
      return action.query ?? typedQuery(action.columns!);
    case 'delete':
      return action.condition && deleteQuery(action.table, action.condition);
    case 'update':
      return updateQuery(statement, action, findPinned(tables, action.table, statement));
    case 'add-column': {
      const { name, type } = action.column;
      return compose('select *, cast(null as ', type, `\n) as ${quoteName(name)} from ${quoteName(action.table)}`);
    }
    case 'drop-column':
    case 'rename-column':
      return columnQuery(statement, action, findPinned(tables, action.table, statement));
    default:
      return undefined;
  }
}

/** Returns the parts of the text that are inserted into a generated query. Each must be one expression or one type. */
export function fragmentsOf({ action }: Statement): { expressions?: Part[]; types?: Part[] } {
  switch (action.kind) {
    case 'create':
      return action.columns ? { types: action.columns.map(({ type }) => type) } : {};
    case 'add-column':
      return { types: [action.column.type] };
    case 'delete':
      return action.condition ? { expressions: [action.condition] } : {};
    case 'update': {
      const values = action.assignments.map(({ value }) => value);
      return { expressions: action.condition ? [action.condition, ...values] : values };
    }
    default:
      return {};
  }
}

export function findPinned(tables: PinnedTable[], name: string, { start }: Statement): PinnedTable {
  const table = tables.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (table === undefined) throw new EngineError('sql', `There is no table '${name}'.`, { position: start });
  return table;
}

/** Builds a query with these columns and no rows. */
function typedQuery(columns: { name: string; type: Part }[]): Part {
  const items = columns.flatMap(({ name, type }, index) => [
    `${index === 0 ? '' : ', '}cast(null as `,
    type,
    `\n) as ${quoteName(name)}`,
  ]);
  return compose('select ', ...items, ' limit 0');
}

/** Selects the rows that stay: those for which the condition is false or unknown. */
const deleteQuery = (table: string, condition: Part): Part =>
  compose(`select * from ${quoteName(table)} where (`, condition, '\n) is not true');

/** Casts new values to the type of their column and computes them from the old row. */
function updateQuery(statement: Statement, action: Of<'update'>, { columns }: PinnedTable): Part {
  const values = new Map(action.assignments.map(({ column, value }) => [column.toLowerCase(), value]));
  for (const { column } of action.assignments) requireColumn(statement, columns, column);
  if (values.size < action.assignments.length)
    throw new EngineError('sql', 'A column is set twice.', { position: statement.start });
  const items = columns.flatMap(({ name, type }, index): (string | Part)[] => {
    const comma = index === 0 ? '' : ', ';
    const old = `${quoteName(action.alias)}.${quoteName(name)}`;
    const value = values.get(name.toLowerCase());
    if (value === undefined) return [`${comma}${old}`];
    const converted = [value, `\n) as ${type})`];
    if (action.condition === undefined) return [`${comma}cast((`, ...converted, ` as ${quoteName(name)}`];
    return [
      `${comma}case when (`,
      action.condition,
      '\n) then cast((',
      ...converted,
      ` else ${old} end as ${quoteName(name)}`,
    ];
  });
  return compose('select ', ...items, ` from ${quoteName(action.table)} as ${quoteName(action.alias)}`);
}

function columnQuery(
  statement: Statement,
  action: Of<'drop-column'> | Of<'rename-column'>,
  { columns }: PinnedTable,
): Part {
  const isIt = ({ name }: Column): boolean => name.toLowerCase() === action.column.toLowerCase();
  requireColumn(statement, columns, action.column);
  const kept = action.kind === 'drop-column' ? columns.filter((column) => !isIt(column)) : columns;
  if (kept.length === 0)
    throw new EngineError('sql', 'A table must have at least one column.', { position: statement.start });
  const items = kept.map((column) =>
    action.kind === 'rename-column' && isIt(column)
      ? `${quoteName(column.name)} as ${quoteName(action.to)}`
      : quoteName(column.name),
  );
  return compose(`select ${items.join(', ')} from ${quoteName(action.table)}`);
}

function requireColumn({ start }: Statement, columns: Column[], name: string): void {
  if (columns.some((column) => column.name.toLowerCase() === name.toLowerCase())) return;
  throw new EngineError('sql', `The table has no column '${name}'.`, { position: start });
}

const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
