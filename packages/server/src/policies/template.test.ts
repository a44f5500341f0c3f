import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findTemplateProblem, findUnknownValues, renderTemplate } from './template.ts';

const fill = async (template: string, data: unknown = {}) => renderTemplate({ template, data });

test('a template is filled with plain text: values are not escaped', async () => {
  const data = { verdict: '<b>&', findings: [{ rule_title: 'A' }, { rule_title: 'B' }] };
  assert.deepEqual(await fill('{{verdict}}: {{#each findings}}{{rule_title}};{{/each}}', data), { text: '<b>&: A;B;' });
});

describe('a template gets nothing but its data', () => {
  for (const template of [
    '{{constructor}}',
    '{{constructor.name}}',
    '{{__proto__}}',
    '{{lookup this "constructor"}}',
    '{{toString}}',
  ])
    test(template, async () => assert.deepEqual(await fill(template, { a: 1 }), { text: '' }));
});

describe('refused, or stopped', () => {
  const bad: [title: string, template: string][] = [
    ['what does not parse', '{{#if a}}'],
    ['a partial, which may call itself', '{{> self}}'],
    ['a helper that is not there', '{{shout a}}'],
    ['log', '{{log "x"}}'],
    ['four loops in each other', '{{#each a}}{{#each b}}{{#each c}}{{#each d}}{{/each}}{{/each}}{{/each}}{{/each}}'],
    ['too many blocks in each other', `${'{{#if a}}'.repeat(31)}${'{{/if}}'.repeat(31)}`],
  ];
  for (const [title, template] of bad)
    test(title, async () => assert.ok('problem' in (await fill(template, { a: [1] }))));

  test('one that loops too much costs its thread and no other template', async () => {
    const list = Array.from({ length: 3_000 }, () => 1);
    const endless = '{{#each a}}{{#each ../a}}{{#each ../../a}}{{/each}}{{/each}}{{/each}}';
    assert.ok('problem' in (await renderTemplate({ template: endless, data: { a: list } }, 500)));
    assert.deepEqual(await fill('{{a}}', { a: 1 }), { text: '1' });
  });
});

test('a template is judged before it is stored, and names that no summary has are told', async () => {
  assert.equal(await findTemplateProblem('{{verdict}}'), undefined);
  assert.ok(await findTemplateProblem('{{#each}}'));
  assert.ok(await findTemplateProblem('x'.repeat(64 * 1024 + 1)));
  assert.deepEqual(await findUnknownValues('{{verdict}} {{verdikt}} {{#each findings}}{{rule_titel}}{{/each}}'), [
    'verdikt',
    'rule_titel',
  ]);
});
