import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** What the process that reads a file has to load: this package and its dependencies. */
export function readablePaths(): string[] {
  const own = fileURLToPath(new URL('../../', import.meta.url));
  const resolved = createRequire(import.meta.url).resolve('tesseract.js');
  const dependencies = resolved.slice(0, resolved.lastIndexOf('/node_modules/') + '/node_modules/'.length);
  return [`${own}src/*`, `${own}package.json`, `${dependencies}*`];
}
