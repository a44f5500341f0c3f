// npm run sbom -- FILE: writes the software bill of materials of everything that is shipped (CycloneDX).
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readLock } from './check/lock-file.ts';
import { builtIn, findClosure, shippedRoots } from './release/closure.ts';
import { writeSbom } from './release/sbom.ts';

const root = join(import.meta.dirname, '..');
const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Name a file: npm run sbom -- FILE');
const { version } = JSON.parse(await readFile(join(root, 'packages/cli/package.json'), 'utf8'));
const lock = await readLock(root);
await writeFile(file, writeSbom(lock, findClosure(lock, shippedRoots, builtIn), version));
