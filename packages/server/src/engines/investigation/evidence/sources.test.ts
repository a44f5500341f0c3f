import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSourceProblems, hostOf, readSources } from './sources.ts';

test('nothing is open that the configuration does not name', () => {
  assert.deepEqual(readSources([]), { hosts: [], tools: [], tables: [] });
});

test('sources are hosts, tools and tables, as text or as objects', () => {
  const given = ['https://shop.example:8443/x', 'registry.example', 'tool:lookup', { type: 'table', name: 'orders' }];
  assert.deepEqual(readSources(given), {
    hosts: ['shop.example:8443', 'registry.example'],
    tools: ['lookup'],
    tables: ['orders'],
  });
  assert.equal(readSources(['tables']).tables, undefined);
});

test('a misspelt source is refused when the agent is created; one with a placeholder waits for the job', () => {
  assert.equal(findSourceProblems({ context_sources: ['tabels'] }).length, 1);
  assert.deepEqual(findSourceProblems({ context_sources: ['${site}'] }), []);
  assert.equal(hostOf('localhost'), 'localhost');
});
