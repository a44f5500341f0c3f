type Metadata = { redirect_uris?: unknown; application_type?: string };

/**
 * Programs on a person's machine listen on any free port, but most do not say what they are when they register. They are
 * recognized by addresses that only such programs have, so that the rule about ports (RFC 8252) holds for them.
 */
export function recognizeNative(metadata: Metadata): void {
  const { redirect_uris: uris } = metadata;
  if (Array.isArray(uris) && uris.length > 0 && uris.every(isOfMachine)) metadata.application_type = 'native';
}

function isOfMachine(uri: unknown): boolean {
  if (typeof uri !== 'string' || !URL.canParse(uri)) return false;
  const { protocol, hostname } = new URL(uri);
  if (protocol === 'https:') return false;
  return protocol !== 'http:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
