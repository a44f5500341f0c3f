import type { DeliveryAttempt } from '@errand/sdk';

/** The same request by hand. Custom headers are masked in the history, so they are left for the reader to fill in. */
export function toCurl(attempt: DeliveryAttempt, body: string): string {
  const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
  const headers = Object.entries(attempt.request_headers)
    .filter(([name]) => !/^(host|content-length|connection)$/i.test(name))
    .map(([name, value]) => `  -H ${quote(`${name}: ${value}`)}`);
  return [`curl -X POST ${quote(attempt.url)}`, ...headers, `  --data-raw ${quote(body)}`].join(' \\\n');
}
