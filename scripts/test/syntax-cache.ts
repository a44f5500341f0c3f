// Caches the syntax of files, because parsing all of them takes seconds.
import { hash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { readSyntax, type Syntax } from '../layers/modules.ts';

export async function openSyntaxCache(file: string) {
  const known = await load(file);
  const used: Record<string, Syntax> = {};
  let fresh = 0;
  return {
    read(path: string, text: string): Syntax {
      const key = hash('sha1', extname(path) + text);
      if (known[key] === undefined) fresh += 1;
      used[key] = known[key] ?? readSyntax(path, text);
      return used[key];
    },
    /** Saves the entries that this run used. */
    async save(): Promise<void> {
      if (fresh === 0) return;
      const draft = `${file}.${process.pid}`;
      await writeFile(draft, JSON.stringify(used));
      await rename(draft, file);
    },
  };
}

/** Returns an empty cache if it is missing or broken. */
async function load(file: string): Promise<Record<string, Syntax>> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return {};
  }
}
