import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

// Finds a Chromium for the end-to-end tests: the configured one, an installed one or, as root on a system with apt, one
// that is installed now. If there is none, the tests are skipped with the reason.

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/snap/bin/chromium',
];
const INSTALL_MS_MAX = 150_000;

export type Found = { path: string } | { missing: string };

export function findChromium(): Found {
  const named = process.env.ERRAND_CHROMIUM;
  if (named)
    return existsSync(named) ? { path: named } : { missing: `ERRAND_CHROMIUM names ${named}, which is not there` };
  return look() ?? install();
}

function look(): Found | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = [
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...places,
    ...playwrightBrowsers(),
  ].find((path) => existsSync(path));
  return found === undefined ? undefined : { path: found };
}

/** Browsers that `playwright install chromium` left in its cache. */
function playwrightBrowsers(): string[] {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache', 'ms-playwright');
  const folders = existsSync(cache) ? readdirSync(cache).filter((name) => name.startsWith('chromium')) : [];
  return folders.flatMap((name) =>
    ['chrome-linux', 'chrome-linux64'].map((folder) => join(cache, name, folder, 'chrome')),
  );
}

function install(): Found {
  const advice = 'install Chromium or set ERRAND_CHROMIUM to its path';
  if (process.env.ERRAND_CHROMIUM_INSTALL === 'false') return { missing: `no Chromium was found: ${advice}` };
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) {
    return { missing: `no Chromium was found, and it cannot be installed here: ${advice}` };
  }
  console.error('Installing Chromium with apt for the tests in a browser (at most 150 s).');
  const endsAt = Date.now() + INSTALL_MS_MAX;
  const apt = (...args: string[]): boolean => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const timeout = Math.max(1, endsAt - Date.now());
    return spawnSync('apt-get', args, { env, timeout, stdio: 'ignore' }).status === 0;
  };
  const installs = (): boolean => apt('install', '-y', '--no-install-recommends', 'chromium');
  if (!installs() && !(apt('update') && installs())) return { missing: `apt could not install Chromium: ${advice}` };
  return look() ?? { missing: `no Chromium was found, and apt did not install it: ${advice}` };
}
