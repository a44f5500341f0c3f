import { basename } from 'node:path';

/**
 * Whether a file of somebody else's package is needed to run. Node runs no TypeScript below node_modules, and nobody reads maps
 * of sources in an image. Licences stay.
 */
export function isNeeded(path: string): boolean {
  if (/\.(map|[cm]?tsx?|a)$/.test(path)) return false;
  if (/^(readme|changelog|history|contributing|security)(\.md|\.markdown|\.txt)?$/i.test(basename(path))) return false;
  // Documents are read with the data beside it (4.0.0_best_int), and with the core that is WebAssembly in a file.
  if (/@tesseract\.js-data\/\w+\/4\.0\.0(\/|$)/.test(path)) return false;
  return !/tesseract\.js-core\/[^/]+\.wasm\.js$/.test(path);
}
