import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ours = join(import.meta.dirname, '../..');

/** A folder that the published package brings along, and that the repository keeps at another place. */
export function ownFolder(name: string, inRepository: string): string {
  const packed = join(ours, name);
  return existsSync(packed) ? packed : join(ours, '../..', inRepository);
}
