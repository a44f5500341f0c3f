import { parentPort } from 'node:worker_threads';
import { fillChecked } from './fill-checked.ts';
import { compareTexts } from './language/embeddings.ts';
import { summarizeText } from './language/summary.ts';
import { BaselineFailure } from './limits/failure.ts';
import type { Reply, Task } from './tasks.ts';
import { checkValue } from './trust/check-value.ts';

// The code of a thread: runs one task at a time.

parentPort?.on('message', async (task: Task) => {
  parentPort?.postMessage(await answer(task));
});

async function answer(task: Task): Promise<Reply> {
  try {
    return { value: await perform(task) };
  } catch (error) {
    if (error instanceof BaselineFailure) return { failure: error.message };
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function perform({ name, input }: Task): Promise<unknown> {
  switch (name) {
    case 'fill':
      return await fillChecked(input.text, input.options);
    case 'check':
      return checkValue(input);
    case 'summarize':
      return summarizeText(input.text, input.sentences, input.query);
    case 'similarity':
      return await compareTexts(input.query, input.texts);
  }
}
