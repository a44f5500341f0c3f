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

/** One value as the writers of other languages put it into JSON, HTML and addresses. */
const written: Record<string, string> = {
  'JSON of Go': String.raw`pä\u0026\u003cs\u003e/'\"x+y`,
  'JSON of Python': String.raw`p\u00e4&<s>/'\"x+y`,
  'JSON of PHP': String.raw`p\u00e4&<s>\/'\"x+y`,
  'JSON of Ruby': String.raw`p\u00e4\u0026\u003cs\u003e/'\"x+y`,
  'JSON of .NET': String.raw`p\u00E4\u0026\u003Cs\u003E/\u0027\u0022x\u002By`,
  'JSON within JSON': String.raw`pä&<s>/'\\\"x+y`,
  'HTML of Go': `pä&amp;&lt;s&gt;/&#39;&#34;x+y`,
  'HTML of Python': `pä&amp;&lt;s&gt;/&#x27;&quot;x+y`,
  'HTML of PHP': `pä&amp;&lt;s&gt;/&#039;&quot;x+y`,
  'HTML with numbers': `pä&#38;&#60;s&#62;/&#39;&#34;x+y`,
  XML: `pä&amp;&lt;s&gt;/&apos;&quot;x+y`,
  'UTF-8 in a header': Buffer.from(`pä&<s>/'"x+y`).toString('latin1'),
  'a parameter of a parameter': encodeURIComponent(encodeURIComponent(`pä&<s>/'"x+y`)),
};
for (const [how, form] of Object.entries(written))
  test(`a value is found as it is written by others: ${how}`, () => {
    const redactor = createRedactor();
    redactor.add(`pä&<s>/'"x+y`, '[secret A]');
    assert.equal(redactor.text(`before ${form} after`), 'before [secret A] after');
    assert.equal(redactor.bytes(Buffer.from(`before ${form} after`)).toString(), 'before [secret A] after');
  });

test('a value is found inside the base64 of a longer text, in hex, and as the signature of a token', () => {
  const redactor = createRedactor();
  redactor.add('correct-horse', '[A]');
  redactor.add('header000.payload00.signature-of-a-token', '[B]');
  for (const before of ['', 'a:', 'ab:', 'abc:']) {
    const shown = redactor.text(btoa(`${before}correct-horse`));
    assert.match(shown, /\[A\]/, before);
    assert.ok(!Buffer.from(shown.replace('[A]', ''), 'base64').toString().includes('horse'), before);
  }
  assert.equal(redactor.text(Buffer.from('correct-horse').toString('hex')), '[A]');
  assert.equal(redactor.text('x signature-of-a-token y'), 'x [B] y');
});

test('the beginning of a value is found at the end of a text that was cut, and nowhere else', () => {
  const redactor = createRedactor();
  redactor.add('correct-horse-battery', '[A]');
  assert.equal(redactor.text('you sent correct-horse-ba'), 'you sent [A]');
  assert.equal(redactor.text('a correct-horse-race'), 'a correct-horse-race');
});

test('a value that spans two pieces of a stream is found', async () => {
  const redactor = createRedactor();
  redactor.add('correct-horse', '[A]');
  const content = Buffer.from(`${'x'.repeat(50)}correct-horse${'y'.repeat(50)}`);
  for (const size of [1, 7, 40, 200]) {
    const pieces = async function* () {
      for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
    };
    const shown = Buffer.concat(await Array.fromAsync(redactor.stream(pieces()))).toString();
    assert.equal(shown, `${'x'.repeat(50)}[A]${'y'.repeat(50)}`, `pieces of ${size}`);
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
