import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createErrand, type Errand } from '@errand/sdk';
import type { Command } from 'commander';
import { UsageError } from '../terminal/errors.ts';
import { type Profile, readProfiles } from './profiles.ts';

// Finds the server for a command: --profile, ERRAND_URL and ERRAND_API_KEY, the current profile, or the server that
// runs in this folder.

const LOCAL_PORT = '8700';

export type Connection = Errand & { url: string };

export async function connect(command: Command): Promise<Connection> {
  const { profile } = command.optsWithGlobals<{ profile?: string }>();
  const { url, api_key } = await chooseServer(profile, process.env);
  return { ...createErrand({ baseUrl: url, apiKey: api_key, headers: { 'x-errand-origin': 'cli' } }), url };
}

export async function chooseServer(named: string | undefined, env: NodeJS.ProcessEnv): Promise<Profile> {
  const { current, profiles } = await readProfiles();
  if (named !== undefined) {
    const found = profiles[named];
    if (found !== undefined) return found;
    const names = Object.keys(profiles);
    throw new UsageError(
      names.length === 0
        ? `No profile is called ${named}. Run: errand login URL --profile ${named}`
        : `No profile is called ${named}. Existing profiles: ${names.join(', ')}.`,
    );
  }
  const key = env.ERRAND_API_KEY;
  const kept = current === null ? undefined : profiles[current];
  if (key) return { url: readUrl(env.ERRAND_URL || kept?.url || localUrl(env)), api_key: key };
  const chosen = kept ?? (await findLocalServer(env));
  if (chosen === undefined) throw new UsageError('Not signed in. Run errand login URL, or set ERRAND_API_KEY.');
  return env.ERRAND_URL ? { ...chosen, url: readUrl(env.ERRAND_URL) } : chosen;
}

export function readUrl(text: string): string {
  const url = URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `http://${text}`);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '') {
    throw new UsageError('The server address must look like https://errand.example.org.');
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** Uses the key that the server's first start wrote to the data folder. */
async function findLocalServer(env: NodeJS.ProcessEnv): Promise<Profile | undefined> {
  try {
    const file = join(resolve(env.ERRAND_DATA_DIR || '.errand'), 'credentials.json');
    const { api_key } = JSON.parse(await readFile(file, 'utf8'));
    return typeof api_key === 'string' ? { url: localUrl(env), api_key } : undefined;
  } catch {
    return undefined;
  }
}

const localUrl = (env: NodeJS.ProcessEnv): string => `http://127.0.0.1:${env.PORT || LOCAL_PORT}`;
