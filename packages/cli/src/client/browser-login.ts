import { spawn } from 'node:child_process';
import { hostname, userInfo } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { createErrand, type LoginKey, NotFoundError } from '@errand/sdk';
import { TimeoutError, UsageError } from '../terminal/errors.ts';

// Signs in without a key: the server issues a code, a person confirms it in the console on any machine, and the command
// gets its own key.

type Options = {
  url: string;
  signal: AbortSignal;
  tell(line: string): void;
  /** Opens the address. Failures do not matter, because the address is printed too. */
  open(address: string): void;
};

export type NewKey = LoginKey & { api_key: string };

export async function loginByBrowser({ url, signal, tell, open }: Options): Promise<NewKey> {
  const errand = createErrand({ baseUrl: url, apiKey: '' });
  const login = await errand.logins.start({ client_name: nameClient() }, { signal }).catch((error: unknown) => {
    if (!(error instanceof NotFoundError)) throw error;
    throw new UsageError(
      'This server does not support sign-in with a browser. Use --key, --key-stdin or ERRAND_API_KEY.',
    );
  });
  tell(`Open ${login.verification_url}\nand confirm the code ${login.user_code}. Waiting …`);
  open(login.verification_url);
  const end = Date.parse(login.expires_at);
  while (Date.now() < end) {
    await delay(login.interval_seconds * 1_000, undefined, { signal });
    const taken = await errand.logins.take({ device_code: login.device_code }, { signal });
    if (taken.status === 'denied') throw new LoginDenied('The login was refused in the console.');
    if (taken.status === 'approved') return { ...taken, api_key: taken.api_key! };
  }
  throw new TimeoutError('Nobody confirmed the code in time. Run errand login again.');
}

/** The person refused: the server answers 403. */
class LoginDenied extends Error {
  readonly requestId = undefined;
  readonly status = 403;
}

const nameClient = (): string => `errand of ${nameUser()} on ${hostname()}`.replace(/[^\x20-\x7e]/g, '?').slice(0, 100);

function nameUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a number without a name.
    return `user ${process.getuid?.() ?? ''}`.trim();
  }
}

const DEFAULT_OPENERS: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
  linux: ['xdg-open'],
};

/** Opens `BROWSER` or the system's default. Does nothing without a screen, such as over ssh. */
export function openBrowser(address: string, env: NodeJS.ProcessEnv = process.env): void {
  const hasScreen = process.platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
  const isHere = hasScreen && env.SSH_CONNECTION === undefined;
  const [program, ...args] = env.BROWSER ? [env.BROWSER] : (isHere && DEFAULT_OPENERS[process.platform]) || [];
  if (program === undefined || program === 'none') return;
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
  child.once('error', () => undefined);
  child.unref();
}
