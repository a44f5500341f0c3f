import { type FSWatcher, watch } from 'node:fs';
import { dirname } from 'node:path';
import type { Logger } from '../log.ts';
import { type Certificate, CertificateError, describeDates, readCertificate } from './certificate.ts';
import type { CertificateFiles } from './settings.ts';

// The certificate that is served, and what its files hold now. Programs that renew certificates replace files by a
// rename, or swap a symbolic link above them, and often the certificate a moment before its key. So the folders are
// watched, the content is compared as well from time to time, and a pair that cannot be served changes nothing.

export type CertificateWatch = {
  current(): Certificate;
  /** What is wrong with the files or with the dates of what is served; undefined: nothing. */
  problem(): string | undefined;
  /** Since the start. */
  reloads(): number;
  /** The files hold a pair that cannot be served. */
  isRefused(): boolean;
  start(): void;
  stop(): void;
};

type Options = {
  files: CertificateFiles;
  log: Logger;
  /** A new pair: for connections from now on. */
  onChange(certificate: Certificate): void;
  /** Where the system tells of no changes, as on some network file systems. */
  pollMs?: number;
  /** Without: only by looking from time to time. */
  watchFolders?: boolean;
};

const POLL_MS = 30_000;
/** Both files are replaced within this time by everything that renews certificates. */
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

  /** One look at a time, and none between the two files of a renewal. */
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
      // The folder is gone or the system has no watches left: looking from time to time goes on.
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

/** Nobody replaces a certificate that works by one that does not. */
function refuseWorse(found: Certificate, current: Certificate): void {
  const problem = describeDates(found);
  if (problem !== undefined && found.digest !== current.digest && describeDates(current) === undefined)
    throw new CertificateError(problem, found.digest);
}
