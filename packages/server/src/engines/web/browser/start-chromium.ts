import { chmod, chown, mkdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { chooseIdentity, type Identity } from '#platform/identity.ts';
import { commandWorks, emptyEnvironment } from '#platform/isolation.ts';
import { makeScratch } from '#platform/scratch.ts';
import { EngineFailure } from '../../engine/engine.ts';
import type { FilterProxy } from './filter-proxy.ts';

// Starts a Chromium with its own profile and process group. It is killed with all its processes if it does not start in
// time, when its visit is over, and when the service dies.

export type RunningChromium = {
  context: BrowserContext;
  isOpen(): boolean;
  /** Kills the browser at once. Pending calls fail. */
  kill(): void;
  /** Kills the browser and removes its profile. */
  end(): Promise<void>;
};

/** A start takes a second or two, and longer on a busy machine. */
const START_MS = 45_000;
/** Time for Playwright to notice that its browser is gone. */
const NOTICE_MS = 5_000;
const wrapper = join(import.meta.dirname, 'start-chromium.sh');

export async function startChromium(
  executable: string,
  proxy: FilterProxy,
  { signal, startMs = START_MS }: { signal: AbortSignal; startMs?: number | undefined },
): Promise<RunningChromium> {
  signal.throwIfAborted();
  const identity = chooseIdentity();
  // The unprivileged user must be able to enter this folder.
  const base = identity === undefined ? tmpdir() : '/tmp';
  const folder = await makeScratch(base, 'errand-browser');
  const pidFile = join(folder, 'pid');
  let closed: Promise<void> | undefined;
  const kill = (): void => void killGroup(pidFile);
  const timer = setTimeout(kill, startMs);
  signal.addEventListener('abort', kill, { once: true });
  try {
    const profile = await makeProfile(folder, identity);
    const { command, sandbox } = await findPrivileges(identity);
    // Loaded on demand, because it is large.
    const { chromium } = await import('playwright-core');
    signal.throwIfAborted();
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: wrapper,
      env: { ...emptyEnvironment, ERRAND_CHROMIUM: executable, ERRAND_AS: command, ERRAND_PID_FILE: pidFile },
      chromiumSandbox: sandbox,
      headless: true,
      timeout: startMs,
      // The service handles signals and closes its browsers when it stops.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      // Sends loopback through the proxy as well. By default, browsers connect to it directly.
      proxy: { server: proxy.url, username: proxy.username, password: proxy.password, bypass: '<-loopback>' },
      args: SWITCHES,
      acceptDownloads: false,
      serviceWorkers: 'block',
      viewport: { width: 1280, height: 900 },
    });
    let open = true;
    closed = new Promise<void>((resolve) => context.once('close', () => resolve())).then(() => {
      open = false;
    });
    signal.throwIfAborted();
    return { context, isOpen: () => open, kill, end: () => end(closed, pidFile, folder) };
  } catch (cause) {
    await end(closed, pidFile, folder);
    signal.throwIfAborted();
    throw new EngineFailure(`The browser on this server did not start.${hintOf(cause)}`, {
      code: 'errand.browsers.failed',
      retry: true,
      cause,
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', kill);
  }
}

const SWITCHES = [
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  // Only the proxy resolves names.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--dns-prefetch-disable',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-dev-shm-usage',
];

/** The browser owns only its profile. If it could replace the PID file, it could choose what we kill. */
async function makeProfile(folder: string, identity: Identity | undefined): Promise<string> {
  const profile = join(folder, 'profile');
  await mkdir(profile, { mode: 0o700 });
  if (identity === undefined) return profile;
  await chmod(folder, 0o711);
  await chown(profile, identity.uid, identity.gid);
  return profile;
}

/**
 * Returns a command that runs another one as `identity` and ends it with the service. Root switches to an unprivileged
 * user, for whom Chromium's sandbox works if the system has user namespaces. Without root, Chromium insists on its
 * sandbox.
 */
async function findPrivileges(identity: Identity | undefined): Promise<{ command: string; sandbox: boolean }> {
  const mortal = ['setpriv', '--no-new-privs', '--pdeathsig', 'KILL'];
  const user = identity && [`--reuid=${identity.uid}`, `--regid=${identity.gid}`, '--clear-groups'];
  const command = [...mortal, ...(user ?? [])];
  tried ??= (async () => {
    const works = await commandWorks(command);
    return { works, sandbox: identity === undefined || (works && (await commandWorks([...command, 'unshare', '-U']))) };
  })().catch((error) => {
    tried = undefined;
    throw error;
  });
  const { works, sandbox } = await tried;
  return { command: works ? command.join(' ') : '', sandbox };
}
let tried: Promise<{ works: boolean; sandbox: boolean }> | undefined;

async function end(closed: Promise<void> | undefined, pidFile: string, folder: string): Promise<void> {
  await killGroup(pidFile);
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, NOTICE_MS);
  });
  await Promise.race([closed, enough]);
  clearTimeout(timer);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
}

/** Playwright makes the browser a process group leader, so its child processes end with it. */
async function killGroup(pidFile: string): Promise<void> {
  const pid = Number(await readFile(pidFile, 'utf8').catch(() => ''));
  try {
    if (pid > 1) process.kill(-pid, 'SIGKILL');
  } catch {
    // Already gone.
  }
}

const hintOf = (cause: unknown): string =>
  /No usable sandbox|sandboxing failed/i.test(String(cause))
    ? ' Its sandbox needs user namespaces, which this system does not allow.'
    : '';
