const BEARER = /^bearer ([^ ].*)$/i;

/** The credential of an Authorization header. Nearly all clients write it in the same way, which needs no pattern. */
export const readBearer = (header: string): string | undefined =>
  header.startsWith('Bearer ') && header.length > 7 && header.charCodeAt(7) !== 0x20
    ? header.slice(7).trim()
    : BEARER.exec(header)?.[1]?.trim();
