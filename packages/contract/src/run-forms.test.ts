import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Check } from 'typebox/value';
import { RunBody } from './jobs.ts';
import { RunForm, RunMultipart } from './run-forms.ts';

test('every reserved member of a JSON run is one of a form too', () => {
  for (const form of [RunForm, RunMultipart])
    assert.deepEqual(Object.keys(form.properties).sort(), Object.keys(RunBody.properties).sort());
});

test('a form carries inputs by their key, and JSON as text', () => {
  assert.ok(Check(RunForm, { text: 'Ada', metadata: '{"case":1}', inputs: '{}' }));
  assert.ok(!Check(RunForm, { text: 'Ada', metadata: { case: 1 } }));
  assert.ok(!Check(RunForm, { text: 7 }));
});
