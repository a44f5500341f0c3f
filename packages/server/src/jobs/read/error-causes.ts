// Groups the failures of one code by cause: the shape of the message, the step that failed and the model it asked.

export type Failure = { message: string; job_id: string; step: string | null; model: string | null };
export type Cause = {
  message: string;
  count: number;
  step: string | null;
  model: string | null;
  last_job_id: string;
  remedy: string;
};

const CAUSES_MAX = 5;
/** A code for messages of engines: the catalogue cannot know what to do about them. */
export const OWN_MESSAGES = 'errand.engines.failed';

/** `failures` are the newest ones, the newest first. */
export function groupCauses(failures: readonly Failure[], { code, remedy }: { code: string; remedy: string }): Cause[] {
  const groups = Map.groupBy(failures, ({ message, step, model }) =>
    [shapeOf(message), step && shapeOf(step), model].join('\n'),
  );
  return [...groups.values()]
    .map((group) => {
      const { message, step, model, job_id: last } = group[0]!;
      const told = code === OWN_MESSAGES ? (remedyOf(message) ?? lookAt(step)) : remedy;
      return { message, count: group.length, step, model, last_job_id: last, remedy: told };
    })
    .sort((one, other) => other.count - one.count)
    .slice(0, CAUSES_MAX);
}

/** What messages of one cause have in common: ids, numbers and quoted values are left out. */
export const shapeOf = (message: string): string =>
  message
    .replaceAll(/https?:\/\/\S+/g, '…')
    .replaceAll(/\b[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}\b/gi, '…')
    .replaceAll(/(["'“‘`]).*?["'”’`]/g, '…')
    .replaceAll(/\d[\d.,:]*/g, '…')
    .toLowerCase();

const remedies: [pattern: RegExp, remedy: string][] = [
  [
    /\b(?:401|403)\b|unauthori[sz]ed|forbidden|api key|credential/i,
    'Renew the credential that the agent uses: its secret under Settings, or its connection.',
  ],
  [
    /\b429\b|rate.?limit|too many requests|quota/i,
    'Start fewer jobs at once, or add another model under `models`, which takes over.',
  ],
  [
    /timed? ?out|deadline|took too long/i,
    'Give the job more time, or less to do: raise its time limit or split its inputs.',
  ],
  [
    /\b50\d\b|overloaded|unavailable|unreachable|refused the connection|connection/i,
    'The other side did not answer. Run again what failed once it does.',
  ],
  [/\b404\b|not found|no such|does not exist/i, 'Check the name or address in the inputs and the configuration.'],
  [
    /json|schema|required|invalid|not a valid/i,
    'Compare what came with the schema of the agent. Change the schema, or say in the instruction what it needs.',
  ],
];

/** Returns something to do, by what the message is about. */
export const remedyOf = (message: string): string | undefined =>
  remedies.find(([pattern]) => pattern.test(message))?.[1];

/** The place to look at, if nothing is known about a message. */
const lookAt = (step: string | null): string =>
  step === null
    ? 'Open the newest of these jobs. It stopped before its first step: look at its inputs and configuration.'
    : `Open the newest of these jobs at the step ${step}: its request and its answer are there.`;
