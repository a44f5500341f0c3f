import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { stopAtEnd } from '../stop-at-end.ts';
import { startConformanceServer } from './mcp-server.ts';
import { type Outcome, runSuite } from './mcp-suite.ts';

// The official suites, whole. What does not pass is listed here and in docs/mcp.md with its reason; a scenario that
// changes sides fails this test.

const server = stopAtEnd(await startConformanceServer());

const revisions = [
  ['2025-06-18', 'mcp-conformance-2025'],
  ['2025-11-25', 'mcp-conformance-2025'],
  ['2026-07-28', 'mcp-conformance-2026'],
] as const;

/** Scenarios that no agent can be set up for, whatever the revision asks of them. */
const page = readFileSync(new URL('../../../../docs/mcp.md', import.meta.url), 'utf8');
const listed = new Set([...page.matchAll(/^\| `([a-z0-9-]+)`/gm)].map(([, name]) => name!));

const named = (outcomes: Map<string, Outcome>, outcome: Outcome): string[] =>
  [...outcomes].filter(([, one]) => one === outcome).map(([name]) => name);

describe('the official conformance suite', () => {
  for (const [revision, suite] of revisions) {
    test(`of revision ${revision}: all pass but those that are listed with their reason`, async () => {
      const outcomes = await runSuite(suite, server.url, ['--suite', 'all', '--spec-version', revision]);
      assert.ok(outcomes.size >= 26, `${outcomes.size} scenarios`);
      assert.deepEqual(
        named(outcomes, 'failed').filter((name) => !listed.has(name)),
        [],
      );
      assert.deepEqual(
        named(outcomes, 'passed').filter((name) => listed.has(name)),
        [],
        'listed, but they pass',
      );
    });
  }

  test('of the tasks extension', async () => {
    const names = ['lifecycle', 'capability-negotiation', 'wire-fields', 'request-state-removal', 'mrtr-input'];
    const others = ['mrtr-composition', 'required-task-error', 'request-headers', 'dispatch-and-envelope'];
    for (const name of [...names, ...others]) {
      const outcomes = await runSuite('mcp-conformance-2026', server.url, ['--scenario', `tasks-${name}`]);
      const outcome = outcomes.get(`tasks-${name}`);
      assert.equal(outcome, listed.has(`tasks-${name}`) ? 'failed' : 'passed', name);
    }
    // The suite has no check in it yet.
    const waiting = await runSuite('mcp-conformance-2026', server.url, ['--scenario', 'tasks-status-notifications']);
    assert.notEqual(waiting.get('tasks-status-notifications'), 'failed');
  });
});
