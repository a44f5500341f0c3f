import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leastRole, type Operation } from '../operation.ts';
import { hasRole, type Role } from '../roles.ts';
import { scopeOf, scopesOf } from '../scopes.ts';
import { a2a } from './a2a.ts';
import { apiKeys } from './api-keys.ts';
import { connections } from './connections.ts';
import { connectors } from './connectors.ts';
import { doors } from './doors.ts';
import { engines } from './engines.ts';
import { logins } from './logins.ts';
import { mcp } from './mcp.ts';
import { members } from './members.ts';
import { operations } from './operations.ts';
import { organizations } from './organizations.ts';
import { secrets } from './secrets.ts';
import { service } from './service.ts';
import { sessions } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { triggers } from './triggers.ts';
import { waits } from './waits.ts';

// Who may call what. A new operation that is open, or that only admins may call, has to be added here by somebody who
// has thought about it.

const all: [string, Operation][] = Object.entries(operations).flatMap(([resource, table]) =>
  Object.entries(table).map(([name, operation]): [string, Operation] => [`${resource}.${name}`, operation]),
);
const named = (wanted: (operation: Operation) => boolean): string[] =>
  all.flatMap(([name, operation]) => (wanted(operation) ? [name] : [])).sort();

test('only these need no credential: probes, pages, signing in, and addresses that are secrets themselves', () => {
  const open = named(({ scope, anonymous }) => scope === 'none' || anonymous === true);
  const pages = Object.keys(service).map((name) => `service.${name}`);
  const other = ['a2a.rootCard', 'a2a.agentCard', 'engines.callback', 'triggers.receive'];
  const links = ['invitations.open', 'invitations.accept', 'waits.answerByLink', 'waits.page'];
  const people = ['signIn.withLink', 'signIn.withPassword', ...links];
  // A program that requests a key gets it with its own secret, after a person has confirmed it.
  const programs = ['logins.start', 'logins.take'];
  // Responses of the provider or a browser are checked by signature or ticket.
  const provider = ['sso.methods', 'sso.start', 'sso.complete', 'sso.backChannelLogout'];
  assert.deepEqual(open, [...pages, ...other, ...people, ...programs, ...provider].sort());
});

test('an open operation that changes something carries its secret in its address, or proves itself by its body', () => {
  const byAddress: Operation[] = [triggers.receive, waits.answerByLink];
  for (const { method, path } of byAddress) {
    assert.equal(method, 'POST');
    assert.match(path, /:[a-z_]+\/$/);
  }
  const byBody: Operation[] = [engines.callback, signIn.withPassword, signIn.withLink, logins.take];
  for (const { errors = [], path } of byBody) assert.ok(errors.includes('not_authenticated'), path);
});

test('only admins handle keys, members, secrets and what connects to other systems', () => {
  const admins = ['apiKeys.list', 'apiKeys.create', 'apiKeys.revoke', 'secrets.list', 'secrets.set', 'secrets.delete'];
  const people = ['members.add', 'members.changeRole', 'members.remove', 'invitations.create', 'invitations.revoke'];
  const systems = ['create', 'replace', 'update', 'delete', 'testCredentials'].map((name) => `connections.${name}`);
  const house = ['organizations.rename', 'organizations.audit', 'organizations.health', 'signing.rotate'];
  const expected = [...admins, ...people, ...systems, ...house];
  const found = named((operation) => !hasRole('member', leastRole(operation)));
  assert.deepEqual(
    expected.filter((name) => !found.includes(name)),
    [],
  );
});

test('values of secrets can be written but not read: no operation answers with one', () => {
  assert.ok(!('get' in secrets));
  for (const [name, { responses }] of Object.entries(secrets as Record<string, Operation>))
    assert.ok(!JSON.stringify(Object.values(responses)).includes('"value"'), name);
});

test('nothing that is changed is open to viewers, except by a door that looks at the role itself', () => {
  const writing = named((operation) => operation.method !== 'GET' && leastRole(operation) === 'viewer');
  // A confirmed login gives a key no more rights than the person has.
  const allowed = [
    'logins.decide',
    // Everybody may disconnect the programs that they have signed in themselves.
    'oauth.endGrant',
    'a2a.call',
    'a2a.callOrganization',
    'mcp.call',
    'mcp.knowledge',
    'jobs.statuses',
    'jobs.results',
    // It reads figures and starts nothing.
    'runs.estimate',
    'tables.query',
    'screening.screen',
  ];
  assert.deepEqual(
    writing.filter((name) => !allowed.includes(name)),
    [],
  );
  for (const door of [a2a.call, mcp.call] as Operation[]) assert.equal(leastRole(door), 'viewer');
});

test('operations of a person, not of an organization, accept any credential', () => {
  for (const [name, { scope }] of Object.entries(sessions as Record<string, Operation>))
    assert.equal(scope, 'credential', name);
  const own: Operation[] = [signIn.currentUser, signIn.signOut, signIn.changePassword, organizations.list];
  for (const { scope, summary } of own) assert.equal(scope, 'credential', summary);
});

test('a catalogue of kinds is the same for everybody, a list of things is of one organization', () => {
  const kinds: Operation[] = [connectors.list, connectors.get, engines.list, engines.models];
  for (const { scope, summary } of kinds) assert.equal(scope, 'credential', summary);
  const things: Operation[] = [connections.list, members.list, apiKeys.list, triggers.list, waits.list];
  for (const { scope = 'organization', summary } of things) assert.equal(scope, 'organization', summary);
});

test('attempts to sign in and to change a password are limited', () => {
  for (const { errors = [] } of [signIn.withPassword, signIn.changePassword] as Operation[])
    assert.ok(errors.includes('rate_limited'));
});

test('reading an agent shows its doors, and each is an operation of its own', () => {
  for (const { method, path } of Object.values(doors as Record<string, Operation>)) {
    assert.equal(method, 'GET');
    assert.match(path, /:agent_id\//);
  }
});

test('the roles of the desk change cases and answer waits, nothing else, and only approvers end four eyes', () => {
  const changing = (role: Role) =>
    named(
      (operation) =>
        operation.method !== 'GET' && leastRole(operation) !== 'viewer' && hasRole(role, leastRole(operation)),
    );
  assert.deepEqual(changing('auditor'), []);
  // Who may answer a wait is for the wait to say.
  const desk =
    /^((caseAlerts|caseDesk|caseDocuments|caseRecords|caseChecks|screening|screeningWatches)\.|waits\.(answer|link)$)/;
  assert.deepEqual(
    changing('approver').filter((name) => !desk.test(name)),
    [],
  );
  assert.deepEqual(
    changing('approver').filter((name) => !changing('analyst').includes(name)),
    ['caseDesk.approve', 'caseDesk.reject', 'caseDesk.restrict'],
  );
  assert.ok(changing('analyst').includes('caseDesk.decide'));
});

test('a program works on cases with the scope for decisions, and reads the audit log only as an administrator', () => {
  assert.equal(scopeOf(operations.caseDesk.note), 'decide');
  assert.equal(scopeOf(operations.screening.screen), 'read');
  assert.equal(scopeOf(operations.organizations.audit), 'admin');
  assert.deepEqual(scopesOf('analyst'), ['read', 'decide']);
  assert.deepEqual(scopesOf('auditor'), ['read']);
});
