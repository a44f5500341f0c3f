import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TObject, TSchema } from 'typebox';
import type { Operation } from '../operation.ts';
import { agents } from './agents.ts';
import { apiKeys } from './api-keys.ts';
import { connections } from './connections.ts';
import { files } from './files.ts';
import { listeners } from './listeners.ts';
import { policies } from './policies.ts';
import { policyVersions } from './policy-versions.ts';
import { schedules } from './schedules.ts';
import { secrets } from './secrets.ts';
import { skills } from './skills.ts';
import { tables } from './tables.ts';
import { tags } from './tags.ts';
import { triggers } from './triggers.ts';
import { versions } from './versions.ts';
import { webhooks } from './webhooks.ts';
import { worksheets } from './worksheets.ts';

// Resources that people define follow one pattern, so that knowing one means knowing all.

type Table = Record<string, Operation>;
const defined: Record<string, Table> = {
  agents,
  connections,
  policies,
  schedules,
  skills,
  tags,
  triggers,
  webhooks,
  worksheets,
};
const all: Record<string, Table> = { ...defined, apiKeys, files, listeners, policyVersions, secrets, tables, versions };
const eachOf = (tables_: Record<string, Table>, name: string): [string, Operation][] =>
  Object.entries(tables_).flatMap(([resource, table]) => (table[name] ? [[resource, table[name]]] : []));

const requiredOf = (schema: TSchema | undefined): readonly string[] => (schema as TObject | undefined)?.required ?? [];

test('creating answers with 201 and takes a body', () => {
  for (const [resource, { method, responses, body, bodies }] of eachOf(all, 'create')) {
    assert.equal(method, 'POST', resource);
    assert.ok('201' in responses, resource);
    assert.ok(body ?? bodies, resource);
  }
});

test('a change of a part requires no member, and answers with the whole thing', () => {
  const changes = eachOf(all, 'update');
  assert.ok(changes.length >= 5);
  for (const [resource, { method, body, responses }] of changes) {
    assert.equal(method, 'PATCH', resource);
    assert.deepEqual(requiredOf(body), [], resource);
    assert.ok(responses[200], resource);
  }
});

test('deleting answers with nothing, at the address of the thing', () => {
  for (const [resource, { method, responses, path, body }] of eachOf(all, 'delete')) {
    assert.deepEqual([method, body], ['DELETE', undefined], resource);
    assert.deepEqual(Object.keys(responses), ['204'], resource);
    assert.equal(path, all[resource]!.get?.path ?? path, resource);
  }
});

test('a thing has one address for reading, changing and replacing it', () => {
  for (const [resource, table] of Object.entries(all)) {
    const paths = [table.get, table.update, table.replace].flatMap((one) => (one ? [one.path] : []));
    assert.ok(new Set(paths).size <= 1, `${resource}: ${paths}`);
    if (table.list && table.create) assert.equal(table.list.path, table.create.path, resource);
  }
});

test('a list comes page by page, or is an array of all; a page can be asked for by its size', () => {
  const whole: string[] = [];
  for (const [resource, { query, responses }] of eachOf(defined, 'list')) {
    const answer = responses[200] as { type: string; properties: object };
    if (answer.type === 'array') {
      whole.push(resource);
      continue;
    }
    assert.ok('results' in answer.properties, resource);
    const names = Object.keys(query?.properties ?? {});
    assert.ok(
      names.some((name) => ['page_size', 'limit', 'cursor'].includes(name)),
      `${resource}: ${names}`,
    );
  }
  assert.deepEqual(
    whole.filter((resource) => !['webhooks', 'tags', 'worksheets'].includes(resource)),
    [],
  );
});

test('the versions of a thing stand below it', () => {
  // What is tried is no version yet.
  for (const table of [versions, policyVersions] as Table[])
    for (const [name, { path }] of Object.entries(table)) if (name !== 'sample') assert.match(path, /version/, name);
});
