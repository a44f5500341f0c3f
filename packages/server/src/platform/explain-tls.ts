// Explains TLS errors of connections to PostgreSQL and what to do. `where` is the address without the password.

const UNKNOWN_AUTHORITY =
  /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(_LOCALLY)?)|CERT_SIGNATURE_FAILURE|CERT_UNTRUSTED|INVALID_CA)$/;

/** Codes of failed handshakes. */
export const TLS_CODES =
  /^(CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(VERIFY|GET|DECODE|DECRYPT)_|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|ERR_TLS_|ERR_SSL_|ERR_OSSL_)/;

/** Returns an explanation, or undefined if the error is not about TLS. */
export function explainTls(error: unknown, where: string): string | undefined {
  const { code: raw, message = '' } = error as { code?: unknown; message?: string };
  const code = String(raw ?? '');
  if (message === 'The server does not support SSL connections')
    return `PostgreSQL at ${where} does not support TLS, but sslmode requires it. Enable ssl on the server, or use sslmode=disable if the network is trusted.`;
  if (UNKNOWN_AUTHORITY.test(code))
    return `The certificate of PostgreSQL at ${where} is signed by an authority that is not trusted here (${code}). Set ERRAND_DATABASE_CA to the certificate file of this authority. sslmode=no-verify would encrypt the connection but not verify the server.`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The certificate of PostgreSQL at ${where} is for another host name. ${reasonOf(error)}Use a name from the certificate in DATABASE_URL, install a certificate for this name on the server, or use sslmode=verify-ca with ERRAND_DATABASE_CA.`;
  if (code === 'CERT_HAS_EXPIRED')
    return `The certificate of PostgreSQL at ${where} has expired. Renew it and reload PostgreSQL; this service needs no restart.`;
  if (code === 'CERT_NOT_YET_VALID')
    return `The certificate of PostgreSQL at ${where} is not valid yet according to this machine's clock (${new Date().toISOString()}). Correct the clock.`;
  if (/no pg_hba\.conf entry.*no encryption/.test(message))
    return `PostgreSQL at ${where} refuses unencrypted connections. Add sslmode=verify-full to DATABASE_URL.`;
  if (/valid client certificate|certificate authentication failed|certificate required/i.test(message))
    return `PostgreSQL at ${where} requires a client certificate for this user. Add sslcert and sslkey to DATABASE_URL.`;
  return TLS_CODES.test(code) ? `TLS to PostgreSQL at ${where} failed: ${message}.` : undefined;
}

function reasonOf(error: unknown): string {
  const { reason } = error as { reason?: string };
  return reason === undefined ? '' : `${reason.replace(/\.?$/, '.')} `;
}
