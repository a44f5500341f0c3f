type Received = Pick<XMLHttpRequest, 'status' | 'responseText' | 'getAllResponseHeaders'>;

/** Converts the response of an XMLHttpRequest, so that the SDK can read errors from it. */
export function toResponse(request: Received): Response {
  const lines = request
    .getAllResponseHeaders()
    .split(/[\r\n]+/)
    .filter((line) => line.includes(':'));
  return new Response(request.responseText, {
    status: request.status,
    headers: lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  });
}
