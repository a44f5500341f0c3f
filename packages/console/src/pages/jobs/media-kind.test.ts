import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mediaKindOf } from './media-kind.ts';

test('content is shown by its type, whatever its parameters; unknown types are only saved', () => {
  const cases: [string, string][] = [
    ['text/html; charset=utf-8', 'page'],
    ['IMAGE/PNG', 'image'],
    ['image/tiff', 'other'],
    ['application/pdf', 'pdf'],
    ['application/ld+json', 'text'],
    ['text/csv', 'text'],
    ['application/octet-stream', 'other'],
    ['', 'other'],
  ];
  for (const [type, kind] of cases) assert.equal(mediaKindOf(type), kind, type);
});
