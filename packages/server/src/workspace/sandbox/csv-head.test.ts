import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCsvHead } from './csv-head.ts';
import { Refused } from './failures.ts';

const read = (text: string | Buffer, options: { withHeaders?: boolean; delimiter?: string } = {}) =>
  readCsvHead(Buffer.from(text), { withHeaders: true, columnsMax: 3, ...options });

test('the first line decides the delimiter and the names', () => {
  const cases: [text: string, delimiter: string, names: string[]][] = [
    ['a,b\n1,2', ',', ['a', 'b']],
    ['a;"b;c";d\r\n', ';', ['a', 'b;c', 'd']],
    ['a\tb', '\t', ['a', 'b']],
    ['"a ""x"" ",\n', ',', ['a "x"', 'column_2']],
    ['"two\nlines",b\n', ',', ['two\nlines', 'b']],
    ['\ufeffa|b\n', '|', ['a', 'b']],
  ];
  for (const [text, delimiter, names] of cases) {
    const head = read(text);
    assert.deepEqual([head.delimiter, head.names, head.skip], [delimiter, names, 0], text);
  }
  assert.deepEqual(read('x,y\n', { withHeaders: false }).names, ['column_1', 'column_2']);
});

test('the separator line of Excel is skipped and obeyed', () => {
  const head = read('sep=;\r\na,b;c\r\n');
  assert.deepEqual([head.delimiter, head.names, head.skip], [';', ['a,b', 'c'], 1]);
  assert.deepEqual(read('sep=;\n', { delimiter: ',' }).names, ['sep=;'], 'a known delimiter makes it a name');
});

test('UTF-16 is recognized by its byte order mark', () => {
  const little = Buffer.from('\ufeffä,b\n', 'utf16le');
  assert.deepEqual([read(little).encoding, read(little).names], ['utf-16le', ['ä', 'b']]);
  const big = Buffer.from(little).swap16();
  assert.deepEqual([read(big).encoding, read(big).names], ['utf-16be', ['ä', 'b']]);
});

test('long numbers are noticed; a long fraction is not one', () => {
  assert.ok(read('a\n12345678901234567\n').hasLongNumbers);
  assert.ok(!read('a\n0.12345678901234567\n1234567890123456\n').hasLongNumbers);
});

test('a header that cannot name columns is refused', () => {
  const latin1 = Buffer.from('ä,b\n', 'latin1');
  for (const text of ['\na,b', 'a,A\n', 'a,b,c,d\n', `${'x'.repeat(256)}\n`, latin1])
    assert.throws(() => read(text), Refused, String(text));
});
