const words: Record<string, string> = {
  sample: 'random sample',
  needs_review: 'asked for by the result',
  failure: 'failed',
  contested: 'contested',
  feedback: 'given unasked',
};

/** Describes why a job is to be reviewed. Conditions such as `verdict:rejected` are shown as they are. */
export const reasonWords = (reason: string): string =>
  Object.hasOwn(words, reason) ? words[reason]! : reason.replace(':', ': ').replaceAll('_', ' ');
