import { type FollowDeps, followJob, type JobNews, newPosition, type Words } from '#jobs/read/follow-job.ts';
import type { Streamed } from '#jobs/record/model.ts';
import { findRecord, type JobRecord } from '#jobs/record/store.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import { itemId, messageItem, type ResponseView, streamedOf } from './render-response.ts';

// The events of a response. Their numbers are computed from what they say: the number of a delta is where it ends. So an
// event has the same number for every reader, on every process, before and after the end of the job. Each beginning of
// the text is an item of the output; one that was given up is closed as incomplete.

/** Longer than any text. */
const SPAN = 10_000_000;
/** The last number before the words of an item. */
const HEAD = 3;
/** After all words of all beginnings: the end of a job without a text. */
const LAST = SPAN * 10_000;

export type ResponseEvent = { type: string; sequence_number: number; [member: string]: unknown };

type Options = {
  caller: Caller;
  jobId: string;
  /** Only events after this number. */
  after: number;
  signal: AbortSignal;
  render(job: JobRecord): Promise<ResponseView>;
  textOf(job: JobRecord): string | undefined;
};

export async function* streamResponse(
  deps: FollowDeps & { database: Database },
  { caller: { orgId }, jobId, after, signal, render, textOf }: Options,
): AsyncGenerator<ResponseEvent[]> {
  const db = deps.database.tenant(orgId);
  const read = async (): Promise<JobRecord> => {
    const job = await findRecord(db, orgId, jobId);
    if (job === undefined) throw notFound('response');
    return job;
  };
  const fresh = (events: ResponseEvent[]): ResponseEvent[] => events.filter((one) => one.sequence_number > after);
  const begun = { ...(await render(await read())), status: 'in_progress', output: [], usage: null };
  yield fresh([
    { type: 'response.created', sequence_number: 0, response: begun },
    { type: 'response.in_progress', sequence_number: 1, response: begun },
  ]);
  const items = createItems(jobId);
  const position = { ...newPosition(), ...positionAfter(after) };
  items.resume(position.generation, position.offset);
  for await (const news of followJob(deps, { orgId, reader: 'viewer', jobId, db, position, signal })) {
    const events = news.flatMap((one) => items.take(one));
    if (news.some(({ event }) => event === 'end')) {
      const job = await read();
      events.push(...items.end(textOf(job), streamedOf(job), await render(job)));
    }
    yield fresh(events);
  }
}

/**
 * Where a reader is that has seen the event of this number. One that has not seen the whole head of an item is before it:
 * its events are made again, and those that were seen are left out.
 */
function positionAfter(after: number): { generation: number; offset: number } {
  if (after >= LAST) return { generation: 0, offset: 0 };
  const generation = Math.floor(Math.max(0, after) / SPAN);
  const offset = after - generation * SPAN - HEAD;
  return offset < 0 ? { generation, offset: 0 } : { generation: generation + 1, offset };
}

function createItems(jobId: string) {
  let generation = 0;
  let offset = 0;
  const base = (): number => (generation - 1) * SPAN;
  const place = () => ({ item_id: itemId(jobId, generation), output_index: generation - 1, content_index: 0 });

  function begin(next: number): ResponseEvent[] {
    const events: ResponseEvent[] = [];
    while (generation < next) {
      if (generation > 0)
        events.push({
          type: 'response.output_item.done',
          sequence_number: generation * SPAN,
          output_index: generation - 1,
          item: messageItem(itemId(jobId, generation), '', 'incomplete'),
        });
      generation += 1;
      offset = 0;
      const item = messageItem(itemId(jobId, generation), '', 'in_progress');
      const part = { type: 'output_text', text: '', annotations: [] };
      events.push(
        { type: 'response.output_item.added', sequence_number: base() + 2, output_index: generation - 1, item },
        { type: 'response.content_part.added', sequence_number: base() + HEAD, ...place(), part },
      );
    }
    return events;
  }

  function say(text: string): ResponseEvent[] {
    if (text === '') return [];
    offset += text.length;
    const delta = { ...place(), delta: text, logprobs: [] };
    return [{ type: 'response.output_text.delta', sequence_number: base() + HEAD + offset, ...delta }];
  }

  return {
    resume(atGeneration: number, atOffset: number): void {
      generation = atGeneration;
      offset = atOffset;
    },
    take({ event, position, data }: JobNews): ResponseEvent[] {
      if (event === 'restart') return begin(position.generation);
      if (event !== 'delta') return [];
      return [...begin(position.generation), ...say((data as Words).text)];
    },
    end(text: string | undefined, streamed: Streamed | undefined, response: ResponseView): ResponseEvent[] {
      if (response.status !== 'completed' || text === undefined) {
        const type = response.status === 'completed' ? 'response.completed' : 'response.failed';
        return [{ type, sequence_number: LAST, response }];
      }
      const events = begin(streamed?.generation ?? 1);
      // A text that was never shown comes as a whole.
      if (streamed === undefined) events.push(...say(text.slice(offset)));
      const at = base() + HEAD + text.length;
      const item = messageItem(itemId(jobId, generation), text, 'completed');
      return [
        ...events,
        { type: 'response.output_text.done', sequence_number: at + 1, ...place(), text, logprobs: [] },
        { type: 'response.content_part.done', sequence_number: at + 2, ...place(), part: item.content[0] },
        { type: 'response.output_item.done', sequence_number: at + 3, output_index: generation - 1, item },
        { type: 'response.completed', sequence_number: at + 4, response },
      ];
    },
  };
}
