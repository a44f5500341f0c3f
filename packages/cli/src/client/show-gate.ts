import type { VersionGate } from '@errand/sdk';

/** What a gate asks for, and whether a version passes it. */
export function describeGate(gate: VersionGate): string {
  const { check } = gate;
  const verdict =
    check === null
      ? []
      : [check.open ? 'The version may become current.' : `The version is held back. ${check.reason}`];
  return [rules(gate), ...verdict].join('\n');
}

const SECOND = 'Somebody other than the proposer approves what becomes current (errand promotions list).';

function rules({
  evaluation_set_id: set,
  min_accuracy: least,
  no_regressions: strict,
  four_eyes: four,
}: VersionGate): string {
  if (set === null) return four ? SECOND : 'There is no gate. Every version may become current.';
  const asked = [
    ...(least === null ? [] : [`accuracy of at least ${least * 100} %`]),
    ...(strict ? ['no case that the current version answers correctly may become wrong'] : []),
  ];
  const run = `Requires a run on the evaluation set ${set}${asked.length === 0 ? '' : `: ${asked.join(', ')}`}.`;
  return four ? `${run}\n${SECOND}` : run;
}
