import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ours = join(import.meta.dirname, '../..');

/** Returns the path of a folder that is part of the published package, or its place in the repository. */
export function ownFolder(name: string, inRepository: string): string {
  const packed = join(ours, name);
  return existsSync(packed) ? packed : join(ours, '../..', inRepository);
}
