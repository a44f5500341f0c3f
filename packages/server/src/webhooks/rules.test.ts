import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AppError } from '#platform/errors.ts';
import { newSecret } from './message/secret.ts';
import { checkSettings } from './rules.ts';
import type { GivenSettings } from './store.ts';

const check = (settings: Partial<GivenSettings>) =>
  checkSettings(settings, async (url) => (url.includes('private') ? 'It is private.' : undefined));
const fieldsOf = (settings: Partial<GivenSettings>) =>
  check(settings).then(
    () => [],
    (error: unknown) => Object.keys((error as AppError).options.fields ?? {}),
  );

test('valid settings pass, and missing ones are not checked', async () => {
  await check({});
  await check({
    name: 'n',
    url: 'https://h',
    secret: newSecret(),
    headers: { 'X-Team': 'a', Authorization: 'Bearer é' },
  });
});

test('every wrong field is reported at once', async () => {
  const found = await fieldsOf({ name: ' ', url: 'https://private', secret: 'whsec_short', headers: { 'a b': 'x' } });
  assert.deepEqual(found.sort(), ['headers', 'name', 'secret', 'url']);
});

describe('headers are refused', () => {
  const bad: Record<string, Record<string, string>> = {
    'that the service sets': { 'Webhook-Signature': 'x' },
    'that frame the message': { 'Content-Length': '5' },
    'that steer the connection': { Connection: 'close' },
    'twice in different cases': { 'X-A': '1', 'x-a': '2' },
    'with a line break in the value': { 'X-A': 'a\r\nX-B: b' },
    'with a blank in the name': { 'X A': 'a' },
    'that are too many': Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`X-${index}`, 'a'])),
    'that are too long together': { 'X-A': 'a'.repeat(8_192) },
  };
  for (const [title, headers] of Object.entries(bad))
    test(title, async () => assert.deepEqual(await fieldsOf({ headers }), ['headers']));
});
