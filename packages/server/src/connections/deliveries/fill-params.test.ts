import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillParams, fillText } from './fill-params.ts';

const payload = { job: { output: { total: 12.5, note: 'a<b & c', list: ['x'] } } };

test('a value of the job stands in the place of its name, as text or as JSON', () => {
  assert.equal(fillText('Sum: ${job.output.total}', payload), 'Sum: 12.5');
  assert.equal(fillText('${json:job.output.note}', payload), '"a<b & c"');
  assert.equal(fillText('${job.output.list.0}', payload), 'x');
});

test('what is not there is empty, and a name that is no part of the payload stays as it is', () => {
  assert.equal(fillText('[${job.output.none}]', payload), '[]');
  assert.equal(fillText('${json:job.output.none}', payload), 'null');
  assert.equal(fillText('${env.HOME}', payload), '${env.HOME}');
  assert.equal(fillText('$$5 ${job.constructor}', payload), '$5 ', 'nothing inherited is shown');
});

test('a value is inserted once: what it contains is no template', () => {
  assert.equal(fillText('${a}', { a: '${b}', b: 'secret' }), '${b}');
});

test('values are escaped only where the operation says so, and the template itself never', () => {
  const params = { body: { description: '', escapes: true }, plain: { description: '' } };
  const text = '<b>${job.output.note}</b>';
  assert.deepEqual(fillParams(params, { body: text, plain: text }, payload), {
    body: '<b>a&lt;b &amp; c</b>',
    plain: '<b>a<b & c</b>',
  });
});
