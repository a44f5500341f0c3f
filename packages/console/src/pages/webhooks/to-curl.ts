import type { DeliveryAttempt } from '@errand/sdk';

/** Writes the request as a curl command. Custom headers are masked in the history, so the user has to fill them in. */
export function toCurl(attempt: DeliveryAttempt, body: string): string {
  const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
  const headers = Object.entries(attempt.request_headers)
    .filter(([name]) => !/^(host|content-length|connection)$/i.test(name))
    .map(([name, value]) => `  -H ${quote(`${name}: ${value}`)}`);
  return [`curl -X POST ${quote(attempt.url)}`, ...headers, `  --data-raw ${quote(body)}`].join(' \\\n');
}
