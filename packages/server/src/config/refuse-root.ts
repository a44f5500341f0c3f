import { ConfigError } from '#platform/configuration.ts';

/**
 * The image sets ERRAND_ALLOW_ROOT=false: a process that breaks out of its container would be root on the machine. Elsewhere
 * root is what gives each sandbox a user of its own, so it is taken.
 */
export function refuseRoot({ allowRoot }: { allowRoot: boolean }, uid = process.getuid?.()): void {
  if (allowRoot || uid !== 0) return;
  throw new ConfigError(
    'This process runs as root, and ERRAND_ALLOW_ROOT is false, as the image sets it. Start it as another user (no --user 0; runAsUser: 1000 in a cluster) that owns the data folder, or set ERRAND_ALLOW_ROOT=true where root inside is an ordinary user outside.',
  );
}
