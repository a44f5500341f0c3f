import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyPatch } from './patch.ts';

const patch = (resource: object, ...Operations: object[]) => applyPatch(resource as never, { Operations });

test('an attribute is added, replaced and removed, whatever the case of op and names', () => {
  const user = { userName: 'a', name: { givenName: 'Ada' } };
  assert.deepEqual(patch(user, { op: 'ADD', path: 'title', value: 'Dr' }), { ...user, title: 'Dr' });
  assert.deepEqual(patch(user, { op: 'replace', path: 'USERNAME', value: 'b' }), { ...user, userName: 'b' });
  assert.deepEqual(patch(user, { op: 'Remove', path: 'name.givenName' }), { userName: 'a', name: {} });
  assert.deepEqual(patch(user, { op: 'add', value: { name: { familyName: 'L' }, 'name.middleName': 'X' } }).name, {
    givenName: 'Ada',
    familyName: 'L',
    middleName: 'X',
  });
  assert.deepEqual(user, { userName: 'a', name: { givenName: 'Ada' } }, 'the given one stays as it was');
});

test('members come once, and go by filter, by value or all', () => {
  const group = { displayName: 'g', members: [{ value: '1' }, { value: '2' }] };
  const ids = (...operations: object[]) =>
    ((patch(group, ...operations).members ?? []) as { value: string }[]).map(({ value }) => value);
  assert.deepEqual(ids({ op: 'add', path: 'members', value: [{ value: '2' }, { value: '3' }] }), ['1', '2', '3']);
  assert.deepEqual(ids({ op: 'add', path: 'members', value: { value: '3' } }), ['1', '2', '3']);
  assert.deepEqual(ids({ op: 'remove', path: 'members[value eq "1"]' }), ['2']);
  assert.deepEqual(ids({ op: 'remove', path: 'members', value: [{ value: '1' }] }), ['2']);
  assert.deepEqual(ids({ op: 'remove', path: 'members' }), []);
  assert.deepEqual(ids({ op: 'replace', path: 'members', value: [{ value: '9' }] }), ['9']);
  assert.deepEqual(ids({ op: 'replace', value: { members: [] } }), []);
});

test('an element that a filter describes is changed, or made', () => {
  const user = { emails: [{ type: 'work', value: 'old', primary: true }] };
  const changed = patch(user, { op: 'replace', path: 'emails[type eq "WORK"].value', value: 'new' });
  assert.deepEqual(changed.emails, [{ type: 'work', value: 'new', primary: true }]);
  const made = patch(user, { op: 'add', path: 'emails[type eq "home"].value', value: 'h' });
  assert.deepEqual((made.emails as object[])[1], { type: 'home', value: 'h' });
  const gone = patch(user, { op: 'remove', path: 'emails[type eq "work"].primary' });
  assert.deepEqual(gone.emails, [{ type: 'work', value: 'old' }]);
  assert.throws(() => patch(user, { op: 'replace', path: 'emails[type pr and value eq "x"].value', value: 'h' }), {
    scimType: 'noTarget',
  });
});

test('read-only members are left alone, and extensions are separate parts', () => {
  const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
  const user = { id: '1', userName: 'a', meta: { location: 'x' } };
  const changed = patch(user, { op: 'replace', value: { id: '2', meta: {}, password: 'secret', userName: 'b' } });
  assert.deepEqual(changed, { ...user, userName: 'b' });
  const extended = patch(user, { op: 'add', path: `${enterprise}:department`, value: 'Law' });
  assert.deepEqual(extended[enterprise], { department: 'Law' });
  const whole = patch(user, { op: 'add', value: { [enterprise]: { costCenter: '7' } } });
  assert.deepEqual(whole[enterprise], { costCenter: '7' });
});

test('operations that are none are refused', () => {
  for (const body of [{}, { Operations: [] }, { Operations: 'x' }]) {
    assert.throws(() => applyPatch({}, body as never), { scimType: 'invalidSyntax' });
  }
  assert.throws(() => patch({}, { op: 'move', path: 'a' }), { scimType: 'invalidSyntax' });
  assert.throws(() => patch({}, { op: 'add', value: 'x' }), { scimType: 'invalidValue' });
  assert.throws(() => patch({}, { op: 'add', path: 'a b', value: 'x' }), { scimType: 'invalidPath' });
  const many = Array.from({ length: 1_001 }, () => ({ op: 'add', path: 'title', value: 'x' }));
  assert.throws(() => patch({}, ...many), { scimType: 'tooMany' });
});
