import assert from 'node:assert/strict';
import { test } from 'node:test';
import Handlebars from 'handlebars';
import { findUnknownNames } from './template-names.ts';

const data = { verdict: 'x', policy: { name: 'P' }, hits: [{ title: 'T', parts: [{ n: 1 }] }], none: [], flag: true };
const unknown = (template: string): string[] => findUnknownNames(Handlebars.parse(template), data);

test('names that the data has are known, at every depth and in every kind of block', () => {
  for (const template of [
    '{{verdict}} {{policy.name}} {{hits.length}} {{hits.0.title}}',
    '{{#each hits}}{{title}} {{@index}} {{../verdict}} {{@root.policy.name}}{{#each parts}}{{n}}{{/each}}{{/each}}',
    '{{#with policy}}{{name}}{{/with}}{{#if flag}}{{verdict}}{{else}}{{policy.name}}{{/if}}',
    '{{#each hits as |hit|}}{{hit.title}}{{/each}}',
    '{{#each none}}{{anything}}{{/each}}',
    '{{#hits}}{{title}}{{/hits}}{{#flag}}{{verdict}}{{/flag}}',
  ])
    assert.deepEqual(unknown(template), [], template);
});

test('names that the data lacks are reported as written, once each', () => {
  for (const [template, names] of [
    ['{{verdct}} {{verdct}}', ['verdct']],
    ['{{policy.nam}}', ['policy.nam']],
    ['{{#each hits}}{{verdict}}{{/each}}', ['verdict']],
    ['{{#each hitz}}{{title}}{{/each}}', ['hitz']],
    ['{{#if flagg}}{{else}}{{titel}}{{/if}}', ['flagg', 'titel']],
    ['{{../verdict}}', ['../verdict']],
    ['{{@root.verdct}}', ['@root.verdct']],
  ] as const)
    assert.deepEqual(unknown(template), names, template);
});
