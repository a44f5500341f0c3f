import { sealVersions } from '#agents/seal-versions.ts';
import type { Engine } from '#engines/engine/engine.ts';
import type { Platform } from './open-platform.ts';

/** What an older release stored in plain text is encrypted. A failure is told, and tried again at the next start. */
export async function sealOlderVersions(
  { database, box, log }: Pick<Platform, 'database' | 'box' | 'log'>,
  engines: readonly Engine[],
): Promise<void> {
  try {
    const versions = await sealVersions(database.system, box, engines);
    if (versions > 0) log.info({ event: 'secrets.sealed', versions }, 'secrets of older versions were encrypted');
  } catch (error) {
    log.error({ event: 'secrets.seal_failed', err: error }, 'secrets of older versions could not be encrypted');
  }
}
