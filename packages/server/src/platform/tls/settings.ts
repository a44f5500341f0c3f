import { resolve } from 'node:path';
import { ConfigError, readInteger, readText, refuseValue } from '../configuration.ts';

export const tlsVersions = ['1.2', '1.3'] as const;

/** The files of the server's certificate. They may change while the service runs. */
export type CertificateFiles = {
  /** The server's certificate first, then the chain to its authority. */
  cert: string;
  key: string;
  /** A file with the password of the key. */
  keyPassword: string | undefined;
  minVersion: (typeof tlsVersions)[number];
};

export type TlsSettings = {
  files: CertificateFiles;
  /** Plain HTTP on this port redirects to HTTPS. */
  redirectPort: number | undefined;
  /** How long browsers insist on HTTPS. 0 sends no such header. */
  hstsSeconds: number;
};

const YEAR_SECONDS = 31_536_000;

/** Returns undefined if the service speaks plain HTTP. */
export function readTlsSettings(env: NodeJS.ProcessEnv): TlsSettings | undefined {
  const cert = readText(env, 'ERRAND_TLS_CERT', '');
  const key = readText(env, 'ERRAND_TLS_KEY', '');
  if (cert === '' && key === '') return undefined;
  if (cert === '' || key === '')
    throw new ConfigError(
      `${cert === '' ? 'ERRAND_TLS_CERT' : 'ERRAND_TLS_KEY'} is missing. HTTPS needs both a certificate and its key.`,
    );
  const keyPassword = readText(env, 'ERRAND_TLS_KEY_PASSWORD_FILE', '');
  const version = readText(env, 'ERRAND_TLS_MIN_VERSION', '1.2');
  const minVersion = tlsVersions.find((one) => one === version);
  const redirect = readText(env, 'ERRAND_REDIRECT_PORT', '');
  return {
    files: {
      cert: resolve(cert),
      key: resolve(key),
      keyPassword: keyPassword === '' ? undefined : resolve(keyPassword),
      minVersion: minVersion ?? refuseValue('ERRAND_TLS_MIN_VERSION', version, tlsVersions.join(' or ')),
    },
    redirectPort: redirect === '' ? undefined : readInteger(env, 'ERRAND_REDIRECT_PORT', 0, 0, 65_535),
    hstsSeconds: readInteger(env, 'ERRAND_HSTS_SECONDS', YEAR_SECONDS, 0, 10 * YEAR_SECONDS),
  };
}
