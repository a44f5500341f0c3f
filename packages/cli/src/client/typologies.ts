import type { KnowledgeRef, KnowledgeSelectionBody } from '@errand/sdk';
import { UsageError } from '../terminal/errors.ts';
import { table } from '../terminal/text.ts';

// Reads selections of typologies from command-line arguments.

type RefBody = NonNullable<KnowledgeSelectionBody['refs']>[number];

const relevances = ['core', 'watch', 'edge'] as const;

/** Parts that an argument omits keep their current selection. */
export function readSelection(
  words: readonly string[],
  selected: readonly KnowledgeRef[],
  mode: 'replace' | 'add' | 'remove',
): RefBody[] {
  const named = words.map((word) => readTypology(word, selected));
  const others = selected.filter(({ typologyId }) => !named.some((ref) => ref.typologyId === typologyId));
  if (mode === 'replace') return named;
  if (mode === 'add') return [...others, ...named];
  const missing = named.find(({ typologyId }) => !selected.some((ref) => ref.typologyId === typologyId));
  if (missing !== undefined) throw new UsageError(`The typology ${missing.typologyId} is not selected.`);
  return others;
}

function readTypology(word: string, selected: readonly KnowledgeRef[]): RefBody {
  const [, typologyId = '', relevance, tactics] = /^([^=:]+)(?:=([^:]*))?(?::(.+))?$/.exec(word) ?? [];
  const known = relevances.find((one) => one === relevance);
  if (typologyId === '' || (relevance !== undefined && known === undefined))
    throw new UsageError(`${word} is not a typology. Write ID, ID=core, ID=watch, ID=edge or ID=core:TACTIC,TACTIC.`);
  return {
    ...selected.find((ref) => ref.typologyId === typologyId),
    typologyId,
    ...(known && { relevance: known }),
    ...(tactics && { tacticIds: tactics.split(','), tacticNames: null }),
  };
}

export const refLines = (title: string, refs: readonly KnowledgeRef[]): string[] => [
  table(
    [title, 'RELEVANCE', 'TACTICS'],
    refs.map(({ typologyId, relevance, tacticIds }) => [typologyId, relevance, tacticIds?.join(', ') ?? 'all']),
  ),
];
