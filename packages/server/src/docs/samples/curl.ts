import type { SampleOperation } from './operation.ts';

/** Takes ids from the environment: {agent_id} is $AGENT_ID. */
export function writeCurl({ method, path, query, body, isForm, needsCredential, gives }: SampleOperation): string {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`);
  const search = new URLSearchParams(query).toString();
  const lines = [`"$ERRAND_URL${address}${search && `?${search}`}"`];
  if (method !== (body === undefined ? 'GET' : 'POST')) lines.unshift(`-X ${method}`);
  if (gives === 'events') lines.unshift('-N');
  const parts = [`curl ${lines.join(' ')}`];
  if (needsCredential) parts.push(`-H "Authorization: Bearer $ERRAND_API_KEY"`);
  if (isForm) parts.push(...formFields(body));
  else if (body !== undefined) {
    parts.push(`-H 'Content-Type: application/json'`);
    parts.push(`-d '${JSON.stringify(body, null, 2).replaceAll("'", `'\\''`)}'`);
  }
  return parts.join(' \\\n  ');
}

function formFields(body: unknown): string[] {
  return Object.entries(body as Record<string, string>).map(([name, value]) =>
    name === 'file' ? `-F "file=@$FILE"` : `-F '${name}=${value}'`,
  );
}
