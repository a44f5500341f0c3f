import { join } from 'node:path';

const repository = join(import.meta.dirname, '..', '..');

/** As a run names them at its end. One that comes last would be waited for while nothing else is left to run. */
const longest = [
  'packages/server/test/chaos/quick.test.ts',
  'packages/console/test/accessibility.test.ts',
  'packages/console/test/jobs.test.ts',
].map((file) => join(repository, file));

/** The files of the list first, the others as they came. */
export function longestFirst(files: string[]): string[] {
  const place = (file: string): number => (longest.includes(file) ? longest.indexOf(file) : longest.length);
  return files.toSorted((a, b) => place(a) - place(b));
}

const browserFolders = ['packages/console/test', 'packages/server/test/web'].map((folder) =>
  join(repository, folder, '/'),
);

export const usesBrowser = (file: string): boolean => browserFolders.some((folder) => file.startsWith(folder));
