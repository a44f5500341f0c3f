import type { OutputItem, RunBody } from './generated/types/jobs.ts';
import type { RunResult, VersionedRunOptions } from './run-result.ts';
import { ErrandError } from './transport/errors.ts';
import { newKey } from './transport/keys.ts';
import { pause } from './transport/pause.ts';

export type ManyOptions = Omit<VersionedRunOptions, 'idempotencyKey'> & {
  /** How many jobs run at a time. Default 8. */
  concurrency?: number;
  /** Yields results as they come instead of in the order of the items. */
  unordered?: boolean;
  /** Retries of a call after an outage or a rate limit. The job is not run twice. Default 5. */
  retriesMax?: number;
  /** How often a failed job is run again. Default 0. */
  jobRetriesMax?: number;
};

export type ManyResult<Output = unknown> =
  | { index: number; ok: true; jobId: string; outputs: OutputItem[]; output: Output }
  | { index: number; ok: false; jobId: string | undefined; error: ErrandError };

type RunOne = (body: RunBody, options: VersionedRunOptions) => Promise<RunResult>;

/** How many results may wait for an earlier one, as a multiple of the concurrency. */
const WINDOW = 16;
const WAIT_MS = 500;
const WAIT_MS_MAX = 20_000;

export async function* runMany(
  runOne: RunOne,
  items: Iterable<RunBody> | AsyncIterable<RunBody>,
  { concurrency = 8, unordered = false, retriesMax = 5, jobRetriesMax = 0, signal, ...options }: ManyOptions = {},
): AsyncGenerator<ManyResult> {
  if (!(concurrency >= 1)) throw new TypeError('runs.runMany: concurrency must be at least 1.');
  const left = new AbortController();
  const inner = { ...options, signal: signal ? AbortSignal.any([signal, left.signal]) : left.signal };
  const source = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const running = new Map<number, Promise<ManyResult>>();
  const finished = new Map<number, ManyResult>();
  let pulling: Promise<IteratorResult<RunBody>> | undefined;
  let started = 0;
  let yielded = 0;
  let isExhausted = false;
  let refusal: ErrandError | undefined;
  try {
    for (;;) {
      signal?.throwIfAborted();
      const hasRoom = running.size < concurrency && started - yielded < concurrency * WINDOW;
      if (hasRoom && !isExhausted && refusal === undefined) pulling ??= Promise.resolve(source.next());
      const waitsForItem = pulling !== undefined && refusal === undefined;
      if (!waitsForItem && running.size === 0) break;
      // A slow source of items must not hold back results.
      const next = await Promise.race([...running.values(), ...(waitsForItem ? [pulling!] : [])]);
      if ('index' in next) {
        running.delete(next.index);
        finished.set(next.index, next);
        if (!next.ok && concernsAll(next.error)) refusal ??= next.error;
      } else {
        pulling = undefined;
        if (next.done) isExhausted = true;
        else running.set(started, attempt(started++, next.value));
      }
      while (finished.size > 0) {
        const index = unordered ? finished.keys().next().value! : yielded;
        const result = finished.get(index);
        if (result === undefined) break;
        finished.delete(index);
        yielded++;
        yield result;
      }
    }
  } finally {
    left.abort();
    if (!isExhausted) await source.return?.();
  }
  if (refusal !== undefined) throw refusal;

  async function attempt(index: number, body: RunBody): Promise<ManyResult> {
    let idempotencyKey = newKey();
    for (let retries = 0, jobRetries = 0; ; ) {
      try {
        return { index, ok: true, ...(await runOne(body, { ...inner, idempotencyKey })) };
      } catch (error) {
        if (!(error instanceof ErrandError)) {
          if (inner.signal.aborted) return { index, ok: false, jobId: undefined, error: new ErrandError('Aborted.') };
          throw error;
        }
        if (error.retryable && retries < retriesMax) {
          // The key stays the same: if the job was accepted, the retry returns its result.
          await pause(waitMs(retries++), inner.signal).catch(() => undefined);
        } else if (error.jobId !== undefined && jobRetries < jobRetriesMax) {
          jobRetries++;
          idempotencyKey = newKey();
        } else return { index, ok: false, jobId: error.jobId, error };
      }
    }
  }
}

const waitMs = (retries: number): number => Math.min(WAIT_MS * 2 ** retries, WAIT_MS_MAX) * (0.5 + Math.random() / 2);

/** Whether the error is not about one item, so that all others would fail too. */
const concernsAll = ({ status }: ErrandError): boolean => status === 401 || status === 403 || status === 404;
