import type { AppliedPolicy } from '#policies/model.ts';
import type { OutOfScope } from './decide-by-model.ts';
import type { Evidence } from './evidence.ts';
import type { Finding } from './findings.ts';
import type { Verdict } from './verdict.ts';

/** What an investigation came to. */
export type Investigation = {
  policy: AppliedPolicy;
  model: string;
  evidence: Evidence;
  findings: Finding[];
  outOfScope: OutOfScope[];
  verdict: Verdict;
  summary: string;
};
