import { readFile, writeFile } from 'node:fs/promises';
import type { Answer } from './judge-trust.ts';

// Keeps the answers of a slow or paid model in a file, so that marks can be judged again without asking it again.

type Kept = Record<string, unknown>;

export async function keepAnswers(file: string, ask: Answer): Promise<Answer> {
  const kept = await readKept(file);
  return async (one) => {
    const name = one.name;
    if (!(name in kept)) {
      kept[name] = await ask(one);
      await writeFile(file, JSON.stringify(kept));
    }
    return kept[name];
  };
}

async function readKept(file: string): Promise<Kept> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Kept;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}
