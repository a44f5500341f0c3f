import { basename } from 'node:path';

/**
 * Whether a file of a third-party package is needed at run time. Node runs no TypeScript below node_modules, and nobody
 * reads source maps in an image. Licences stay.
 */
export function isNeeded(path: string): boolean {
  if (/\.(map|[cm]?tsx?|a)$/.test(path)) return false;
  if (/^(readme|changelog|history|contributing|security)(\.md|\.markdown|\.txt)?$/i.test(basename(path))) return false;
  // OCR uses the data beside it (4.0.0_best_int), and the core that is a separate WebAssembly file.
  if (/@tesseract\.js-data\/\w+\/4\.0\.0(\/|$)/.test(path)) return false;
  if (/tesseract\.js-core\/[^/]+\.wasm\.js$/.test(path)) return false;
  // The runtime of the OCR networks comes for every platform in one package.
  const platform = /onnxruntime-node\/bin\/[^/]+\/(.+\/.+)$/.exec(path)?.[1];
  return platform === undefined || platform.startsWith(`${process.platform}/${process.arch}/`);
}
