import type { Classification } from '#policies/model.ts';
import { type Basis, isOpen, type Judged, settleVerdict } from './settle.ts';

// Finds the smallest changes of findings that lead to another verdict. Each is tried by deciding again; verdicts that
// only a model could choose are left out.

export type FindingState = 'hit' | 'not_hit' | 'undecided';
export type StateChange = { index: number; from: FindingState; to: FindingState };
export type VerdictChange = { changes: StateChange[]; verdict: string };

export const stateOf = (finding: Pick<Judged, 'hit' | 'unsupported'>): FindingState =>
  isOpen(finding) ? 'undecided' : finding.hit ? 'hit' : 'not_hit';

/** Returns the findings as they would be with the changes. */
export const applyChanges = <F extends Judged>(findings: F[], changes: StateChange[]): F[] =>
  findings.map((finding, index) => {
    const change = changes.find((one) => one.index === index);
    return change === undefined ? finding : { ...finding, hit: change.to === 'hit', unsupported: [] };
  });

/** Returns one change for each other verdict that can be reached, the smallest first. */
export function findChanges(
  verdicts: Classification[],
  findings: Judged[],
  basis: Basis & { verdict: string },
): VerdictChange[] {
  const decide = (changes: StateChange[]) => settleVerdict(verdicts, applyChanges(findings, changes), basis);
  const best = new Map<string, StateChange[]>();
  for (const candidate of candidatesOf(findings)) {
    const verdict = decide(candidate);
    if (verdict === undefined || verdict === basis.verdict) continue;
    const changes = shorten(candidate, (fewer) => decide(fewer) === verdict);
    const known = best.get(verdict);
    if (known === undefined || changes.length < known.length) best.set(verdict, changes);
  }
  return [...best]
    .map(([verdict, changes]) => ({ changes, verdict }))
    .sort((one, other) => one.changes.length - other.changes.length);
}

/**
 * Yields the changes to try: each decided finding reversed, all undecided findings settled with one finding hit or
 * none, and all undecided and hit findings set to not hit. A verdict depends only on whether a finding is undecided and
 * whether an adverse one is hit, so no smaller change is missed.
 */
function* candidatesOf(findings: Judged[]): Generator<StateChange[]> {
  const to = (index: number, state: 'hit' | 'not_hit'): StateChange => ({
    index,
    from: stateOf(findings[index]!),
    to: state,
  });
  const open = findings.flatMap((finding, index) => (isOpen(finding) ? [index] : []));
  const hits = findings.flatMap(({ hit, unsupported }, index) => (hit && unsupported.length === 0 ? [index] : []));
  for (const [index, finding] of findings.entries()) {
    if (isOpen(finding)) continue;
    yield [to(index, finding.hit ? 'not_hit' : 'hit')];
  }
  if (open.length > 0) yield open.map((index) => to(index, 'not_hit'));
  for (const hit of open) yield open.map((index) => to(index, index === hit ? 'hit' : 'not_hit'));
  for (const [index, finding] of findings.entries()) {
    if (open.length > 0 && !isOpen(finding) && !finding.hit)
      yield [...open.map((one) => to(one, 'not_hit')), to(index, 'hit')];
  }
  yield [...open, ...hits].map((index) => to(index, 'not_hit'));
}

/** Drops changes that are not needed, one by one. */
function shorten(changes: StateChange[], holds: (fewer: StateChange[]) => boolean): StateChange[] {
  let kept = changes;
  for (const change of changes) {
    const fewer = kept.filter((one) => one !== change);
    if (fewer.length > 0 && holds(fewer)) kept = fewer;
  }
  return kept;
}
