import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeStart } from './banner.ts';

const facts = {
  version: '1.2.3',
  role: 'all',
  address: 'http://0.0.0.0:8700',
  publicUrl: undefined,
  credentialsFile: '/data/credentials.json',
  headerFile: '/data/authorization.header',
  access: { apiKey: 'errand_key', origin: 'kept', agentId: 'A' },
} as const;

test('an address for every interface is shown as one that can be opened', () => {
  assert.match(describeStart(facts), /Console {3}http:\/\/127\.0\.0\.1:8700\/\n/);
  assert.match(describeStart({ ...facts, address: 'http://[::]:8700' }), /API {7}http:\/\/\[::1\]:8700\n/);
});

test('the public address is shown, and the curl line takes the local one', () => {
  const text = describeStart({ ...facts, publicUrl: 'https://errand.example' });
  assert.match(text, /API {7}https:\/\/errand\.example\n/);
  assert.match(
    text,
    /curl -sS http:\/\/127\.0\.0\.1:8700\/v1\/agents\/run\/A\/ -H @\/data\/authorization\.header -d name=Ada\n/,
  );
});

test('the key is shown only when it was made just now', () => {
  assert.ok(!describeStart(facts).includes('errand_key'));
  const made = describeStart({ ...facts, access: { ...facts.access, origin: 'made' } });
  assert.match(made, /API key {3}errand_key\n/);
  assert.match(made, /-H 'Authorization: Bearer errand_key' -d name=Ada\n/);
});

test('without a file or a key the line says what to put there', () => {
  const given = describeStart({ ...facts, headerFile: undefined, access: { ...facts.access, origin: 'given' } });
  assert.match(given, /-H "Authorization: Bearer \$ERRAND_BOOTSTRAP_API_KEY" -d/);
  const unknown = describeStart({ ...facts, headerFile: undefined, access: undefined });
  assert.match(unknown, /\/v1\/agents\/ -H 'Authorization: Bearer YOUR_API_KEY'\n/);
  assert.match(unknown, /errand key create/);
});

test('a folder with a strange name stays one word of the line', () => {
  assert.match(describeStart({ ...facts, headerFile: "/it's here/h" }), /-H '@\/it'\\''s here\/h' -d/);
});

test('a sign-in link is shown when there is a code for one, in the fragment of the address', () => {
  assert.match(
    describeStart({ ...facts, signInCode: 'c0de' }),
    /Sign in {3}http:\/\/127\.0\.0\.1:8700\/sign-in#code=c0de\n/,
  );
  assert.ok(!describeStart(facts).includes('/sign-in'));
});
