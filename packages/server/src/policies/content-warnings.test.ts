import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findContentWarnings } from './content-warnings.ts';

const good = {
  guidelines: { categories: [{ title: 'C', rules: [{ title: 'R', flag: 'RED_FLAG', sub_rules: [{ title: 'S' }] }] }] },
  dispositions: { classifications: [{ name: 'approved' }, { name: 'rejected' }] },
  instructions: 'Judge by what the listing says.',
};
const withTemplate = (template: string) => ({ ...good, summary_template: { template } });

const warned: [what: string, content: Record<string, unknown>, said: RegExp[]][] = [
  [
    'an unknown section and the one that was meant',
    { ...good, guideline: {}, notes: 'x' },
    [/section 'guideline'.*Did you mean 'guidelines'\?/, /section 'notes': it is kept, but not used\.$/],
  ],
  [
    'an unknown member wherever it stands, once',
    {
      ...good,
      guidelines: {
        categories: [
          {
            title: 'C',
            rules: [
              { title: 'A', severity: 1 },
              { title: 'B', severity: 2, subrules: [] },
            ],
          },
        ],
      },
    },
    [/guidelines\.categories\[\]\.rules\[\] has no member 'severity'/, /'subrules'.*Did you mean 'sub_rules'\?/],
  ],
  ['that there are no rules', { ...good, guidelines: {} }, [/no rules/]],
  ['that guidelines are only text', { ...good, guidelines: 'Be strict.' }, [/no rules/]],
  ['that there are no classifications', { ...good, dispositions: {} }, [/no classifications/]],
  ['a template that is no object', { ...good, summary_template: '{{verdict}}' }, [/summary_template is not used/]],
  [
    'a template that names an unknown value',
    withTemplate('{{verdct}} {{#each findings}}{{rule_titel}}{{../policy.nam}}{{/each}}'),
    [/'verdct'.*Did you mean 'verdict'\?/, /'rule_titel'.*'rule_title'/, /'\.\.\/policy\.nam'.*'name'/],
  ],
  [
    'the unknown values of a narrative',
    { ...good, optional: { sar_narrative_template: { template: '{{subject}}' } } },
    [/optional\.sar_narrative_template uses the unknown name 'subject', which will be empty\.$/],
  ],
];

for (const [what, content, said] of warned) {
  test(`content warnings tell ${what}`, async () => {
    const warnings = await findContentWarnings(content);
    assert.equal(warnings.length, said.length, warnings.join('\n'));
    for (const [index, pattern] of said.entries()) assert.match(warnings[index]!, pattern);
  });
}

const templates = [
  '{{verdict}} {{policy.name}} {{findings.length}}',
  '{{#each findings}}{{@index}} {{rule_title}} {{this.flag}} {{../verdict}} {{@root.reasoning}}{{/each}}',
  '{{#each categories}}{{category}}{{#each findings}}{{#if hit}}{{reasoning}} {{../conclusion}}{{/if}}{{/each}}{{/each}}',
  '{{#with policy}}{{name}} {{version}}{{/with}}{{#unless hits}}none{{else}}{{hits.0.rule_title}}{{/unless}}',
  '{{#findings}}{{rule_id}}{{/findings}}{{#each evidences as |one|}}{{one.anything}}{{/each}}',
  '{{#each findings}}{{#each evidence_references}}{{this}}{{/each}}{{lookup this "flag"}}{{/each}}',
];

for (const template of templates) {
  test(`no warning for ${template}`, async () => {
    assert.deepEqual(await findContentWarnings(withTemplate(template)), []);
  });
}

test('a policy with everything in place has no warning', async () => {
  assert.deepEqual(await findContentWarnings(good), []);
});

test('a thousand mistakes give twenty warnings and how many more there are', async () => {
  const sections = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`section ${index}`, 1]));
  const warnings = await findContentWarnings({ ...good, ...sections });
  assert.equal(warnings.length, 21);
  assert.match(warnings.at(-1)!, /980 more/);
});
