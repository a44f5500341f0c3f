import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Batch, Errand } from '@errand/sdk';
import { userExitCodes } from '../terminal/errors.ts';
import type { Answer } from '../terminal/operate.ts';
import { bar, createStatusLine } from '../terminal/progress.ts';
import { count, done } from '../terminal/text.ts';
import { money } from './show-job.ts';

/** Waits for a batch to end, writes its results if asked to, and says how it ended. */
export async function finishBatch(
  errand: Errand,
  id: string,
  { signal, out }: { signal: AbortSignal; out?: string | undefined },
): Promise<Answer> {
  const ended = await waitForBatch(errand, id, signal);
  if (out !== undefined) await writeResults(errand, id, out, signal);
  const { success, cached, failure, cancelled } = ended.counts;
  if (failure + cancelled > 0) process.exitCode = userExitCodes.failed;
  const facts = {
    id: ended.id,
    succeeded: String(success + cached),
    failed: String(failure),
    ...(cancelled > 0 && { cancelled: String(cancelled) }),
    cost: money(ended.cost),
    ...(out !== undefined && { results: out }),
  };
  return { json: ended, text: done(`The batch of ${count(ended.total, 'row')} has ended.`, facts) };
}

async function waitForBatch(errand: Errand, id: string, signal: AbortSignal): Promise<Batch> {
  const line = createStatusLine();
  try {
    // Without a terminal nobody sees the progress, so one long wait is enough.
    return await errand.batches.wait(id, { signal, onProgress: line.isShown ? showProgress : undefined });
  } catch (error) {
    if (signal.aborted) process.stderr.write(`The batch ${id} continues to run.\n`);
    throw error;
  } finally {
    line.end();
  }

  function showProgress({ counts, total, cost, eta_seconds }: Batch): void {
    const { success, cached, failure, cancelled } = counts;
    const eta = eta_seconds === null ? '' : `, about ${Math.ceil(eta_seconds)} s left`;
    line.show(`${bar(success + cached + failure + cancelled, total)}, ${failure} failed, ${money(cost)}${eta}`);
  }
}

export async function writeResults(errand: Errand, id: string, path: string, signal: AbortSignal): Promise<void> {
  const lines = Readable.from(
    (async function* () {
      for await (const line of errand.batches.results(id, {}, { signal })) yield `${JSON.stringify(line)}\n`;
    })(),
  );
  await pipeline(lines, createWriteStream(path));
}
