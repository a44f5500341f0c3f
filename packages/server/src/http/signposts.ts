// Points clients to the description of the API, in the root document and in 404 responses.

export const entrances = { llms: '/llms.txt', openapi: '/openapi.json', docs: '/docs/' };

/** Returns a Link header (RFC 8288, RFC 8631). The public address includes the path under which a proxy serves us. */
export function signposts(publicUrl: string | undefined): string {
  const base = publicUrl ?? '';
  return [
    `<${base}${entrances.openapi}>; rel="service-desc"`,
    `<${base}${entrances.docs}>; rel="service-doc"`,
    `<${base}${entrances.llms}>; rel="help"`,
  ].join(', ');
}
