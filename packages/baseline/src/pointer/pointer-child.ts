import { loadNetwork } from './network.ts';
import { point } from './point.ts';
import type { Question, Told } from './pointer.ts';

// The process that runs the network. A thread could not: the runtime ends the whole process when a thread is ended while
// it computes.

const network = loadNetwork();
let last: Promise<unknown> = Promise.resolve();

process.on('disconnect', () => process.exit());
process.on('message', ({ id, text, options }: Question) => {
  // One after another, because two at once would only slow each other down.
  last = last.then(async () => {
    const told = await answer(text, options);
    process.send?.({ id, ...told });
  });
});

async function answer(text: string, options: Question['options']): Promise<Omit<Told, 'id'>> {
  try {
    const loaded = await network;
    return loaded === undefined ? { isMissing: true } : { pointed: await point(loaded, text, options) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
