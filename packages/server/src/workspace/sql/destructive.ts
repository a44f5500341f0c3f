import type { destructiveSql } from '@errand/contract/workspace.ts';
import type { Action, Statement } from './statements.ts';

type DestructiveWord = (typeof destructiveSql)[number];

/** Returns the first words of a statement that deletes or overwrites data and so needs `use_admin`, else null. */
export const destructiveWord = ({ action }: Statement): DestructiveWord | null =>
  action.kind === 'create' ? (action.orReplace ? 'create or replace' : null) : DESTRUCTIVE[action.kind];

const DESTRUCTIVE: Record<Exclude<Action['kind'], 'create'>, DestructiveWord | null> = {
  select: null,
  explain: null,
  'explain-agents': null,
  'show-tables': null,
  describe: null,
  set: null,
  insert: null,
  drop: 'drop',
  truncate: 'truncate',
  delete: 'delete',
  update: 'update',
  'rename-table': 'alter',
  'add-column': 'alter',
  'drop-column': 'alter',
  'rename-column': 'alter',
};
