/** Explains why a server's certificate was not accepted. Returns undefined for other errors. */
export function adviseOnCertificate(error: Error): { message: string; remedy: string } | undefined {
  const code = findCode(error);
  if (code === undefined) return undefined;
  if (code === 'CERT_HAS_EXPIRED')
    return {
      message: 'The certificate of the server has expired.',
      remedy: 'Ask the operator of the server to renew it.',
    };
  if (code === 'CERT_NOT_YET_VALID')
    return { message: 'The certificate of the server is not valid yet.', remedy: 'Check the clock of this machine.' };
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return {
      message: 'The certificate of the server is for another host name.',
      remedy: 'Use a host name from the certificate in the address.',
    };
  return {
    message: `This machine does not trust the certificate of the server (${code}).`,
    remedy: 'Set NODE_EXTRA_CA_CERTS to a file with the certificate of its authority.',
  };
}

const CODES =
  /^(CERT_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_(VERIFY|GET_ISSUER)_\w+|ERR_TLS_CERT_ALTNAME_INVALID)$/;

/** The connection error is wrapped several times. */
function findCode(error: unknown): string | undefined {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { code } = one as { code?: unknown };
    if (typeof code === 'string' && CODES.test(code)) return code;
  }
  return undefined;
}
