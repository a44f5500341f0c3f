import type { PolicyRule } from '#policies/model.ts';
import type { EngineContext } from '../../engine/engine.ts';
import { shownCharacters } from '../ask/prompts.ts';
import { readRows } from '../evidence/case-tables.ts';
import type { Evidence, EvidenceItem } from '../evidence/evidence.ts';
import type { Look } from '../evidence/looked-at.ts';
import { matchRows } from './match-rows.ts';

// Looks at every row of tables that no prompt shows in full. Rows that match a rule become evidence with their numbers,
// whatever a model asks.

const ROWS_PER_RULE = 5;

/** Whether a prompt shows only a part of it. */
export const isShownInPart = ({ isCase, isCut, text }: EvidenceItem, shown: number): boolean =>
  isCase && (isCut || text.length > shown);

/** What was looked at, without results that a prompt cuts: nobody has seen the rest of them. */
export function shownLooks(evidence: Evidence): Look[] {
  const shown = shownCharacters(evidence);
  return evidence.looks.filter(({ reference = '' }) => {
    const result = evidence.find(reference);
    return result === undefined || (!result.isCut && result.text.length <= shown);
  });
}

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
