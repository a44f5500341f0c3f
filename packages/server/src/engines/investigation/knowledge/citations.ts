import type { ReadKnowledge } from '../../engine/frozen.ts';

// Findings cite entries of a knowledge base by id: typologies, tactics, and indicators by the id of their tactic and
// their number, such as cash-structuring.split-withdrawals#1. An entry that was not read cannot be cited.

export type Citation = {
  id: string;
  typology_id: string;
  typology_name: string;
  tactic_id: string | null;
  tactic_name: string | null;
  indicator: string | null;
};

const CITATIONS_MAX = 20;

export const indicatorId = (tacticId: string, at: number): string => `${tacticId}#${at + 1}`;

/** Lists all entries that can be cited, in the order of the knowledge base. */
export const listEntries = ({ typologies }: ReadKnowledge): Citation[] =>
  typologies.flatMap((typology) => {
    const own = { typology_id: typology.id, typology_name: typology.name };
    return [
      { id: typology.id, ...own, tactic_id: null, tactic_name: null, indicator: null },
      ...typology.tactics.flatMap((tactic) => {
        const of = { ...own, tactic_id: tactic.id, tactic_name: tactic.name };
        return [
          { id: tactic.id, ...of, indicator: null },
          ...tactic.indicators.map((indicator, at) => ({ id: indicatorId(tactic.id, at), ...of, indicator })),
        ];
      }),
    ];
  });

/** Returns one sentence for each cited entry that does not exist or was not read. */
export function findCitationProblems(knowledge: ReadKnowledge, cited: string[] | undefined): string[] {
  const known = new Set(listEntries(knowledge).map(({ id }) => id));
  return (cited ?? [])
    .slice(0, CITATIONS_MAX)
    .filter((id) => !known.has(id.trim()))
    .map((id) => `What you read of the knowledge base has no entry ${JSON.stringify(id.slice(0, 120))}.`);
}

export function readCitations(knowledge: ReadKnowledge, cited: string[] | undefined): Citation[] {
  const wanted = new Set((cited ?? []).slice(0, CITATIONS_MAX).map((id) => id.trim()));
  return listEntries(knowledge).filter(({ id }) => wanted.has(id));
}
