import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needsConfirmation } from './consequences.ts';
import type { PageElement } from './page-view.ts';

const rule = { when: 'consequential', words: [] } as const;
const asks = (element: Partial<PageElement>, action: object = { action: 'click' }, given: object = rule): boolean =>
  needsConfirmation(
    { element: 1, ...action } as never,
    { url: '', title: '', text: '', elements: [{ id: 1, kind: 'button', label: '', ...element }] },
    given as never,
  );

test('controls that pay, order, send or delete need an approval, in several languages', () => {
  for (const label of [
    'Pay now',
    'Place order',
    'Submit',
    'Delete account',
    'Jetzt kaufen',
    'Löschen',
    'Supprimer',
    'Pagar',
  ])
    assert.ok(asks({ label }), label);
  assert.ok(asks({ label: 'Delete', kind: 'link' }));
  assert.ok(asks({ label: 'Weiter so', posts: true }), 'a form that is sent by POST');
  assert.ok(asks({ label: 'Amount', kind: 'input text', posts: true }, { action: 'type', text: '5', submit: true }));
});

test('controls that only read need none', () => {
  for (const label of ['Search', 'Next', 'Accept all cookies', 'Details', 'Payment methods', 'Orders'])
    assert.ok(!asks({ label }), label);
  for (const label of ['Order history', 'Post of the week', 'Book reviews'])
    assert.ok(!asks({ label, kind: 'link' }), label);
  assert.ok(!asks({ label: 'Sign in', posts: true }));
  assert.ok(!asks({ label: 'Pay' }, { action: 'scroll' }));
  assert.ok(!asks({ label: 'Order number', kind: 'input text' }, { action: 'type', text: '5' }));
  assert.ok(!asks({ label: 'Pay' }, { action: 'click', element: 9 }), 'there is no such control');
});

test('a configuration widens it, asks always or never', () => {
  assert.ok(asks({ label: 'Antrag einreichen' }, undefined, { ...rule, words: ['Einreichen'] }));
  assert.ok(asks({ label: 'Details' }, undefined, { ...rule, when: 'always' }));
  assert.ok(!asks({ label: 'Pay now', posts: true }, undefined, { ...rule, when: 'never' }));
});
