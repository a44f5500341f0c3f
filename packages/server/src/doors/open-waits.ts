import { operations } from '@errand/contract/operations/operations.ts';
import type { Wait } from '@errand/contract/waits.ts';
import { findOpenWait } from '#jobs/record/wait-store.ts';
import type { Database } from '#platform/db.ts';
import { type CallApi, errorText, type Reply } from './reply.ts';

// Jobs that wait for a person. MCP and A2A ask their caller and pass the answer to the API.

/** Only these waits need a person. Events and timers end without one. */
export const isQuestion = ({ kind }: Pick<Wait, 'kind'>): boolean => kind === 'approval' || kind === 'question';

/** Most jobs have ended before the first look. A job that asks usually does so soon. */
const LOOK_FIRST_MS = 300;
const LOOK_MS = 1_000;

/** `asked` resolves when the job waits for a person. Otherwise it never settles. */
export function watchForQuestion(database: Database, orgId: string, jobId: string) {
  let timer: NodeJS.Timeout | undefined;
  const asked = new Promise<'asked'>((resolve) => {
    const look = async (): Promise<void> => {
      const wait = await findOpenWait(database.tenant(orgId), orgId, jobId).catch(() => undefined);
      if (wait !== undefined && isQuestion(wait)) resolve('asked');
      else if (timer !== undefined) timer = setTimeout(() => void look(), LOOK_MS);
    };
    timer = setTimeout(() => void look(), LOOK_FIRST_MS);
  });
  return {
    asked,
    stop(): void {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

/** Lists the open questions of a job, oldest first. */
export async function listQuestions(callApi: CallApi, jobId: string): Promise<Wait[]> {
  const reply = await callApi('GET', `${operations.waits.list.path}?job_id=${jobId}&status=open&page_size=100`);
  // An empty list would mean that the job asks nothing.
  if (reply.status !== 200) throw new Error(errorText(reply));
  return (reply.body as { results: Wait[] }).results.filter(isQuestion).toReversed();
}

export const answerWait = (
  callApi: CallApi,
  waitId: string,
  body: { answer: unknown; comment?: string },
): Promise<Reply> => callApi('POST', operations.waits.answer.path.replace(':wait_id', waitId), body);
