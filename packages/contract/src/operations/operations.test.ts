import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorTable } from '../errors.ts';
import type { Operation } from '../operation.ts';
import { operations } from './operations.ts';

const all: [string, Operation][] = Object.entries(operations).flatMap(([resource, table]) =>
  Object.entries(table).map(([name, operation]): [string, Operation] => [`${resource}.${name}`, operation]),
);
const pathsOf = ({ path, aliases = [] }: Operation): string[] => [path, ...aliases];

test('no two operations have the same method and path, whatever their parameters are called', () => {
  const seen = new Map<string, string>();
  for (const [name, operation] of all)
    for (const path of pathsOf(operation)) {
      const route = `${operation.method} ${path.replace(/:[a-z_]+/g, ':')}`;
      assert.equal(seen.get(route), undefined, `${name} is at ${route} too`);
      seen.set(route, name);
    }
});

test('every operation has one kind of success, and a body only where a method can carry one', () => {
  for (const [name, { method, responses, body, bodies }] of all) {
    assert.ok(
      Object.keys(responses).some((status) => /^2\d\d$/.test(status)),
      name,
    );
    if (method === 'GET') assert.equal(body ?? bodies, undefined, name);
    if ('204' in responses) assert.equal(responses[204], null, name);
  }
});

test('all paths of an operation have the same parameters, and those of resources end with a slash', () => {
  const paramsOf = (path: string) => [...path.matchAll(/:([a-z_]+)/g)].map(([, param]) => param).sort();
  for (const [name, operation] of all)
    for (const path of pathsOf(operation)) {
      assert.deepEqual(paramsOf(path), paramsOf(operation.path), name);
      if (!name.startsWith('service.')) assert.match(path, /\/$/, name);
    }
});

test('every error of an operation is in the table, and every parameter that is no UUID is in the path', () => {
  for (const [name, { errors = [], textParams = [], path }] of all) {
    for (const error of errors) assert.ok(error in errorTable, `${name}: ${error}`);
    for (const param of textParams) assert.ok(path.includes(`:${param}`), `${name}: ${param}`);
  }
});

test('a summary is a phrase for a list, a description is sentences', () => {
  for (const [name, { summary, description }] of all) {
    assert.ok(summary.length > 3 && summary.length <= 80, `${name}: ${summary}`);
    if (description !== undefined) assert.match(description, /[.!?)`]$/, name);
  }
});
