import { setImmediate as breathe } from 'node:timers/promises';
import { parseUntrustedJson } from '#platform/json.ts';
import type { PolicyRule } from '#policies/model.ts';
import type { EngineContext } from '../../engine/engine.ts';
import { shownCharacters } from '../ask/prompts.ts';
import type { CaseTable } from '../evidence/case-tables.ts';
import type { Evidence, EvidenceItem } from '../evidence/evidence.ts';
import { matchRows } from './match-rows.ts';
import { wordsOf } from './words.ts';

// Looks at every row of tables that no prompt shows in full. Rows that match a rule become evidence with their numbers,
// whatever a model asks, and nothing is let through on columns that nobody has looked at.

const ROWS_PER_RULE = 5;

/** Whether a prompt shows only a part of it. */
export const isShownInPart = ({ isCase, isCut, text }: EvidenceItem, shown: number): boolean =>
  isCase && (isCut || text.length > shown);

/** Adds the rows that match rules which speak against the case. */
export async function scanTables(context: EngineContext, rules: PolicyRule[], evidence: Evidence): Promise<void> {
  const shown = shownCharacters(evidence);
  const partial = evidence.items.filter((item) => isShownInPart(item, shown)).flatMap(({ tables = [] }) => tables);
  const adverse = rules.filter(({ flag }) => flag !== 'GREEN_FLAG');
  for (const table of evidence.tables.filter(({ name }) => partial.includes(name))) {
    const found = await context.step(
      `scan ${table.name}`,
      async () => {
        const rows = readRows(table);
        const numbers = await matchRows(adverse, rows, ROWS_PER_RULE);
        return numbers.map((number) => ({ row: number + 1, ...rows[number] }));
      },
      { kind: 'compute' },
    );
    if (found.length === 0) continue;
    await evidence.add({
      name: `rows of ${table.name}`,
      description: `${found.length} of ${table.count} rows of ${table.name} that have the words of a rule, or a number beyond its limit. All rows were looked at.`,
      source: 'tables',
      text: found.map((row) => JSON.stringify(row)).join('\n'),
    });
  }
}

/**
 * Returns the columns of a table that have to do with a rule: by their names, or by one of their values. All of them if
 * none has.
 */
export async function columnsOf(rule: PolicyRule, table: CaseTable): Promise<string[]> {
  const wanted = new Set(
    [rule, ...rule.subRules].flatMap(({ title, description }) => wordsOf(`${title} ${description}`)),
  );
  const found = new Set(
    table.columns.filter((column) => wordsOf(column.replaceAll('_', ' ')).some((word) => wanted.has(word))),
  );
  const seen = new Map<string, Set<unknown>>(table.columns.map((column) => [column, new Set()]));
  for (const [number, row] of readRows(table).entries()) {
    for (const [column, value] of Object.entries(row)) {
      const known = seen.get(column);
      if (typeof value !== 'string' || found.has(column) || known === undefined || known.has(value)) continue;
      if (known.size < VALUES_MAX) known.add(value);
      if (wordsOf(value).some((word) => wanted.has(word))) found.add(column);
    }
    if (number % 20_000 === 19_999) await breathe();
  }
  return found.size > 0 ? [...found] : table.columns;
}

/** Values of a column that are remembered, so that equal ones are read once. */
const VALUES_MAX = 10_000;

const readRows = ({ rows }: CaseTable): Record<string, unknown>[] =>
  parseUntrustedJson(rows) as Record<string, unknown>[];
