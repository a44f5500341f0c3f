import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMappingProblems, mapEvent } from './mapping.ts';

const event = {
  body: { order: { id: 'A-17', total: 12.5, lines: [{ sku: 'x' }, { sku: 'y' }] }, note: '${event.body.order.id}' },
  headers: { 'x-event': 'paid' },
  query: { shop: '7' },
};

const map = (template: unknown): unknown => mapEvent({ it: template }, event).it;

test('values of the event are inserted as text, several in one string', () => {
  assert.equal(map('Order ${event.body.order.id} of ${event.query.shop}'), 'Order A-17 of 7');
  assert.equal(map('Total: ${event.body.order.total}'), 'Total: 12.5');
  assert.equal(map('${event.body.order.lines[1].sku}${event.body.order.lines.0.sku}!'), 'yx!');
  assert.equal(map('Lines: ${event.body.order.lines}'), 'Lines: [{"sku":"x"},{"sku":"y"}]');
});

test('a string that is one placeholder becomes the value itself, and nothing when it is not there', () => {
  assert.deepEqual(map('${event.body.order.lines}'), [{ sku: 'x' }, { sku: 'y' }]);
  assert.equal(map('${event.body.missing}'), null);
  assert.equal(map('a ${event.body.missing} b'), 'a  b');
  assert.deepEqual(map({ deep: ['${event.body.order.id}'] }), { deep: ['A-17'] });
});

test('inserted text is not scanned again, $$ is a dollar sign, other dollars stay', () => {
  assert.equal(map('${event.body.note}'), '${event.body.order.id}');
  assert.equal(map('>${event.body.note}<'), '>${event.body.order.id}<');
  assert.equal(map('$$9 $9,500 $${event.body.note}'), '$9 $9,500 ${event.body.note}');
});

test('headers are found in any case, and nothing outside the event', () => {
  assert.equal(map('${event.headers.X-Event}'), 'paid');
  assert.equal(map('${event.body.constructor}'), null);
  assert.equal(map('${event.body.order.id.length}'), null);
});

test('placeholders that name no event are reported', () => {
  assert.deepEqual(findMappingProblems({ a: 'x ${event.body.a} $$', b: 5, c: ['$5'] }), []);
  assert.match(findMappingProblems({ a: 'x ${event.body.a' })[0]!, /has no end/);
  const [problem] = findMappingProblems({ a: { b: ['${body.x}'] } });
  assert.match(problem!, /'a': \$\{body\.x\} is not a value of the event/);
});
