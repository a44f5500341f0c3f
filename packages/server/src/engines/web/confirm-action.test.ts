import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestContext } from '../../../test/engine-context.ts';
import type { WaitAnswer, WaitRequest } from '../engine/wait.ts';
import { askToAct, beginOnce } from './confirm-action.ts';

const view = {
  url: 'https://shop.example/pay?x=1',
  title: 'Pay `now`](https://evil.example)',
  text: '',
  elements: [{ id: 1, kind: 'button', label: 'Pay `250` EUR' }],
};
const route = {
  from: 'https://shop.example/',
  done: [{ action: { action: 'type' as const, element: 1, text: '250' }, seen: view }],
};

async function ask(given: Partial<WaitAnswer>) {
  const asked: WaitRequest[] = [];
  const { context } = createTestContext([], {
    wait: async (request) => {
      asked.push(request);
      return { answer: null, comment: null, answered_by: null, timed_out: false, ...given };
    },
  });
  const action = { action: 'click' as const, element: 1 };
  const problem = await askToAct(context, { action, view, route, confirm: { role: 'admin' }, screenshot: 'ref' });
  return { problem, request: asked[0]! };
}

test('a person sees what would be done, what is repeated before it, and a screenshot; the site writes no Markdown', async () => {
  const { problem, request } = await ask({ answer: 'do it' });
  assert.equal(problem, undefined);
  assert.deepEqual(
    [request.kind, request.options, request.evidence, request.assignee_role],
    ['approval', ['do it', 'refuse'], ['ref'], 'admin'],
  );
  assert.match(request.title!, /^Click Pay .* on shop\.example\?$/);
  assert.match(request.body!, /1\. `type \[1\] Pay 250 EUR '250'`/);
  assert.match(request.body!, /`Pay now \]\(https:\/\/evil\.example\)`/, 'in a code span');
  assert.ok(new Date(request.due_at!).getTime() > Date.now(), 'it is bounded by itself');
});

test('a refusal and a time that is over are told to the model', async () => {
  assert.equal((await ask({ answer: 'refuse', comment: 'Too much.' })).problem, 'a person refused it: Too much.');
  assert.match((await ask({ answer: 'refuse', timed_out: true })).problem!, /in time/);
});

test('a task that an earlier attempt began is not begun again', async () => {
  const { context } = createTestContext();
  (await beginOnce(context, 'click [1] Pay'))();
  const later = createTestContext([], { step: async () => null as never });
  const assertOnce = await beginOnce(later.context, 'click [1] Pay');
  assert.throws(assertOnce, { code: 'errand.web.outcome_unknown' });
});
