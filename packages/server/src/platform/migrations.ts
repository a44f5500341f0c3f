import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { checksumOf } from './migration-checksum.ts';

// Reads the migration files of this release. A release adds what it needs while the previous one still runs beside it
// (expand), and removes what is no longer used once that one is gone (contract).

export type Phase = 'expand' | 'contract';
export type Migration = { name: string; text: string; checksum: string; phase: Phase };

/** The previous release, and the last migration that it knows. */
export type PreviousRelease = { version: string; commit: string; lastMigration: string };

const FOLDER = new URL('../../migrations/', import.meta.url);

export const previousRelease: PreviousRelease = JSON.parse(
  readFileSync(new URL('previous-release.json', FOLDER), 'utf8'),
);

/** Returns the migrations in the order of their numbers. */
export async function readMigrations(folder: URL = FOLDER): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      return { name, text, checksum: checksumOf(name, text), phase: readPhase(text) };
    }),
  );
}

/** Whether the migration is new in this release, and unknown to the previous one. */
export const isOwn = ({ name }: Pick<Migration, 'name'>): boolean => name > previousRelease.lastMigration;

/** Whether the migration removes something that the previous release may still use. */
export const isContract = (migration: Migration): boolean => migration.phase === 'contract' && isOwn(migration);

/** The newest migration that this release knows. */
export const schemaLevel: string = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .at(-1)!;

/** A contract migration has `-- phase: contract` as its first line. */
const readPhase = (text: string): Phase => (/^-- phase: contract\n/.test(text) ? 'contract' : 'expand');
