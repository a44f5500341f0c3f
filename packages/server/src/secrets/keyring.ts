import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '#platform/configuration.ts';

// The keys that encrypt secrets. They come from the environment or from a file in the data folder, never from the
// database, so a copy of the database reveals no secrets. The first key encrypts new values. The others only decrypt,
// so that keys can be replaced while the service runs.

export type SecretKey = { id: string; bytes: Buffer };

export type KeySettings = {
  /** ERRAND_SECRET_KEY */
  secretKey: string | undefined;
  /** ERRAND_SECRET_KEY_PREVIOUS */
  previousKeys: string[];
  /** ERRAND_JWT_SECRET, used if ERRAND_SECRET_KEY is not set. */
  jwtSecret: string | undefined;
  dataDir: string;
};

export type Keyring = {
  /** Where the key for new values comes from, for messages. */
  source: string;
  /** Returns the key for new values, or undefined if neither the environment nor the file has one yet. */
  findCurrent(): Promise<SecretKey | undefined>;
  find(id: string): Promise<SecretKey | undefined>;
  /** Returns the key for new values. Creates the key file if there is no key. */
  ensure(): Promise<SecretKey>;
  /** Creates a new key for new values in the file. Returns undefined if the key comes from the environment. */
  renew(): Promise<SecretKey | undefined>;
};

const KEY_BYTES = 32;
const TEXT_CHARACTERS_MIN = 32;

export const keyFile = (dataDir: string): string => join(dataDir, 'secret.key');

export function readKeySettings(env: NodeJS.ProcessEnv, dataDir: string): Omit<KeySettings, 'jwtSecret'> {
  const given = (name: string): string => env[name]?.trim() ?? '';
  const secretKey = given('ERRAND_SECRET_KEY');
  const previousKeys = given('ERRAND_SECRET_KEY_PREVIOUS')
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '');
  // The message does not repeat the values, because they are secret.
  if (
    (secretKey !== '' && secretKey.length < TEXT_CHARACTERS_MIN) ||
    previousKeys.some((key) => key.length < TEXT_CHARACTERS_MIN)
  )
    throw new ConfigError(
      `ERRAND_SECRET_KEY and ERRAND_SECRET_KEY_PREVIOUS must hold keys of at least ${TEXT_CHARACTERS_MIN} characters.`,
    );
  return { secretKey: secretKey === '' ? undefined : secretKey, previousKeys, dataDir };
}

export function createKeyring({ secretKey, previousKeys, jwtSecret, dataDir }: KeySettings): Keyring {
  const fixed = secretKey ?? jwtSecret;
  const texts = [secretKey, jwtSecret, ...previousKeys].filter((text) => text !== undefined);
  const given = texts.map(keyOfText);
  const path = keyFile(dataDir);

  /** Reads the file at each use, which is rare, because another process may have renewed the key. */
  async function readFileKeys(): Promise<SecretKey[]> {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    return text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => keyOfBytes(Buffer.from(line.trim(), 'base64')));
  }

  return {
    source:
      secretKey !== undefined
        ? 'ERRAND_SECRET_KEY'
        : jwtSecret !== undefined
          ? 'ERRAND_JWT_SECRET'
          : `the file ${path}`,
    findCurrent: async () => (fixed === undefined ? (await readFileKeys())[0] : given[0]),
    find: async (id) => given.find((key) => key.id === id) ?? (await readFileKeys()).find((key) => key.id === id),
    async ensure() {
      if (fixed !== undefined) return given[0]!;
      const [first] = await readFileKeys();
      if (first !== undefined) return first;
      // An empty file has no key that anything could be encrypted with: an earlier version was killed while it wrote.
      const isEmpty = (await stat(path).catch(() => undefined))?.size === 0;
      await writeKeys(path, [newKey()], isEmpty ? 'replace' : 'create');
      // If several processes start at the same time, only one has written its key.
      return (await readFileKeys())[0]!;
    },
    async renew() {
      if (fixed !== undefined) return undefined;
      const [last] = await readFileKeys();
      const fresh = newKey();
      // The previous key stays, because another process may be using it at this moment.
      await writeKeys(path, last === undefined ? [fresh] : [fresh, last], 'replace');
      return fresh;
    },
  };
}

function keyOfBytes(bytes: Buffer): SecretKey {
  if (bytes.length !== KEY_BYTES) throw new Error('The secret key file is damaged. Restore it from a backup.');
  return { id: createHash('sha256').update('errand secret key ').update(bytes).digest('hex').slice(0, 12), bytes };
}

const keyOfText = (text: string): SecretKey =>
  keyOfBytes(Buffer.from(hkdfSync('sha256', text, '', 'errand secrets', KEY_BYTES)));

const newKey = (): SecretKey => keyOfBytes(randomBytes(KEY_BYTES));

/**
 * Writes the key file durably and at once, readable by its owner only. `create` keeps a file that is there: linking fails
 * if the name is taken, so that processes that start together use the same key.
 */
async function writeKeys(path: string, keys: SecretKey[], how: 'create' | 'replace'): Promise<void> {
  const folder = join(path, '..');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    {
      await using file = await open(temporary, 'wx', 0o600);
      await file.writeFile(`${keys.map(({ bytes }) => bytes.toString('base64')).join('\n')}\n`);
      await file.sync();
    }
    if (how === 'replace') await rename(temporary, path);
    else await link(temporary, path).catch(ignoreTaken);
  } finally {
    await rm(temporary, { force: true });
  }
  await using handle = await open(folder, 'r');
  await handle.sync();
}

function ignoreTaken(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
