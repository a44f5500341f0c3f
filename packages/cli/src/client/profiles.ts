import { chmod, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

// The servers that the user has signed in to, in one file in the user's configuration folder that nobody else can read.

/** `made_by_login` marks a key that the login created. Signing out revokes it. */
export type Profile = { url: string; api_key: string; made_by_login?: boolean };
export type Profiles = { current: string | null; profiles: Record<string, Profile> };

const none: Profiles = { current: null, profiles: {} };

export const profilesFile = (env: NodeJS.ProcessEnv = process.env): string => ownFile('profiles.json', env);

/** A file in the user's configuration folder. */
export function ownFile(name: string, env: NodeJS.ProcessEnv = process.env): string {
  const base = env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config');
  return join(base, 'errand', name);
}

/** No file means no profiles. A damaged file is an error, because overwriting it would lose keys. */
export async function readProfiles(path = profilesFile()): Promise<Profiles> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return none;
    throw error;
  }
  const found = parse(text);
  if (found === undefined) throw new Error(`${path} is damaged. Repair or remove it, then run errand login.`);
  return found;
}

/** Writes a new file and moves it into place, so that an interrupted write leaves the old file. */
export async function writeProfiles(profiles: Profiles, path = profilesFile()): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}`;
  try {
    const file = await open(temporary, 'w', 0o600);
    await file.writeFile(`${JSON.stringify(profiles, null, 2)}\n`);
    await file.close();
    await chmod(temporary, 0o600);
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}

function parse(text: string): Profiles | undefined {
  try {
    const { current, profiles } = JSON.parse(text);
    const isProfile = (one: unknown): boolean => {
      const { url, api_key } = Object(one);
      return typeof url === 'string' && typeof api_key === 'string';
    };
    const isValid = typeof profiles === 'object' && profiles !== null && Object.values(profiles).every(isProfile);
    return isValid ? { current: typeof current === 'string' ? current : null, profiles } : undefined;
  } catch {
    return undefined;
  }
}
