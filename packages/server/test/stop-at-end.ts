import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

type Stoppable = { stop(): unknown } | { close(): unknown };

const started: Stoppable[] = [];

/** Stops what a test file started, last first, when its tests have ended. Call it at the top level of the file. */
export function stopAtEnd<T extends Stoppable>(thing: T): T {
  if (started.length === 0) after(stopAll);
  started.push(thing);
  return thing;
}

/** A folder for the tests of a file. */
export async function makeFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'errand-test-'));
  stopAtEnd({ stop: () => rm(path, { recursive: true, force: true }) });
  return path;
}

async function stopAll(): Promise<void> {
  // Other test files may follow in this process.
  for (const thing of started.splice(0).reverse()) await ('stop' in thing ? thing.stop() : thing.close());
}
