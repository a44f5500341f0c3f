const words: Record<string, string> = {
  sample: 'random sample',
  needs_review: 'asked for by the result',
  failure: 'failed',
  contested: 'contested',
  feedback: 'given unasked',
};

/** Why a job is to be reviewed; conditions such as `verdict:rejected` read as they are. */
export const reasonWords = (reason: string): string =>
  Object.hasOwn(words, reason) ? words[reason]! : reason.replace(':', ': ').replaceAll('_', ' ');
