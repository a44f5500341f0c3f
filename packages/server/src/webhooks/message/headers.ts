import { type DeliveryKind, USER_AGENT } from './model.ts';

// The headers of a request, and how those of an exchange are stored. Most follow from the delivery and the time of the
// attempt, so only the signature is kept; a change of `ownHeaders` changes the stored history.

export function ownHeaders(
  delivery: { id: string; kind: DeliveryKind },
  at: Date,
  signature: string,
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    'webhook-id': delivery.id,
    'webhook-timestamp': String(signedSeconds(at)),
    'webhook-signature': signature,
    'webhook-event': delivery.kind === 'job' || delivery.kind === 'resend' ? 'job_completed' : delivery.kind,
  };
}

export const signedSeconds = (at: Date): number => Math.floor(at.getTime() / 1_000);

/** The headers sent with an attempt. The owner's often carry credentials; their values are never stored. */
export function sentHeaders(
  delivery: { id: string; kind: DeliveryKind },
  attempt: { at: Date; signature: string | null; header_names: string | null },
): Record<string, string> {
  if (attempt.signature === null) return {};
  const names = attempt.header_names?.split(',') ?? [];
  return {
    ...ownHeaders(delivery, attempt.at, attempt.signature),
    ...Object.fromEntries(names.map((name) => [name, '***'])),
  };
}

/** Header names are tokens: a comma cannot be part of one. */
export const joinNames = (headers: Record<string, string>): string | null => Object.keys(headers).join(',') || null;

/** Lines of `name: value`. */
export function joinHeaders(headers: Readonly<Record<string, string>>): string {
  let lines = '';
  for (const name in headers) lines += `${lines === '' ? '' : '\n'}${name}: ${inLine(headers[name]!)}`;
  return lines;
}

const inLine = (value: string): string => (/[\r\n]/.test(value) ? value.replaceAll(/[\r\n]+/g, ' ') : value);

export function splitHeaders(lines: string): Record<string, string> {
  if (lines === '') return {};
  return Object.fromEntries(
    lines.split('\n').map((line) => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon), line.slice(colon + 2)];
    }),
  );
}
