import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeDocx, makeOdt, makePng, makePptx, makeXlsx } from '../../test/files.ts';
import { makePdf } from '../../test/pdf.ts';
import { makeZip } from '../../test/zip.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';
import { detectKind } from './detect-kind.ts';

const kindOf = (content: Buffer | string, name = 'file', contentType = ''): string =>
  detectKind(Buffer.from(content as string), { name, contentType });

test('the content decides what a file is, not its name or declared type', () => {
  assert.equal(kindOf(makePdf([{ lines: ['x'] }]), 'photo.png', 'image/png'), 'pdf');
  assert.equal(kindOf('just text', 'a.pdf', 'application/pdf'), 'text');
  assert.equal(kindOf(makeDocx(['x']), 'a.xlsx', 'application/zip'), 'docx');
});

test('archives are told apart by what is in them', () => {
  assert.equal(kindOf(makeXlsx({ S: [['x']] })), 'xlsx');
  assert.equal(kindOf(makePptx([['x']])), 'pptx');
  assert.equal(kindOf(makeOdt('<text:p>x</text:p>')), 'odt');
  assert.equal(kindOf(makePng(1, 1)), 'image');
  assert.equal(kindOf(makeZip({ 'a.txt': 'x' })), 'archive');
});

test('a fragment of HTML counts as HTML only when its sender says so', () => {
  assert.equal(kindOf('<!doctype html><p>x'), 'html');
  assert.equal(kindOf('<p>x</p>'), 'text');
  assert.equal(kindOf('<p>x</p>', 'file', 'text/html; charset=utf-8'), 'html');
  assert.equal(kindOf('<p>x</p>', 'page.htm'), 'html');
});

test('what nobody can read here is refused with what can be read instead', () => {
  for (const content of [Buffer.from([1, 0, 2]), Buffer.from('\0\0\0\x18ftypheic', 'latin1'), Buffer.alloc(0)]) {
    assert.throws(() => kindOf(content), UnreadableFile);
  }
  assert.throws(() => kindOf(Buffer.from([1, 0, 2])), /PDF, images .* are supported/);
});
