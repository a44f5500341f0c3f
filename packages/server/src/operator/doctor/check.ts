import type { Check, Verdict } from '#platform/check.ts';

export type Finding = Verdict & { name: string; ok: boolean };

/** Runs one check at a time, so that none disturbs what another measures. A check that throws becomes a finding. */
export async function runChecks(checks: Check[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, look } of checks) {
    const verdict = await look().catch((error: Error) => ({
      detail: 'could not be checked',
      fix: error.message || String(error),
    }));
    findings.push({ name, ok: verdict.fix === undefined, ...verdict });
  }
  return findings;
}
