/** The result of one check. A `fix` says what to do; without one, all is well. */
export type Verdict = { detail: string; fix?: string };

export type Check = { name: string; look(): Promise<Verdict> };

export type Finding = Verdict & { name: string; ok: boolean };

/** Sequential, so that the checks do not disturb what they measure. A check that throws is a finding too. */
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
