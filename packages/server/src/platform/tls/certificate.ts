import { createHash, createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import type { CertificateFiles } from './settings.ts';

/** A certificate and its key, ready to be served. */
export type Certificate = {
  options: SecureContextOptions;
  /** The host names in the certificate. */
  names: string[];
  validFrom: Date;
  validUntil: Date;
  /** The hash of the files. Shows whether they have changed. */
  digest: string;
};

/** The files cannot be served. The message says what is wrong and what to do. It never contains their content. */
export class CertificateError extends Error {
  override name = 'CertificateError';
  readonly digest: string;

  constructor(message: string, digest: string, cause?: unknown) {
    super(message, { cause });
    this.digest = digest;
  }
}

/** Reads the files and checks that they belong together. Does not check the dates; `describeDates` does. */
export async function readCertificate(files: CertificateFiles): Promise<Certificate> {
  const [cert, key, password] = await Promise.all([
    readPart(files.cert, 'ERRAND_TLS_CERT'),
    readPart(files.key, 'ERRAND_TLS_KEY'),
    files.keyPassword === undefined ? undefined : readPart(files.keyPassword, 'ERRAND_TLS_KEY_PASSWORD_FILE'),
  ]);
  const digest = createHash('sha256').update(cert).update('\0').update(key).digest('hex');
  const passphrase = password?.replace(/\r?\n$/, '');
  const fail = (message: string, cause?: unknown): never => {
    throw new CertificateError(message, digest, cause);
  };
  const chain = cert.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  if (chain.length === 0) fail(`${files.cert} (ERRAND_TLS_CERT) contains no PEM certificate.`);
  const leaf = parsed(
    () => chain.map((one) => new X509Certificate(one))[0]!,
    (error) => fail(`${files.cert} (ERRAND_TLS_CERT) contains a certificate that cannot be parsed.`, error),
  );
  const secret = parsed(
    () => readKey(key, passphrase),
    (error) => fail(explainKey(files, key), error),
  );
  if (!leaf.checkPrivateKey(secret))
    fail(
      `The key in ${files.key} does not belong to the first certificate in ${files.cert}. Replace both files together, and put the server's own certificate first.`,
    );
  const options: SecureContextOptions = {
    cert,
    key,
    ...(passphrase !== undefined && { passphrase }),
    minVersion: `TLSv${files.minVersion}`,
  };
  parsed(
    () => createSecureContext(options),
    (error) => fail(`The certificate in ${files.cert} cannot be served: ${(error as Error).message}.`, error),
  );
  return {
    options,
    names: namesOf(leaf),
    validFrom: leaf.validFromDate,
    validUntil: leaf.validToDate,
    digest,
  };
}

const DAY_MS = 86_400_000;

/** Returns what is wrong with the dates of a certificate now, or undefined if they are valid. */
export function describeDates(
  { validFrom, validUntil }: Pick<Certificate, 'validFrom' | 'validUntil'>,
  now = Date.now(),
): string | undefined {
  if (validUntil.getTime() <= now)
    return `The TLS certificate expired on ${validUntil.toISOString()}, so clients refuse it. Replace the files of ERRAND_TLS_CERT and ERRAND_TLS_KEY; no restart is needed.`;
  if (validFrom.getTime() > now)
    return `The TLS certificate is not valid before ${validFrom.toISOString()}, but this machine's clock says ${new Date(now).toISOString()}. Correct the clock, or wait.`;
  return undefined;
}

export const daysLeft = ({ validUntil }: Pick<Certificate, 'validUntil'>, now = Date.now()): number =>
  Math.floor((validUntil.getTime() - now) / DAY_MS);

function parsed<T>(work: () => T, onError: (error: unknown) => never): T {
  try {
    return work();
  } catch (error) {
    return onError(error);
  }
}

const readKey = (key: string, passphrase: string | undefined): KeyObject =>
  createPrivateKey({ key, ...(passphrase !== undefined && { passphrase }) });

function explainKey({ key, keyPassword }: CertificateFiles, text: string): string {
  if (!text.includes('ENCRYPTED')) return `${key} (ERRAND_TLS_KEY) contains no readable PEM private key.`;
  return keyPassword === undefined
    ? `The key in ${key} is encrypted. Set ERRAND_TLS_KEY_PASSWORD_FILE to a file with its password.`
    : `The password in ${keyPassword} does not open the key in ${key}.`;
}

async function readPart(path: string, name: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = (error as { code?: string }).code ?? 'unreadable';
    throw new CertificateError(
      `${name} is ${JSON.stringify(path)}, but this file cannot be read (${code}).`,
      code,
      error,
    );
  }
}

function namesOf(leaf: X509Certificate): string[] {
  const names = (leaf.subjectAltName ?? '').split(', ').map((one) => one.replace(/^(DNS|IP Address):/, ''));
  const found = names.filter((one) => one !== '');
  return found.length > 0 ? found : [/CN=(.*)/.exec(leaf.subject)?.[1] ?? 'no name'];
}
