import type { Candidate } from '../language/spans.ts';

/** A place of a value that is as good as a label. */
export type Clue = Candidate & {
  /** How sure the place is, on the scale of label scores. */
  score: number;
  how: 'title' | 'block' | 'sums' | 'sender' | 'told' | 'pointed' | 'guessed';
};
