import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorBody, invalid, unknownResource } from './errors.ts';
import { parseFilter } from './filter.ts';
import { choose, listAnswer, readList, wants } from './list-request.ts';
import { matches } from './matches.ts';
import { ENTERPRISE, parsePath } from './path.ts';
import { readUserResource, toUserResource } from './user-resource.ts';

test('a path has a schema, an attribute, a filter and a member, in any case', () => {
  assert.deepEqual(parsePath('USERNAME'), {
    schema: undefined,
    attribute: 'userName',
    filter: undefined,
    member: undefined,
  });
  assert.equal(parsePath('urn:ietf:params:scim:schemas:core:2.0:User:name.givenName').member, 'givenName');
  const work = parsePath('emails[type eq "a:b]c"].value');
  assert.deepEqual([work.attribute, work.member], ['emails', 'value']);
  assert.equal(matches(work.filter!, { type: 'A:B]C' }), true);
  const department = parsePath(`${ENTERPRISE.toUpperCase().replace('URN', 'urn')}:department`);
  assert.deepEqual([department.schema, department.attribute], [ENTERPRISE, 'department']);
});

test('a text that is no path is refused', () => {
  for (const text of ['', 'a b', 'emails[', 'a.b.c', 'x'.repeat(2_001)])
    assert.throws(() => parsePath(text), { status: 400, scimType: 'invalidPath' });
});

const holds = (filter: string, element: Record<string, unknown>) => matches(parseFilter(filter), element);

test('an element matches a filter regardless of case, and an absent member is empty', () => {
  assert.equal(holds('TYPE eq "WORK"', { type: 'work' }), true);
  assert.equal(holds('type ne "work"', {}), true);
  assert.equal(holds('type pr', { type: '' }), false);
  assert.equal(holds('value co "@b" and not (type eq "home")', { value: 'a@B.c', type: 'work' }), true);
  assert.equal(holds('type eq "x" or value sw "a"', { value: 'abc' }), true);
  assert.equal(holds('value ew "c" and value gt "abb" and value le "abc"', { value: 'abc' }), true);
});

const attributes = {} as Parameters<typeof readList>[1];
const page = (query: object) => {
  const { offset, limit, startIndex } = readList(query as Record<string, unknown>, attributes);
  return [offset, limit, startIndex];
};

test('a page begins at 1 and has a hundred entries, and bounds are kept instead of refused', () => {
  assert.deepEqual(page({}), [0, 100, 1]);
  assert.deepEqual(page({ startIndex: '-5', count: '-1' }), [0, 0, 1]);
  assert.deepEqual(page({ startIndex: '11', count: '100000' }), [10, 500, 11]);
  assert.throws(() => page({ count: 'many' }), { status: 400 });
});

test('a list says how many there are and how many are on this page', () => {
  const answer = listAnswer(7, 3, [{ id: 'a' }]);
  assert.deepEqual([answer.totalResults, answer.startIndex, answer.itemsPerPage], [7, 3, 1]);
});

test('attributes are chosen by their names, and id and schemas are always there', () => {
  const user = { schemas: [], id: '1', userName: 'a', emails: [], groups: [] };
  assert.deepEqual(Object.keys(choose(user, { attributes: 'USERNAME, emails.value' })), [
    'schemas',
    'id',
    'userName',
    'emails',
  ]);
  assert.deepEqual(Object.keys(choose(user, { excludedAttributes: 'groups,id' })), [
    'schemas',
    'id',
    'userName',
    'emails',
  ]);
  assert.equal(wants('groups', { excludedAttributes: 'groups' }), false);
  assert.equal(wants('groups', {}), true);
});

test('errors have the form of SCIM, with the status as text', () => {
  assert.deepEqual(errorBody(invalid('No.')), {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: '400',
    scimType: 'invalidValue',
    detail: 'No.',
  });
  const unknown = errorBody(unknownResource('user', 'x'.repeat(500)));
  assert.equal(unknown.status, '404');
  assert.equal('scimType' in unknown, false);
  assert.ok(String(unknown.detail).length < 200);
});

test('the address of a person is the primary one, else the first, else the user name', () => {
  const email = (over: object) => readUserResource({ userName: 'u@example.com', ...over }).person.email;
  assert.equal(email({}), 'u@example.com');
  assert.equal(email({ emails: ['a@example.com'] }), 'a@example.com');
  assert.equal(
    email({ EMAILS: [{ value: 'a@example.com' }, { value: 'b@example.com', primary: 'True' }] }),
    'b@example.com',
  );
  assert.throws(() => email({ userName: 'nobody' }), { status: 400 });
});

test('members that a directory sends are kept, except secrets and read-only ones', () => {
  const { given, person } = readUserResource({
    UserName: ' u@example.com ',
    password: 'hunter22',
    id: 'mine',
    groups: [{}],
    title: 'Dr.',
    nickName: null,
    active: 'False',
    name: { givenName: 'Ada', familyName: 5 },
  });
  assert.deepEqual([given.userName, given.active, given.externalId], ['u@example.com', false, null]);
  assert.deepEqual(Object.keys(given.attributes).sort(), ['emails', 'name', 'title']);
  assert.deepEqual([person.firstName, person.lastName], ['Ada', '']);
});

test('a user that does not fit is refused', () => {
  const user = { userName: 'u@example.com' };
  for (const body of [
    {},
    { userName: ' ' },
    { ...user, externalId: 5 },
    { ...user, active: 'maybe' },
    { ...user, title: 'x'.repeat(20_001) },
  ])
    assert.throws(() => readUserResource(body), { status: 400 });
});

test('a user is shown with links to itself and its groups; kept attributes cannot replace our own', () => {
  const at = new Date('2026-01-02T03:04:05Z');
  const row = {
    id: 'u1',
    external_id: null,
    user_name: 'u@example.com',
    active: true,
    attributes: { title: 'Dr.', active: false, [ENTERPRISE]: { department: 'x' } },
    groups: [{ value: 'g1', display: 'Group' }],
    created_at: at,
    updated_at: at,
  } as never;
  const shown = toUserResource(row, 'https://errand.example/scim/v2') as Record<string, unknown>;
  assert.equal(shown.active, true);
  assert.equal('externalId' in shown, false);
  assert.deepEqual((shown.schemas as string[]).length, 2);
  assert.equal((shown.groups as { $ref: string }[])[0]!.$ref, 'https://errand.example/scim/v2/Groups/g1');
});
