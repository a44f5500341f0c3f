import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { weightsPath } from '../recognition/weights.ts';

/** Lists the paths that the parsing process must be able to load: this package and its dependencies, links resolved. */
export function readablePaths(): string[] {
  const own = fileURLToPath(new URL('../', import.meta.url));
  const { resolve } = createRequire(import.meta.url);
  const resolved = resolve('tesseract.js-core');
  const dependencies = resolved.slice(0, resolved.lastIndexOf('/node_modules/') + '/node_modules'.length);
  const looked = (resolve.paths('tesseract.js-core') ?? []).filter(
    (folder) => folder.endsWith('/node_modules') && existsSync(folder),
  );
  const folders = [...new Set([dependencies, ...looked])];
  // A workspace links to the weights, which lie outside of node_modules then.
  const weights = `${dirname(realpathSync(weightsPath('characters.txt')))}/*`;
  return [`${own}*`, weights, join(own, '../package.json'), ...folders.map((folder) => `${folder}/*`)];
}
