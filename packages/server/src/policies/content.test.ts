import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startHarness, stopAtEnd } from '../../test/harness.ts';
import { createPolicy, rule } from '../../test/policies/fixtures.ts';
import { renderTemplate } from './template.ts';

const harness = stopAtEnd(await startHarness());
const org = await harness.org();
const policy = await createPolicy(org);

const category = (...rules: unknown[]) => ({ guidelines: { categories: [{ title: 'C', rules }] } });
const template = (text: unknown) => ({ summary_template: { template: text } });
const nested = (levels: number) => `{{lookup ${'(lookup '.repeat(levels)}this "a"${' "a")'.repeat(levels)} "a"}}`;

const bad: Record<string, unknown> = {
  'a list': [],
  'a text': 'text',
  'a number': 7,
  nothing: null,
  'a flag that is none': category(rule('R', { flag: 'YELLOW_FLAG' })),
  'a flag in lower case': category(rule('R', { flag: 'red_flag' })),
  'an empty flag': category(rule('R', { flag: '' })),
  'a flag that is a truth value': category(rule('R', { flag: true })),
  'a rule that is a text': category('R'),
  'a rule without a title': category({ description: 'd' }),
  'a blank title': category(rule(' ')),
  'a title that is a number': category(rule(7 as never)),
  'rules that are no list': { guidelines: { categories: [{ title: 'C', rules: {} }] } },
  'categories that are no list': { guidelines: { categories: 'C' } },
  'a sub-rule without a title': category(rule('R', { sub_rules: [{}] })),
  'a classification without a name': { dispositions: { classifications: [{}] } },
  'two classifications of one name but for blanks': {
    dispositions: { classifications: [{ name: 'a' }, { name: ' a' }] },
  },
  'two classifications of one name': { dispositions: { classifications: [{ name: 'a' }, { name: 'a' }] } },
  'five thousand rules': category(...Array.from({ length: 5_000 }, (_, index) => rule(`R${index}`))),
  'nine thousand sub-rules': category(
    rule('R', { sub_rules: Array.from({ length: 9_000 }, (_, index) => ({ title: `S${index}` })) }),
  ),
  'a template that is a number': template(7),
  'a template that does not parse': template('{{#each findings}}'),
  'a template with unbalanced braces': template('{{verdict'),
  'a template that calls itself': template('{{#*inline "a"}}{{> a}}{{/inline}}{{> a}}'),
  'a template with an unknown helper': template('{{shout verdict}}'),
  'a template with four loops inside each other': template(
    `${'{{#each findings}}'.repeat(4)}x${'{{/each}}'.repeat(4)}`,
  ),
  'a template that grows without end': template(
    `{{#each findings}}{{#each ../findings}}{{#each ../../findings}}${'x'.repeat(60_000)}{{/each}}{{/each}}{{/each}}`,
  ),
  'a template nested deep in itself': template(nested(1_000)),
  'a template of a hundred blocks inside each other': template(
    `${'{{#if verdict}}'.repeat(100)}x${'{{/if}}'.repeat(100)}`,
  ),
  'a template that calls what is behind helpers': template('{{#blockHelperMissing this}}x{{/blockHelperMissing}}'),
  'a template with a decorator': template('{{* log}}'),
  'a template of a megabyte, nearly': template('x'.repeat(1_000_000)),
  'a narrative template that does not parse': { optional: { sar_narrative_template: { template: '{{' } } },
};

describe('content that cannot be used', () => {
  for (const [what, content] of Object.entries(bad)) {
    test(`${what} is 400 {content: [messages]} for policies and versions, and stores nothing`, async () => {
      const count = async () =>
        (await harness.database.system.query<{ count: number }>('select count(*) as count from policy_versions'))[0]!
          .count;
      const before = await count();
      for (const [path, more] of [
        ['/v1/policies/', { name: 'P' }],
        [`/v1/policies/${policy.id}/versions/`, {}],
      ] as const) {
        const answer = await org.request('POST', path, { content, ...more });
        assert.equal(answer.status, 400, `${path}: ${answer.text.slice(0, 300)}`);
        assert.deepEqual(Object.keys(answer.body), ['content']);
        assert.ok(
          answer.body.content.length <= 10 && answer.body.content.every((text: unknown) => typeof text === 'string'),
        );
      }
      assert.equal(await count(), before);
    });
  }

  test('missing content is 400 {content}', async () => {
    const answer = await org.request('POST', '/v1/policies/', { name: 'P' });
    assert.deepEqual([answer.status, answer.body], [400, { content: ['This field is required.'] }]);
  });
});

test('sections that are missing, unknown or in another shape are kept as they are', async () => {
  for (const content of [
    {},
    { guidelines: 'text' },
    { instructions: 'only these' },
    { dispositions: [], summary_template: 'text', optional: 7, mine: { a: [1, 12345678901234567890n.toString()] } },
    { guidelines: { categories: [], more: true } },
    { guidelines: { categories: null } },
    template(''),
    template('{{verdict}} {{#if hits}}{{#each hits}}{{rule_title}}{{/each}}{{else}}none{{/if}}'),
  ]) {
    const { versionId } = await createPolicy(org, content);
    const answer = await org.request('GET', `/v1/policies/versions/${versionId}/`);
    assert.deepEqual(answer.body.content, content);
  }
});

describe('filling a template', () => {
  test('puts values in as they are and reaches nothing but the data', async () => {
    const data = { verdict: '<b>', findings: [{ rule_title: 'A' }, { rule_title: 'B' }] };
    const fill = (text: string) => renderTemplate({ template: text, data });
    assert.deepEqual(await fill('{{verdict}}:{{#each findings}} {{@index}}{{rule_title}}{{/each}}'), {
      text: '<b>: 0A 1B',
    });
    for (const text of [
      '{{constructor}}{{constructor.constructor}}{{__proto__}}{{verdict.constructor.name}}',
      '{{#with verdict}}{{#with constructor}}{{name}}{{/with}}{{/with}}',
      '{{@root.constructor}}{{toString}}{{hasOwnProperty}}{{#each constructor}}x{{/each}}{{../constructor}}',
      '{{#with (lookup findings 0)}}{{constructor}}{{__defineGetter__}}{{__lookupGetter__}}{{/with}}',
      '{{lookup this "constructor"}}{{lookup (lookup this "__proto__") "constructor"}}',
    ])
      assert.deepEqual(await fill(text), { text: '' });
  });

  test('ends when it takes too long or too much memory', async () => {
    const findings = Array.from({ length: 1_000 }, () => ({ a: 1 }));
    const loops = '{{#each findings}}{{#each ../findings}}{{#each ../../findings}}x{{/each}}{{/each}}{{/each}}';
    for (const text of [loops, nested(4_000)])
      assert.ok('problem' in (await renderTemplate({ template: text, data: { findings } }, 300)));
  });
});
