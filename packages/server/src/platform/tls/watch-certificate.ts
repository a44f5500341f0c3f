import { type FSWatcher, watch } from 'node:fs';
import { dirname } from 'node:path';
import type { Logger } from '../log.ts';
import { type Certificate, CertificateError, describeDates, readCertificate } from './certificate.ts';
import type { CertificateFiles } from './settings.ts';

// Reloads the served certificate when its files change. Programs that renew certificates rename files, or swap a
// symbolic link above them, often the certificate a moment before its key. So this watches the folders, also compares
// the content from time to time, and ignores a pair that cannot be served.

export type CertificateWatch = {
  current(): Certificate;
  /** Returns what is wrong with the files or with the dates of the served certificate, or undefined. */
  problem(): string | undefined;
  /** Returns the number of reloads since the start. */
  reloads(): number;
  /** Whether the files contain a pair that cannot be served. */
  isRefused(): boolean;
  start(): void;
  stop(): void;
};

type Options = {
  files: CertificateFiles;
  log: Logger;
  /** Called with a new pair, which applies to new connections. */
  onChange(certificate: Certificate): void;
  /** For systems that report no changes, such as some network file systems. */
  pollMs?: number;
  /** If false, changes are found only by polling. */
  watchFolders?: boolean;
};

const POLL_MS = 30_000;
/** Programs that renew certificates replace both files within this time. */
const SETTLE_MS = 500;

export async function createCertificateWatch(options: Options): Promise<CertificateWatch> {
  const { files, log, onChange, pollMs = POLL_MS, watchFolders = true } = options;
  let current = await readCertificate(files);
  let refusal: CertificateError | undefined;
  let reloads = 0;
  let watchers: FSWatcher[] = [];
  let poll: NodeJS.Timeout | undefined;
  let settling: NodeJS.Timeout | undefined;
  let turn = Promise.resolve();

  async function look(): Promise<void> {
    try {
      const found = await readCertificate(files);
      refuseWorse(found, current);
      if (refusal !== undefined && found.digest === current.digest)
        log.info({ event: 'tls.restored' }, 'the certificate files match the served certificate again');
      refusal = undefined;
      if (found.digest === current.digest) return;
      onChange(found);
      current = found;
      reloads += 1;
      log.info(
        { event: 'tls.reloaded', names: found.names, valid_until: found.validUntil.toISOString() },
        'new connections use the new certificate',
      );
    } catch (error) {
      const refused =
        error instanceof CertificateError ? error : new CertificateError((error as Error).message, 'unknown', error);
      if (refused.digest !== refusal?.digest || refused.message !== refusal.message)
        log.error(
          { event: 'tls.refused', detail: refused.message },
          'refused the new certificate files; the previous certificate is still served',
        );
      refusal = refused;
    }
  }

  /** Checks the files soon, but not between the two files of a renewal. Only one check runs at a time. */
  function soon(): void {
    clearTimeout(settling);
    settling = setTimeout(() => {
      turn = turn.then(look);
    }, SETTLE_MS);
    settling.unref();
  }

  function watchFolder(folder: string): FSWatcher[] {
    try {
      const watcher = watch(folder, soon);
      // The folder is gone, or the system has no watches left. Polling continues.
      watcher.on('error', () => watcher.close());
      watcher.unref();
      return [watcher];
    } catch {
      return [];
    }
  }

  return {
    current: () => current,
    reloads: () => reloads,
    isRefused: () => refusal !== undefined,
    problem() {
      const dates = describeDates(current);
      if (refusal === undefined) return dates;
      return `${refusal.message} The previous certificate is still served; it is valid until ${current.validUntil.toISOString()}.`;
    },
    start() {
      const folders = new Set([files.cert, files.key, files.keyPassword ?? files.key].map((file) => dirname(file)));
      if (watchFolders) watchers = [...folders].flatMap(watchFolder);
      poll = setInterval(() => {
        turn = turn.then(look);
      }, pollMs);
      poll.unref();
    },
    stop() {
      for (const watcher of watchers) watcher.close();
      clearInterval(poll);
      clearTimeout(settling);
    },
  };
}

/** Refuses to replace a valid certificate with an expired one or one that is not valid yet. */
function refuseWorse(found: Certificate, current: Certificate): void {
  const problem = describeDates(found);
  if (problem !== undefined && found.digest !== current.digest && describeDates(current) === undefined)
    throw new CertificateError(problem, found.digest);
}
