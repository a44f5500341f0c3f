import { once } from 'node:events';
import { statfs } from 'node:fs/promises';
import { connect } from 'node:net';
import { isAbsolute, sep } from 'node:path';
import { localModelChecks } from '#engines/local-model/checks.ts';
import type { Check, Verdict } from '#platform/check.ts';
import { isOutOfSpace } from '#platform/errors.ts';
import { findIsolation, listMissingIsolation } from '#platform/isolation.ts';
import { withLimit } from '#platform/storage/deadlines.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { findStorageError } from '#platform/storage/storage-problem.ts';
import type { Config } from '../../config/config.ts';
import { tlsChecks } from './tls-checks.ts';

const NODE_MAJOR_MIN = 24;
/** PostgreSQL stops when it cannot write, and a busy one writes a gigabyte within minutes. */
const FREE_BYTES_MIN = 1024 ** 3;
const PROXY_MS_MAX = 5_000;
/** The check transfers only a few bytes; a server allows its requests more time. */
const STORAGE_MS_MAX = 10_000;

/** Checks that need no database. */
export const machineChecks = (config: Config): Check[] => [
  {
    name: 'Node',
    async look() {
      const { node } = process.versions;
      if (Number.parseInt(node, 10) >= NODE_MAJOR_MIN) return { detail: node };
      return {
        detail: node,
        fix: `Use the Node that comes with errand (npm start, npx errand), or ${NODE_MAJOR_MIN}.`,
      };
    },
  },
  { name: 'Disk', look: () => lookForSpace(config.dataDir) },
  // A separate folder may be on a separate disk.
  ...(isAbsolute(config.storage) && !config.storage.startsWith(config.dataDir + sep)
    ? [{ name: 'Storage disk', look: () => lookForSpace(config.storage) }]
    : []),
  {
    name: 'Storage',
    async look() {
      try {
        const storage = await openStorage(config.storage);
        await withLimit(storage.check(), STORAGE_MS_MAX).finally(() => storage.close());
        return { detail: `${config.storage} can be read and written` };
      } catch (error) {
        return { detail: (error as Error).message, fix: storageFix(config.storage, error) };
      }
    },
  },
  {
    name: 'Sandboxes',
    // Not a fault: many container engines do not permit full isolation.
    async look() {
      const missing = listMissingIsolation(await findIsolation());
      return { detail: missing.length === 0 ? 'fully isolated' : `run without ${missing.join(', ')}` };
    },
  },
  ...(config.proxies.shown.length > 0
    ? [{ name: 'Egress proxy', look: () => lookForProxies(config.proxies.shown) }]
    : []),
  ...localModelChecks(config.models.local),
  ...tlsChecks(config),
];

function storageFix(storage: string, error: unknown): string {
  if (isOutOfSpace(error)) return `Free some space on the disk of ${storage}, or choose another with ERRAND_STORAGE.`;
  const reason = findStorageError(error)?.reason;
  if (reason === 'late' || reason === 'unreachable')
    return `Check that ${storage} is running and that this machine can reach it. Runs without files go on.`;
  return `Make ${storage} writable, or correct ERRAND_STORAGE.`;
}

async function lookForProxies(proxies: string[]): Promise<Verdict> {
  for (const proxy of proxies) {
    const { hostname, port, protocol } = new URL(proxy);
    const socket = connect(Number(port) || (protocol === 'https:' ? 443 : 80), hostname);
    try {
      await once(socket, 'connect', { signal: AbortSignal.timeout(PROXY_MS_MAX) });
    } catch {
      return { detail: `${proxy} does not respond`, fix: 'Start it, or correct HTTPS_PROXY and HTTP_PROXY.' };
    } finally {
      socket.destroy();
    }
  }
  return { detail: `${proxies.join(' and ')} accepts connections` };
}

async function lookForSpace(folder: string): Promise<Verdict> {
  const found = await statfs(folder).catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (found === undefined) return { detail: `${folder} does not exist yet` };
  const free = found.bavail * found.bsize;
  const detail = `${(free / 1024 ** 3).toFixed(1)} GB free for ${folder}`;
  return free >= FREE_BYTES_MIN
    ? { detail }
    : { detail, fix: 'Free some space. Below 1 GB, a busy service soon stops.' };
}
