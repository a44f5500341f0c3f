import { sealVersions } from '#agents/seal-versions.ts';
import type { Engine } from '#engines/engine/engine.ts';
import type { Platform } from './open-platform.ts';

/** Encrypts secrets that an older release stored in plain text. A failure is logged; the next start tries again. */
export async function sealOlderVersions(
  { database, box, log }: Pick<Platform, 'database' | 'box' | 'log'>,
  engines: readonly Engine[],
): Promise<void> {
  try {
    const versions = await sealVersions(database.system, box, engines);
    if (versions > 0) log.info({ event: 'secrets.sealed', versions }, 'encrypted secrets in older agent versions');
  } catch (error) {
    log.error({ event: 'secrets.seal_failed', err: error }, 'could not encrypt secrets in older agent versions');
  }
}
