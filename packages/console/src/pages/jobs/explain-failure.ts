import type { Job } from '@errand/sdk';

// What to do about a job that failed. The message says what happened; this says what usually helps.

const advice: [pattern: RegExp, todo: string][] = [
  [
    /time limit|timed? ?out|did not (end|answer|respond) in time/i,
    'Increase timeout_seconds, or reduce the work: smaller documents, fewer pages, a faster model.',
  ],
  [/credit/i, 'Ask the operator to add credits (npx errand credits grant), then run it again.'],
  [/max_cost|cost limit|spending/i, 'Raise max_cost of the run, or use a cheaper model.'],
  [/agent was deleted/i, 'The agent was deleted. Run another one with the same inputs.'],
  [
    /worker (died|stopped|was lost)|silent|process/i,
    'The process that ran it stopped several times. Check memory and disk on the Health page, then run it again.',
  ],
  [/policy/i, 'Check which policy the version names, and that the policy still exists.'],
  [
    /rate limit|429|too many requests/i,
    'The provider is rate limiting. Run it again later, or run fewer jobs at a time.',
  ],
  [/quota/i, 'Raise the quota of the account at the provider, or choose another model.'],
  [
    /api[ _-]?key|unauthori[sz]ed|401|provider|no model|not configured/i,
    'Set the key of the model provider on the server, or choose another model.',
  ],
  [
    /schema|did not match|not valid json/i,
    'The response did not match the output schema. Relax the schema, describe its fields better, or use a stronger model.',
  ],
  [
    /fetch|resolve|connect|host|dns|unreachable|cannot be reached|tls|certificate/i,
    'A page or service could not be reached. Check its URL, and ERRAND_OUTBOUND_ALLOW for private networks.',
  ],
  [
    /file|document|page|image|pdf/i,
    'Check that the file opens, is of the expected type and is not empty or protected.',
  ],
  [/input|required|missing/i, 'Correct the inputs and run it again.'],
];

export function explainFailure(job: Job): string {
  const message = job.error_message ?? '';
  const [, todo] = advice.find(([pattern]) => pattern.test(message)) ?? [];
  return todo ?? 'Check the last step to see where it stopped, then run it again, perhaps with another version.';
}

/** The step in which it went wrong, if one was recorded. */
export const failedStep = (job: Job): string | undefined =>
  job.steps.findLast(({ status }) => status === 'failed')?.key;
