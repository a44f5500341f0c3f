import type { AddressInfo, Server } from 'node:net';
import type { Server as SecureServer } from 'node:tls';
import { createInternalServer } from '#http/internal-server.ts';
import { createRedirectServer } from '#http/redirect-server.ts';
import type { Logger } from '#platform/log.ts';
import { describeDates } from '#platform/tls/certificate.ts';
import { type CertificateWatch, createCertificateWatch } from '#platform/tls/watch-certificate.ts';
import { type Config, ConfigError } from './config/config.ts';

/** Loads the HTTPS certificate. Returns undefined for plain HTTP. Throws a ConfigError if the files cannot be used. */
export async function openCertificate(
  { tls }: Config,
  log: Logger,
  server: () => Server,
): Promise<CertificateWatch | undefined> {
  if (tls === undefined) return undefined;
  const certificate = await createCertificateWatch({
    files: tls.files,
    log,
    // Open connections keep the previous certificate.
    onChange: ({ options }) => (server() as SecureServer).setSecureContext(options),
  }).catch((error: Error) => {
    throw new ConfigError(error.message);
  });
  const problem = describeDates(certificate.current());
  if (problem !== undefined) log.error({ event: 'tls.dates' }, problem);
  return certificate;
}

/** Creates the additional listeners: the internal one for operators, and the redirect from HTTP to HTTPS. */
export function createListeners(
  { internal, tls, host, publicUrl, metricsToken: token }: Config,
  parts: Pick<Parameters<typeof createInternalServer>[0], 'metrics' | 'readiness'> & { server: Server },
): { start(): Promise<void>; stop(): Promise<void> } {
  const { metrics, readiness, server } = parts;
  const listeners = [
    ...(internal
      ? [createInternalServer({ ...internal, token, metrics, readiness: internal.probes ? readiness : undefined })]
      : []),
    ...(tls?.redirectPort === undefined
      ? []
      : [
          createRedirectServer({
            port: tls.redirectPort,
            host,
            publicUrl,
            securePort: () => (server.address() as AddressInfo).port,
          }),
        ]),
  ];
  return {
    async start() {
      for (const listener of listeners) await listener.start();
    },
    async stop() {
      for (const listener of listeners) await listener.stop();
    },
  };
}
