// Where the API is described, for clients that found nothing or stand at the door.

export const entrances = { llms: '/llms.txt', openapi: '/openapi.json', docs: '/docs/' };

/** A Link header (RFC 8288, RFC 8631). A proxy may serve us under a path of its own, which the public address has. */
export function signposts(publicUrl: string | undefined): string {
  const base = publicUrl ?? '';
  return [
    `<${base}${entrances.openapi}>; rel="service-desc"`,
    `<${base}${entrances.docs}>; rel="service-doc"`,
    `<${base}${entrances.llms}>; rel="help"`,
  ].join(', ');
}
