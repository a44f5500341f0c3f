import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Check } from 'typebox/value';
import { LinkBody, WebhookCreateBody, WebhookUpdateBody } from './webhooks.ts';

const webhook = { name: 'ERP', url: 'https://example.com/hooks' };

test('a webhook needs a name and an address; all else may be left out or null', () => {
  assert.ok(Check(WebhookCreateBody, webhook));
  assert.ok(Check(WebhookCreateBody, { ...webhook, secret: null, headers: null, events: null, is_active: null }));
  assert.ok(!Check(WebhookCreateBody, { name: 'ERP' }));
  assert.ok(!Check(WebhookCreateBody, { ...webhook, url: `https://${'x'.repeat(500)}` }));
  assert.ok(Check(WebhookUpdateBody, {}));
  assert.ok(!Check(WebhookUpdateBody, { name: '' }));
});

test('headers are texts by name, events a short list, links at least one agent', () => {
  assert.ok(!Check(WebhookCreateBody, { ...webhook, headers: { 'X-Tenant': 7 } }));
  assert.ok(!Check(WebhookCreateBody, { ...webhook, events: Array(51).fill('triggered') }));
  assert.ok(!Check(LinkBody, { agent_ids: [] }));
});
