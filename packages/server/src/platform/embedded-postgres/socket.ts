// Chooses the folder of the socket. Every system limits the length of a socket's path.
import { createHash } from 'node:crypto';
import { chown, lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canReach } from './account.ts';
import type { Place } from './cluster.ts';
import { EmbeddedPostgresError, errorCode } from './errors.ts';

/** sun_path without its closing NUL. */
const socketPathBytesMax = process.platform === 'linux' ? 107 : 103;

/**
 * Returns the cluster folder, which is private to its owner. If its path is too long, returns a private temporary
 * folder, the previous one if there is one, so that URLs stay valid.
 */
export async function prepareSocketDir(place: Place, previous: string | undefined): Promise<string> {
  if (fits(place.cluster)) return place.cluster;
  if (previous) {
    await ensurePrivateFolder(previous, place);
    return previous;
  }
  const name = `errand-${createHash('sha256').update(place.cluster).digest('hex').slice(0, 24)}`;
  for (const parent of new Set([tmpdir(), '/tmp'])) {
    const folder = join(parent, name);
    if (!fits(folder)) continue;
    if (place.account && !(await canReach(place.account, parent))) continue;
    await ensurePrivateFolder(folder, place);
    return folder;
  }
  const message = `The path ${place.dataDir} is too long for a socket, and there is no usable temporary folder. Choose a shorter path with ERRAND_DATA_DIR.`;
  throw new EmbeddedPostgresError(message);
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= socketPathBytesMax;
}

/** The name is predictable and its parent is world-writable, so the folder is used only if it is really ours. */
async function ensurePrivateFolder(folder: string, { account }: Place): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error) => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });
  const found = await lstat(folder);
  const self = process.getuid?.();
  const owner = account?.uid ?? self;
  const isPrivate = found.isDirectory() && (found.mode & 0o077) === 0;
  if (!isPrivate || (found.uid !== owner && found.uid !== self)) {
    const message = `${folder} belongs to another user or is open to others. Remove it, or choose a shorter path with ERRAND_DATA_DIR.`;
    throw new EmbeddedPostgresError(message);
  }
  if (account && found.uid !== account.uid) await chown(folder, account.uid, account.gid);
}
