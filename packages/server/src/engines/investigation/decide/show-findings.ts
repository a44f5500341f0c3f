import type { PolicyRule } from '#policies/model.ts';
import type { EngineContext } from '../../engine/engine.ts';
import type { Finding } from './findings.ts';

// Shows the beginning of the output to those who watch the job, finding by finding. Only what has passed the checks of
// its quotations is shown. A finding that a later check changes begins the value anew.

/** Takes findings in any order; a later one replaces an earlier one of its rule. */
export type ShowFindings = (findings: Finding[]) => void;

/** How the output begins with these findings, which are the first ones of `order`. */
export type Beginning = {
  order(rules: PolicyRule[]): PolicyRule[];
  value(findings: Finding[]): unknown;
};

export function createShowFindings(
  context: Pick<EngineContext, 'show'>,
  rules: PolicyRule[],
  { order, value }: Beginning,
): ShowFindings {
  const ordered = order(rules);
  const known = new Map<PolicyRule, Finding>();
  let emit: ((words: string) => void) | undefined;
  let shown = '';
  return (findings) => {
    for (const finding of findings) known.set(finding.rule, finding);
    const missing = ordered.findIndex((rule) => !known.has(rule));
    const ready = ordered.slice(0, missing === -1 ? ordered.length : missing).map((rule) => known.get(rule)!);
    if (ready.length === 0) return;
    // Without the brackets at its end, the text of a part is the beginning of the text of the whole.
    const text = JSON.stringify(value(ready)).replace(/[\]}]+$/, '');
    if (emit === undefined || !text.startsWith(shown)) {
      emit = context.show('output');
      shown = '';
    }
    emit(text.slice(shown.length));
    shown = text;
  };
}
