import { createHash } from 'node:crypto';
import type { JsonSchema } from '../../packages/json-schema/src/walk-schema.ts';

// Documents that nobody here made, with their truth. They are not in the repository: whoever has them gives the folder.

export type CorpusCase = {
  /** The name of the file without its ending. */
  name: string;
  file: string;
  schema: JsonSchema;
  /** By the name of a field. Null: the document has no value. Fields that are left out are not judged. */
  truth: Record<string, unknown>;
  /** Documents with the same group look alike, so they belong to the same half. Default: the name. */
  group?: string;
  /** Whether a given value is right. Default: the rules of the labelled set. */
  isRight?: (field: string, given: unknown) => boolean;
};

/** Rules may be made for the tuning half; the check half shows whether they hold. */
export const corpusHalves = ['tuning', 'check'] as const;
export type CorpusHalf = (typeof corpusHalves)[number];

/** By a hash of the group, so that a new document does not move the others. */
export function halfOf({ group, name }: Pick<CorpusCase, 'group' | 'name'>): CorpusHalf {
  const letters = (group ?? name).toLowerCase().replace(/[^\p{L}\d]/gu, '');
  return createHash('sha256').update(letters).digest()[3]! % 2 === 0 ? 'tuning' : 'check';
}

/** Compares names without regard to case, accents, spaces and punctuation. */
export const plainName = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\d]/gu, '');
