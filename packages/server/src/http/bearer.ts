const BEARER = /^bearer ([^ ].*)$/i;

/** Returns the credential of an Authorization header. The usual spelling is a fast path without the pattern. */
export const readBearer = (header: string): string | undefined =>
  header.startsWith('Bearer ') && header.length > 7 && header.charCodeAt(7) !== 0x20
    ? header.slice(7).trim()
    : BEARER.exec(header)?.[1]?.trim();
