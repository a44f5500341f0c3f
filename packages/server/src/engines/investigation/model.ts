import type { AppliedPolicy } from '#policies/model.ts';
import type { ReadKnowledge } from '../engine/frozen.ts';
import type { OutOfScope } from './decide/decide-by-model.ts';
import type { Finding } from './decide/findings.ts';
import type { Verdict } from './decide/verdict.ts';
import type { Evidence } from './evidence/evidence.ts';

/** The outcome of an investigation. */
export type Investigation = {
  policy: AppliedPolicy;
  model: string;
  /** Whether the built-in model was allowed to decide the verdict. */
  baselineVerdicts: boolean;
  /** Whether a person looks at results with hits that rest on likeness alone. */
  reviewsLikeness: boolean;
  evidence: Evidence;
  findings: Finding[];
  outOfScope: OutOfScope[];
  verdict: Verdict;
  summary: string;
  knowledge: ReadKnowledge | undefined;
};
