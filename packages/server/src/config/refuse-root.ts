import { ConfigError } from '#platform/configuration.ts';

/**
 * The image sets ERRAND_ALLOW_ROOT=false, because a process that escapes its container would be root on the host.
 * Elsewhere root is allowed: it lets each sandbox run as a separate user.
 */
export function refuseRoot({ allowRoot }: { allowRoot: boolean }, uid = process.getuid?.()): void {
  if (allowRoot || uid !== 0) return;
  throw new ConfigError(
    'This process runs as root, but ERRAND_ALLOW_ROOT is false, which is the default in the image. Start it as another user that owns the data folder (without --user 0; in a cluster, with runAsUser: 1000). Set ERRAND_ALLOW_ROOT=true only if root in the container is an ordinary user on the host.',
  );
}
