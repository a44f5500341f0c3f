import { loadNetwork } from './network.ts';
import { point } from './point.ts';
import type { Question, Told } from './pointer.ts';

// The process that runs the network. A thread could not: the runtime ends the whole process when a thread is ended while
// it computes.

const network = loadNetwork();
let last: Promise<unknown> = Promise.resolve();

process.on('disconnect', () => process.exit());
process.on('message', (question: Question) => {
  // One after another, because two at once would only slow each other down.
  last = last.then(async () => {
    const told = await answer(question);
    process.send?.({ id: question.id, ...told });
  });
});

async function answer({ text, ...asked }: Question): Promise<Omit<Told, 'id'>> {
  try {
    const loaded = await network;
    if (loaded === undefined) return { isMissing: true };
    if ('options' in asked) return { pointed: await point(loaded, text, asked.options) };
    return { says: (await loaded.read(asked.statements, text)).map(({ says }) => says) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
