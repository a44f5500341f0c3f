import { sealVersions } from '#agents/seal-versions.ts';
import type { Engine } from '#engines/engine/engine.ts';
import type { WebhookRuntime } from '#webhooks/runtime.ts';
import type { Platform } from './open-platform.ts';

/** Encrypts secrets that an older release stored in plain text. A failure is logged; the next start tries again. */
export async function sealOlderSecrets(
  { database, box, log }: Pick<Platform, 'database' | 'box' | 'log'>,
  engines: readonly Engine[],
  webhooks: Pick<WebhookRuntime, 'seal'>,
): Promise<void> {
  try {
    const versions = await sealVersions(database.system, box, engines);
    const hooks = await webhooks.seal();
    if (versions + hooks > 0)
      log.info({ event: 'secrets.sealed', versions, webhooks: hooks }, 'encrypted secrets of an older release');
  } catch (error) {
    log.error({ event: 'secrets.seal_failed', err: error }, 'could not encrypt secrets of an older release');
  }
}
