import { readFile } from 'node:fs/promises';
import { entail } from '../../packages/server/src/engines/investigation/decide/entail.ts';
import { nearness, supportOf } from '../../packages/server/src/engines/investigation/decide/support.ts';
import type { PolicyRule } from '../../packages/server/src/policies/model.ts';

// Judges quotations beside rules: which carry a hit, and which do not.

export type Quotation = { rule: string; kind: string; quote: string; carries: boolean };
type Table = { rules: Record<string, { title: string; description: string }>; quotations: Quotation[] };

export type QuotationFigures = {
  /** Those that say what their rule asks, and those of them that were refused. */
  carrying: number;
  lost: Quotation[];
  /** Those that do not, and those of them that carried a hit all the same. */
  others: number;
  wrong: Quotation[];
  /** How many of those that carry a hit rest on likeness alone, and how many of the wrong ones do not. */
  alike: number;
  wrongStated: number;
};

export const quotationFiles = ['first', 'second', 'third'] as const;

export async function judgeQuotations(name: (typeof quotationFiles)[number]): Promise<QuotationFigures> {
  const file = new URL(`${name}.json`, import.meta.url);
  const { rules, quotations } = JSON.parse(await readFile(file, 'utf8')) as Table;
  const lost: Quotation[] = [];
  const wrong: Quotation[] = [];
  let [alike, wrongStated] = [0, 0];
  for (const one of quotations) {
    const given = rules[one.rule]!;
    const support = await supportFor(toRule(one.rule, given), one.quote);
    if ((support !== undefined) !== one.carries) (one.carries ? lost : wrong).push(one);
    if (support === 'likeness' && one.carries) alike += 1;
    if (support === 'stated' && !one.carries) wrongStated += 1;
  }
  const carrying = quotations.filter((one) => one.carries).length;
  return { carrying, lost, others: quotations.length - carrying, wrong, alike, wrongStated };
}

async function supportFor(rule: PolicyRule, quote: string): Promise<ReturnType<typeof supportOf>> {
  const entailed = entail(rule, [{ quote }]);
  if (entailed.problem !== undefined) return undefined;
  return supportOf(rule, entailed, await nearness(rule, entailed.stated));
}

const toRule = (id: string, { title, description }: { title: string; description: string }): PolicyRule => ({
  id,
  category: 'Rules',
  categoryDescription: '',
  title,
  description,
  flag: 'RED_FLAG',
  subRules: [],
});
