import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '#platform/db.ts';
import { databaseNow } from '#platform/ids.ts';
import { persistently } from '#platform/persist.ts';
import { type EngineContext, EngineFailure, type EngineOutput, type StepUsage } from '../engine/engine.ts';
import { noteUsage, type RemoteAnswer, readAnswer, useAnswer } from './answer.ts';
import { findCallbackBody } from './callbacks-store.ts';

// Most answers that come later come soon; those are waited for here. A job whose remote agent takes longer leaves its
// slot to others: it goes back to the queue, and the callback wakes it.

const IN_PLACE_MS_MAX = 2_000;
const POLL_MS_MAX = 500;
/** The callback wakes the job; this is for the one that came while the job was on its way to the queue. */
const LOOK_AGAIN_SECONDS = 30;

/** Outputs, or what the remote agent says when it wants to be asked again. */
type CallbackAnswer = { outputs: EngineOutput[] } | { outputs: null; error: string };

/** As a step: one that was answered before is not looked for again. */
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
    if (now >= overAt) throw new EngineFailure(`The remote agent did not call back within ${seconds} seconds.`);
    if (now >= leaveAt) {
      throw new EngineFailure('The remote agent is at work; the job waits for its callback.', {
        postponeSeconds: Math.min(LOOK_AGAIN_SECONDS, (overAt - now) / 1_000),
      });
    }
    await delay(Math.min(pauseMs, overAt - now), undefined, { signal });
  }
}

/** The wish to be asked again is a result, too: the next attempt has to know that it was heard. */
function readCallback(answer: RemoteAnswer, usage: StepUsage): CallbackAnswer {
  if (answer.error?.retry !== true) return { outputs: useAnswer(answer, usage) };
  noteUsage(answer, usage);
  return { outputs: null, error: answer.error.message };
}
