import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publishReferences } from './public-references.ts';

const path = '/v1/agents/jobs/01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d/references/3c90.html/';
const output = (value: unknown) => ({
  key: 'output',
  data_type: 'application/json',
  value: typeof value === 'string' ? value : JSON.stringify(value),
  description: '',
  cost: 0,
});
const publish = (value: unknown): string => publishReferences([output(value)], 'https://errand.example.com')[0]!.value;

test('references lead to the address that the reader used, whatever the worker wrote', () => {
  for (const base of ['http://127.0.0.1:4321', 'http://[::1]:80', 'https://old.example.com/below'])
    assert.deepEqual(JSON.parse(publish({ text: 'x', references: [base + path] })), {
      text: 'x',
      references: [`https://errand.example.com${path}`],
    });
});

test('nothing else in an output is changed', () => {
  for (const value of [
    `see http://127.0.0.1:4321${path}`,
    { link: `http://127.0.0.1:4321${path}` },
    { references: ['https://example.com/references/', { url: `http://127.0.0.1${path}` }, 7] },
    { references: `http://127.0.0.1${path}` },
  ])
    assert.equal(publish(value), output(value).value);
});
