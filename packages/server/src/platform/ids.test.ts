import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstIdAt, idMs, idTime, isUuid, newId, parseFileId } from './ids.ts';

test('ids of a process are UUIDs of version 7 that rise strictly, however many a millisecond gets', () => {
  const ids = Array.from({ length: 20_000 }, () => newId());
  for (const [index, id] of ids.entries()) {
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    if (index > 0) assert.ok(id > ids[index - 1]!, `${ids[index - 1]} < ${id}`);
  }
  assert.equal(new Set(ids.map((id) => id.slice(19))).size, ids.length);
});

test('an id shows the millisecond it was made in', () => {
  assert.equal(idMs('0191f0c0-1234-7abc-8def-0123456789ab'), 0x0191f0c01234);
  assert.equal(idTime('00000000-0001-7000-8000-000000000000').getTime(), 1);
});

test('the first id of a millisecond is not above any id of it, and above all before', () => {
  const id = newId();
  assert.ok(firstIdAt(idMs(id)) < id);
  assert.ok(firstIdAt(idMs(id) + 1) > id);
  assert.equal(firstIdAt(-5), '00000000-0000-0000-0000-000000000000');
  assert.equal(firstIdAt(Number.MAX_VALUE), 'ffffffff-ffff-0000-0000-000000000000');
});

test('a UUID is known in any case, and nothing else is one', () => {
  assert.ok(isUuid(newId()) && isUuid(newId().toUpperCase()));
  for (const text of ['', 'x', `${newId()}0`, newId().replaceAll('-', ''), newId().replace('-', '_')])
    assert.ok(!isUuid(text), text);
});

test('the id of a file is read with and without its prefix and dashes', () => {
  const id = '0191f0c0-1234-7abc-8def-0123456789ab';
  const bare = id.replaceAll('-', '');
  for (const text of [id, `file_${id}`, bare, `file_${bare}`, `file_${id.toUpperCase()}`])
    assert.equal(parseFileId(text), id);
  for (const text of ['', 'file_', `file_file_${id}`, id.slice(1), `${id} `])
    assert.equal(parseFileId(text), undefined, text);
});
