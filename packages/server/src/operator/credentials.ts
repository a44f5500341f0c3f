import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

// The key of the first start, in the data folder. The database keeps only its hash, so this is its only copy. Beside it
// is the same key as a header for `curl -H @file`, which keeps it off the screen and out of the process list.

export type Credentials = { organization_id: string; api_key: string };

export const credentialsFile = (dataDir: string): string => join(dataDir, 'credentials.json');
export const headerFile = (dataDir: string): string => join(dataDir, 'authorization.header');

export async function writeCredentials(dataDir: string, credentials: Credentials): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeSecret(credentialsFile(dataDir), `${JSON.stringify(credentials, null, 2)}\n`);
}

/** Returns undefined if the file is missing or unreadable. */
export async function readCredentials(dataDir: string): Promise<Credentials | undefined> {
  try {
    const found = JSON.parse(await readFile(credentialsFile(dataDir), 'utf8'));
    const { organization_id, api_key } = found ?? {};
    return typeof organization_id === 'string' && typeof api_key === 'string'
      ? { organization_id, api_key }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the path, or undefined if the folder is not writable. */
export async function ensureHeaderFile(dataDir: string, apiKey: string): Promise<string | undefined> {
  const path = headerFile(dataDir);
  const text = `Authorization: Bearer ${apiKey}\n`;
  try {
    if ((await readFile(path, 'utf8').catch(() => '')) !== text) await writeSecret(path, text);
    return path;
  } catch {
    return undefined;
  }
}

/** Writes the file completely or not at all, and syncs it to disk. */
async function writeSecret(path: string, text: string): Promise<void> {
  const temporary = `${path}.new`;
  await rm(temporary, { force: true });
  {
    await using file = await open(temporary, 'wx', 0o600);
    await file.writeFile(text);
    await file.sync();
  }
  await rename(temporary, path);
  await using folder = await open(join(path, '..'), 'r');
  await folder.sync();
}
