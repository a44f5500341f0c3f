import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Job } from '@errand/sdk';
import { explainFailure, failedStep } from './explain-failure.ts';

const advice = (message: string | null): string => explainFailure({ error_message: message } as Job);

test('each kind of failure has advice of its own, and an unknown one too', () => {
  const messages = [
    'The job exceeded its time limit of 60 s.',
    'The organization has no credits left.',
    'The job reached max_cost of 0.5.',
    'The agent was deleted.',
    'The worker died three times.',
    'The policy does not exist.',
    'No API key for openai.',
    'The provider takes no more requests for now (429).',
    'The account at openai has no quota left.',
    'The response did not match the schema.',
    'The host could not be resolved.',
    'The PDF is encrypted.',
    'Required input text was not supplied.',
    'Nobody knows this one.',
  ];
  const found = messages.map(advice);
  assert.equal(new Set(found).size, messages.length);
  assert.equal(advice(null), found.at(-1));
});

test('messages of model providers are recognized as what they are', () => {
  assert.equal(advice('openai did not answer in time.'), advice('The job exceeded its time limit of 60 s.'));
  assert.equal(advice('openai cannot be reached.'), advice('The host could not be resolved.'));
  assert.notEqual(advice('openai cannot be reached.'), advice(null));
});

test('the last step that failed is the one to look at', () => {
  const steps = [
    { key: 'a', status: 'failed' },
    { key: 'b', status: 'failed' },
    { key: 'c', status: 'succeeded' },
  ];
  assert.equal(failedStep({ steps } as Job), 'b');
  assert.equal(failedStep({ steps: steps.slice(2) } as Job), undefined);
});
