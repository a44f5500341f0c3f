import assert from 'node:assert/strict';
import { test } from 'node:test';
import { artifactKey, cleanContentType, cleanFileName } from './model.ts';
import { isResourceId } from './references.ts';

test('a file name is one visible segment of at most 255 characters', () => {
  const cases: [given: string, clean: string][] = [
    ['report.pdf', 'report.pdf'],
    ['/etc/passwd', 'passwd'],
    ['C:\\docs\\ü.txt', 'ü.txt'],
    ['../../x', 'x'],
    ['..', 'file'],
    ['a/', 'file'],
    ['', 'file'],
    [' \t ', 'file'],
    ['a\r\nb\0\x7f\u0085.txt', 'ab.txt'],
    ['gpj.\u202Eexe', 'gpj.exe'],
    [`${'a'.repeat(300)}.pdf`, `${'a'.repeat(251)}.pdf`],
    ['😀'.repeat(300), '😀'.repeat(255)],
  ];
  for (const [given, clean] of cases) assert.equal(cleanFileName(given), clean, JSON.stringify(given));
});

test('a content type is type/subtype or plain bytes', () => {
  const cases: [given: string | undefined, clean: string][] = [
    ['text/plain; charset=utf-8', 'text/plain'],
    ['Image/SVG+XML', 'image/svg+xml'],
    ['application/vnd.ms-excel', 'application/vnd.ms-excel'],
    [undefined, 'application/octet-stream'],
    ['', 'application/octet-stream'],
    ['text', 'application/octet-stream'],
    ['text/html\r\nx: y', 'application/octet-stream'],
    ['text/ü', 'application/octet-stream'],
    [`text/${'a'.repeat(300)}`, 'application/octet-stream'],
  ];
  for (const [given, clean] of cases) assert.equal(cleanContentType(given), clean, given);
});

test('artifact keys and resource ids keep to their patterns', () => {
  assert.equal(artifactKey('j', 'extraction_123'), 'agent-job-j/extraction_123.json');
  assert.equal(artifactKey('j', 'a b/ü.json'), 'agent-job-j/a_b_.json');
  assert.equal(artifactKey('j', ''), 'agent-job-j/artifact.json');
  assert.equal(artifactKey('j', 'n'.repeat(400)), `agent-job-j/${'n'.repeat(150)}.json`);
  for (const good of ['3c90.html', 'a', 'A-1_b.x', 'x'.repeat(200)]) assert.ok(isResourceId(good), good);
  for (const bad of ['', 'a/b', 'ü', 'a b', 'a\n', 'x'.repeat(201)]) assert.ok(!isResourceId(bad), bad);
});
