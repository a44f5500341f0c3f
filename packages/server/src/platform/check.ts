/** The result of one check. A `fix` says what to do; without one, the check passed. */
export type Verdict = { detail: string; fix?: string };

export type Check = { name: string; look(): Promise<Verdict> };
