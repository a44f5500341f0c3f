import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readHeaders, writeHeaders } from './read-headers.ts';

test('headers are read line by line, and written back as they were', () => {
  const headers = readHeaders(' X-Team : billing \n\nAuthorization: Basic a:b\r\n');
  assert.deepEqual(headers, { 'X-Team': 'billing', Authorization: 'Basic a:b' });
  assert.deepEqual(readHeaders(writeHeaders(headers)), headers);
});

test('a line without a colon is kept as a name, for the service to refuse', () => {
  assert.deepEqual(readHeaders('X-Team billing'), { 'X-Team billing': '' });
  assert.deepEqual(readHeaders(' \n'), {});
});
