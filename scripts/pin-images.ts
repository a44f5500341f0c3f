// npm run pin-images: adds its digest to every image in deploy/, as reported by a container engine.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type AskDigest, pinImages } from './release/pin-images.ts';

const run = promisify(execFile);
const folder = join(import.meta.dirname, '../deploy');

/** Commands that return the digest of the multi-platform list, not of this machine's image. */
const engines: ((image: string) => [program: string, args: string[]])[] = [
  (image) => ['docker', ['buildx', 'imagetools', 'inspect', image, '--format', '{{.Manifest.Digest}}']],
  (image) => [
    'skopeo',
    ['inspect', '--format', '{{.Digest}}', `docker://docker.io/${image.replace(/^(?!.*\/)/, 'library/')}`],
  ],
];

const ask: AskDigest = async (image) => {
  for (const engine of engines) {
    const [program, args] = engine(image);
    const answer = await run(program, args, { timeout: 60_000 }).catch(() => undefined);
    if (answer !== undefined) return answer.stdout.trim();
  }
  return undefined;
};

try {
  for (const name of ['Dockerfile', 'compose.yml']) {
    const file = join(folder, name);
    await writeFile(file, await pinImages(await readFile(file, 'utf8'), ask));
    console.log(`${name} is pinned.`);
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
