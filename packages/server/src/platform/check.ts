/** The result of one check. A `fix` says what to do; without one, the check passed. */
export type Verdict = { detail: string; fix?: string };

export type Check = {
  name: string;
  /** Only `errand doctor` runs it, not the page of the installation's health. */
  isSlow?: boolean;
  look(): Promise<Verdict>;
};
