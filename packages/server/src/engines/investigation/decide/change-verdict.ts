import type { Classification } from '#policies/model.ts';
import { type Basis, isOpen, type Judged, settleVerdict } from './settle.ts';

// The smallest changes of findings that give another verdict. Each is tried by deciding again; what only a model could say
// is left out.

export type FindingState = 'hit' | 'not_hit' | 'undecided';
export type StateChange = { index: number; from: FindingState; to: FindingState };
export type VerdictChange = { changes: StateChange[]; verdict: string };

export const stateOf = (finding: Pick<Judged, 'hit' | 'unsupported'>): FindingState =>
  isOpen(finding) ? 'undecided' : finding.hit ? 'hit' : 'not_hit';

/** Findings as they would be. */
export const applyChanges = <F extends Judged>(findings: F[], changes: StateChange[]): F[] =>
  findings.map((finding, index) => {
    const change = changes.find((one) => one.index === index);
    return change === undefined ? finding : { ...finding, hit: change.to === 'hit', unsupported: [] };
  });

/** One for each other verdict that can be reached, the smallest first. */
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
 * A finding alone, everything that speaks against the case, and everything that is undecided, with one of them hit or
 * none. A verdict turns on whether some finding is open and whether some adverse one is hit, so nothing smaller is missed.
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

/** Leaves out what is not needed, one after the other. */
function shorten(changes: StateChange[], holds: (fewer: StateChange[]) => boolean): StateChange[] {
  let kept = changes;
  for (const change of changes) {
    const fewer = kept.filter((one) => one !== change);
    if (fewer.length > 0 && holds(fewer)) kept = fewer;
  }
  return kept;
}
