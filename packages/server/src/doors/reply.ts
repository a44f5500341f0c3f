export type Reply = { status: number; body: unknown };

/** Calls the API with the caller's credentials. */
export type CallApi = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
) => Promise<Reply>;

/** Returns the message of an error body, whatever its shape. */
export function errorText({ status, body }: Reply): string {
  if (Array.isArray(body)) return body.join(' ');
  if (typeof body !== 'object' || body === null) return `The server responded with status ${status}.`;
  const { detail, error, message } = body as Record<string, unknown>;
  const said = detail ?? error ?? message;
  if (typeof said === 'string') return said;
  return Object.entries(body)
    .map(([name, texts]) => `${name}: ${[texts].flat().join(' ')}`)
    .join(' ');
}
