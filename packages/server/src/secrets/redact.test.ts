import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRedactor } from './redact.ts';
import { listSecretNames } from './references.ts';

const secret = 'p&ss "w"/ö';

test('a value is found as it is and as it is usually written', () => {
  const redactor = createRedactor();
  redactor.add(secret, '[secret A]');
  for (const form of [
    secret,
    JSON.stringify(secret),
    encodeURIComponent(secret),
    `https://x/?a=${encodeURI(secret)}`,
    new URLSearchParams({ a: secret }).toString(),
    Buffer.from(secret).toString('base64'),
  ]) {
    const shown = redactor.text(`before ${form} after`);
    assert.match(shown, /\[secret A\]/, form);
    assert.ok(!shown.includes('ss'), form);
  }
});

test('every text of a value is cleaned, names included; other content stays', () => {
  const redactor = createRedactor();
  redactor.add('hunter2000', '[secret A]');
  const work = () => 1;
  const bytes = new Uint8Array([1, 2]);
  assert.deepEqual(redactor.value({ a: ['x hunter2000'], hunter2000: 1, bytes, work, none: null }), {
    a: ['x [secret A]'],
    '[secret A]': 1,
    bytes,
    work,
    none: null,
  });
  assert.equal(redactor.bytes(Buffer.from('é hunter2000')).toString(), 'é [secret A]');
  const binary = Buffer.from([0, 255, 128]);
  assert.equal(redactor.bytes(binary), binary);
});

test('a value that contains another is replaced whole, and one of a few characters not at all', () => {
  const redactor = createRedactor();
  redactor.add('abcd', '[secret A]');
  redactor.add('abcdefgh', '[secret B]');
  redactor.add('e', '[secret C]');
  assert.equal(redactor.text('abcdefgh abcd e'), '[secret B] [secret A] e');
  assert.ok(createRedactor().isEmpty());
});

test('references are found in texts at any depth, and a doubled dollar sign begins none', () => {
  const config = { a: 'x ${secret.A}', b: [{ c: '${secret.B_2}${secret.A}' }], d: '$${secret.C}', e: '${secret.}' };
  assert.deepEqual(listSecretNames(config), ['A', 'B_2']);
});
