import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';

// The migrations of this release as files. A release adds what it needs while the previous one still runs beside it
// (expand), and removes what nobody uses any more once that is gone (contract).

export type Phase = 'expand' | 'contract';
export type Migration = { name: string; text: string; checksum: string; phase: Phase };

/** Where the previous release is found, and how far its schema went. */
export type PreviousRelease = { version: string; commit: string; lastMigration: string };

const FOLDER = new URL('../../migrations/', import.meta.url);

export const previousRelease: PreviousRelease = JSON.parse(
  readFileSync(new URL('previous-release.json', FOLDER), 'utf8'),
);

/** In the order of their numbers. */
export async function readMigrations(folder: URL = FOLDER): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex'), phase: readPhase(text) };
    }),
  );
}

/** Of this release; those before are known to the previous one. */
export const isOwn = ({ name }: Pick<Migration, 'name'>): boolean => name > previousRelease.lastMigration;

/** Removes something that the previous release may still use. */
export const isContract = (migration: Migration): boolean => migration.phase === 'contract' && isOwn(migration);

/** The newest migration that this release knows. */
export const schemaLevel: string = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .at(-1)!;

/** `-- phase: contract` as the first line. */
const readPhase = (text: string): Phase => (/^-- phase: contract\n/.test(text) ? 'contract' : 'expand');
