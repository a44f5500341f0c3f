import type { BulkOperation } from '@errand/sdk';
import { counted } from '../../design/plural.ts';

type Kind = BulkOperation['kind'];
export type BulkKind = Exclude<Kind, 'export' | 'remove_from_set'>;

/** The texts of an action: to offer it, to confirm it, and when it is done. */
export const bulkWords: Record<Kind, { offer: string; past: string; effect: string }> = {
  retry: {
    offer: 'Run again',
    past: 'run again',
    effect: 'Each becomes a new job with the same inputs, at about the cost above.',
  },
  cancel: {
    offer: 'Cancel',
    past: 'cancelled',
    effect: 'They stop as soon as possible. You pay for what they have used so far.',
  },
  delete_data: {
    offer: 'Delete data',
    past: 'deleted',
    effect: 'Inputs, outputs, steps and evidence are removed for good. This cannot be taken back.',
  },
  export: { offer: 'Export', past: 'exported', effect: 'A CSV file with a row for each job.' },
  add_to_set: {
    offer: 'Add to an evaluation set',
    past: 'added to a set',
    effect: 'Reviewed jobs become cases with the answers of their reviewers; others are named in the record.',
  },
  remove_from_set: { offer: 'Remove from the set', past: 'removed from a set', effect: 'The cases leave the set.' },
};

export const titleOf = ({ kind, total }: Pick<BulkOperation, 'kind' | 'total'>): string =>
  `${bulkWords[kind].offer}: ${counted(total, 'job')}`;

/** Describes how many of the new jobs are in which state: `9 succeeded, 2 failed`. */
export const outcomeWords = (counts: readonly { value: string; count: number }[]): string =>
  counts.map(({ value, count }) => `${count} ${value}`).join(', ') || 'not started yet';
