import { type CheckedWait, checkWait } from '#engines/engine/check-wait.ts';
import { EngineFailure } from '#engines/engine/engine.ts';
import { type WaitAnswer, WaitPending, type WaitRequest } from '#engines/engine/wait.ts';
import type { Database } from '#platform/db.ts';
import { persistently } from '#platform/persist.ts';
import type { Redactor } from '#secrets/redact.ts';
import type { ClaimedJob } from '../queue/claim.ts';
import type { JobControl } from '../queue/runs.ts';
import { isTrial } from '../record/model.ts';
import { storableJson, storableText } from '../record/storable.ts';
import type { WaitRow } from '../record/wait-store.ts';
import { openWait } from './open-wait.ts';
import type { NewStep } from './record-step.ts';

// Steps of a journal whose results come from outside. An open wait ends the attempt. No step begins after that, so that
// an engine that takes the interruption for a failure records nothing.

/** What a timer waits for, if it is not only a time. */
type WaitReason = 'provider_batch';

export type WaitSteps = {
  wait(request: WaitRequest): Promise<WaitAnswer>;
  /** Waits until the batch of a provider has an answer, or until this time. */
  waitForLane(until: Date): Promise<void>;
  /** The open waits that the attempt has reached. */
  pending(): string[];
  /** Notes when a wait of an earlier attempt ended. */
  noteEnd(at: Date): void;
  /** When the last wait ended. */
  lastEnd(): Date | undefined;
};

export function createWaitSteps(options: {
  database: Database;
  job: ClaimedJob;
  control: JobControl & { redactor: Redactor };
  /** Returns a key that is the same in every attempt. */
  nextKey(name: string): string;
  /** Returns the result that an earlier attempt recorded under this key. */
  recall(key: string): unknown;
  record(step: Omit<NewStep, 'seq'>): Promise<boolean>;
}): WaitSteps {
  const { database, job, control } = options;
  const pending = new Set<string>();
  let lastEnd: Date | undefined;
  function noteEnd(at: Date): void {
    if (lastEnd === undefined || at > lastEnd) lastEnd = at;
  }

  async function look(name: string, key: string, request: WaitRequest, reason?: WaitReason): Promise<WaitAnswer> {
    const asked = control.redactor.value(checkWait(request));
    if (isTrial(job.origin) && (asked.kind === 'approval' || asked.kind === 'question')) return askNobody(asked);
    await control.assertOwned();
    control.signal.throwIfAborted();
    const wait = await persistently(() =>
      openWait(database.queue, job, {
        ...asked,
        key,
        reason: reason ?? null,
        title: storableText(asked.title),
        body: storableText(asked.body),
      }),
    );
    if (wait === undefined) throw new Error('This attempt no longer owns the job.');
    if (wait.status === 'open') {
      pending.add(wait.id);
      throw new WaitPending();
    }
    noteEnd(wait.answeredAt!);
    const failure = failureOf(wait);
    const answer = answerOf(wait);
    const kept = await options.record({
      key,
      kind: 'wait',
      name,
      usage: {},
      cost: 0,
      startedAt: wait.createdAt.getTime(),
      durationMs: Math.max(0, wait.answeredAt!.getTime() - wait.createdAt.getTime()),
      error: failure?.message ?? null,
      result: failure === undefined ? storableJson(answer) : null,
    });
    if (!kept) throw new Error('This attempt no longer owns the job.');
    if (failure !== undefined) throw failure;
    return answer;
  }

  async function wait(request: WaitRequest, reason?: WaitReason): Promise<WaitAnswer> {
    const name = `wait: ${reason ?? request.event ?? request.kind}`;
    const key = options.nextKey(name);
    const earlier = options.recall(key);
    if (earlier !== undefined) return earlier as WaitAnswer;
    control.signal.throwIfAborted();
    return look(name, key, request, reason);
  }

  return {
    wait: (request) => wait(request),
    async waitForLane(until) {
      const title = 'The batch of the provider has an answer';
      await wait({ kind: 'timer', title, due_at: until }, 'provider_batch');
    },
    pending: () => [...pending],
    noteEnd,
    lastEnd: () => lastEnd,
  };
}

/** Answers a wait of a trial. Trials do not ask people: they continue as if nobody had answered in time. */
function askNobody({ title, onTimeout }: CheckedWait): WaitAnswer {
  if (onTimeout === 'fail')
    throw new EngineFailure(`Evaluations and rehearsals do not ask people, but this step needs an answer: ${title}`, {
      code: 'errand.waits.timed_out',
    });
  return { answer: onTimeout === 'continue' ? null : onTimeout, comment: null, answered_by: null, timed_out: true };
}

function failureOf(wait: WaitRow): EngineFailure | undefined {
  if (wait.status === 'cancelled')
    return new EngineFailure(`The wait was withdrawn: ${wait.title}`, { code: 'errand.waits.withdrawn' });
  if (wait.status !== 'timed_out' || wait.onTimeout !== 'fail') return undefined;
  const message =
    wait.kind === 'event'
      ? `The event ${wait.event} did not arrive in time.`
      : `Nobody answered in time: ${wait.title}`;
  return new EngineFailure(message, { code: 'errand.waits.timed_out' });
}

const answerOf = (wait: WaitRow): WaitAnswer => ({
  answer: wait.answer ?? null,
  comment: wait.comment,
  answered_by: wait.answeredBy?.name ?? null,
  timed_out: wait.status === 'timed_out',
});
