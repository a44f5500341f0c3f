import type { FieldErrors } from '@errand/contract/errors.ts';
import { invalidFields } from '#platform/errors.ts';
import { FRAMING_HEADERS, HEADER_NAME, HEADER_VALUE } from '#platform/outbound/header-rules.ts';
import { findSecretProblem } from './message/secret.ts';
import type { GivenSettings } from './store.ts';

// Rules for webhook settings, beyond the shape of their fields.

const HEADERS_MAX = 50;
const HEADER_BYTES_MAX = 8_192;
const NAME_CHARACTERS_MAX = 200;

const RESERVED = new Set([
  ...FRAMING_HEADERS,
  'content-type',
  'user-agent',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
  'webhook-event',
  // These control the connection itself.
  'connection',
  'proxy-connection',
  'proxy-authorization',
]);

/** Throws a 400 that maps each wrong field to its messages. */
export async function checkSettings(
  settings: Partial<GivenSettings>,
  findUrlProblem: (url: string) => Promise<string | undefined>,
): Promise<void> {
  const fields: FieldErrors = {};
  if (settings.name !== undefined && settings.name.trim() === '') fields.name = ['May not be blank.'];
  const secret = settings.secret === undefined ? undefined : findSecretProblem(settings.secret);
  if (secret !== undefined) fields.secret = [secret];
  const headers = settings.headers === undefined ? [] : findHeaderProblems(settings.headers);
  if (headers.length > 0) fields.headers = headers;
  const url = settings.url === undefined ? undefined : await findUrlProblem(settings.url);
  if (url !== undefined) fields.url = [url];
  if (Object.keys(fields).length > 0) throw invalidFields(fields);
}

function findHeaderProblems(headers: Record<string, string>): string[] {
  const problems: string[] = [];
  const seen = new Set<string>();
  const entries = Object.entries(headers);
  if (entries.length > HEADERS_MAX) problems.push(`May have at most ${HEADERS_MAX} headers.`);
  let bytes = 0;
  for (const [name, value] of entries) {
    const shown = JSON.stringify(name.slice(0, 80));
    const lower = name.toLowerCase();
    bytes += name.length + value.length;
    if (!HEADER_NAME.test(name) || name.length > NAME_CHARACTERS_MAX) problems.push(`${shown} is not a header name.`);
    else if (RESERVED.has(lower)) problems.push(`${shown} is set by the service.`);
    else if (seen.has(lower)) problems.push(`${shown} is given more than once.`);
    else if (!HEADER_VALUE.test(value))
      problems.push(`The value of ${shown} has characters that a header cannot carry.`);
    seen.add(lower);
  }
  if (bytes > HEADER_BYTES_MAX) problems.push(`May have at most ${HEADER_BYTES_MAX} bytes in total.`);
  return problems.slice(0, 10);
}
