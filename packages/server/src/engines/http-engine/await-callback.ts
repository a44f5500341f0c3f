import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '#platform/db.ts';
import { databaseNow } from '#platform/ids.ts';
import { persistently } from '#platform/persist.ts';
import { type EngineContext, EngineFailure, type EngineOutput, type StepUsage } from '../engine/engine.ts';
import { noteUsage, type RemoteAnswer, readAnswer, useAnswer } from './answer.ts';
import { findCallbackBody } from './callbacks-store.ts';

// Most callbacks come soon, so the job waits for them here. If the remote agent takes longer, the job frees its slot
// and goes back to the queue, and the callback wakes it.

const IN_PLACE_MS_MAX = 2_000;
const POLL_MS_MAX = 500;
/** Covers a callback that arrives while the job is going back to the queue and cannot be woken yet. */
const LOOK_AGAIN_SECONDS = 30;

/** The outputs, or an error with which the remote agent requests another try. */
type CallbackAnswer = { outputs: EngineOutput[] } | { outputs: null; error: string };

/** Waits for the callback, as a step, so that a later attempt does not wait again for an answer it already has. */
export const awaitCallback = (db: Db, context: EngineContext, wait: Wait): Promise<CallbackAnswer> =>
  context.step('callback', async (usage) => readCallback(await untilCallback(db, context, wait), usage), {
    kind: 'tool',
  });

type Wait = { seconds: number; acceptedAt: number };

async function untilCallback(
  db: Db,
  { jobId, signal }: EngineContext,
  { seconds, acceptedAt }: Wait,
): Promise<RemoteAnswer> {
  const overAt = acceptedAt + seconds * 1_000;
  const leaveAt = databaseNow() + IN_PLACE_MS_MAX;
  for (let pauseMs = 25; ; pauseMs = Math.min(pauseMs * 1.5, POLL_MS_MAX)) {
    const body = await persistently(() => findCallbackBody(db, jobId));
    if (body !== undefined) return readAnswer(body);
    const now = databaseNow();
    if (now >= overAt)
      throw new EngineFailure(`The remote agent did not call back within ${seconds} seconds.`, {
        code: 'errand.remote_agents.no_answer',
      });
    if (now >= leaveAt) {
      throw new EngineFailure('The remote agent is still working. The job waits for its callback.', {
        code: 'errand.remote_agents.no_answer',
        postponeSeconds: Math.min(LOOK_AGAIN_SECONDS, (overAt - now) / 1_000),
      });
    }
    await delay(Math.min(pauseMs, overAt - now), undefined, { signal });
  }
}

/** A request for another try is also recorded as a result, so that the next attempt knows it was handled. */
function readCallback(answer: RemoteAnswer, usage: StepUsage): CallbackAnswer {
  if (answer.error?.retry !== true) return { outputs: useAnswer(answer, usage) };
  noteUsage(answer, usage);
  return { outputs: null, error: answer.error.message };
}
