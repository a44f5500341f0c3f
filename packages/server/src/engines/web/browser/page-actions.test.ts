import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Visit } from './browser.ts';
import { describeAction, perform } from './page-actions.ts';

const view = { url: 'https://h/', title: '', text: '', elements: [{ id: 3, kind: 'button', label: 'Send' }] };

/** A page that notes what is done to it, and cannot do what `fails` says. */
function createPage({ fails = false, isClosed = false } = {}) {
  const done: string[] = [];
  const note = (name: string) => async (value?: unknown) => {
    done.push(value === undefined ? name : `${name} ${JSON.stringify(value)}`);
    if (fails) throw new Error('Timeout 30000ms exceeded at inner place');
  };
  const target = { click: note('click'), fill: note('fill'), press: note('press'), selectOption: note('select') };
  const page = {
    url: () => 'https://h/',
    locator: () => ({ first: () => target }),
    goBack: note('back'),
    isClosed: () => isClosed,
    waitForLoadState: async () => undefined,
  };
  return { done, visit: { page, refused: () => [] } as unknown as Visit };
}

test('actions are done to the element of their number', async () => {
  const { done, visit } = createPage();
  assert.equal(await perform(visit, { action: 'click', element: 3 }, view), undefined);
  await perform(visit, { action: 'type', element: 3, text: 'tea', submit: true }, view);
  await perform(visit, { action: 'select', element: 3, text: 'Green' }, view);
  assert.deepEqual(done, ['click', 'fill "tea"', 'press "Enter"', 'select {"label":"Green"}']);
});

test('an element that is not there, and what fails, are told to the model without inner words', async () => {
  const missing = createPage();
  assert.match((await perform(missing.visit, { action: 'click', element: 9 }, view))!, /no element 9/);
  assert.deepEqual(missing.done, []);
  const { visit } = createPage({ fails: true });
  assert.doesNotMatch((await perform(visit, { action: 'click', element: 3 }, view))!, /inner/);
  assert.match((await perform(visit, { action: 'goto', text: 'file:///etc/passwd' }, view))!, /http/);
});

test('a browser that is gone ends the attempt', async () => {
  const { visit } = createPage({ fails: true, isClosed: true });
  await assert.rejects(perform(visit, { action: 'back' }, view));
});

test('an action is described with the label of its element and cut texts', () => {
  assert.equal(describeAction({ action: 'click', element: 3 }, view), 'click [3] Send');
  assert.equal(describeAction({ action: 'back' }, view), 'back');
  assert.ok(describeAction({ action: 'type', element: 3, text: 'x'.repeat(500) }, view).length < 100);
});
