import { readFile } from 'node:fs/promises';
import { entail } from '../../packages/server/src/engines/investigation/decide/entail.ts';
import { nearness, supports } from '../../packages/server/src/engines/investigation/decide/support.ts';
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
};

export const quotationFiles = ['first', 'second'] as const;

export async function judgeQuotations(name: (typeof quotationFiles)[number]): Promise<QuotationFigures> {
  const file = new URL(`${name}.json`, import.meta.url);
  const { rules, quotations } = JSON.parse(await readFile(file, 'utf8')) as Table;
  const lost: Quotation[] = [];
  const wrong: Quotation[] = [];
  for (const one of quotations) {
    const given = rules[one.rule]!;
    if ((await carries(toRule(one.rule, given), one.quote)) !== one.carries) (one.carries ? lost : wrong).push(one);
  }
  const carrying = quotations.filter((one) => one.carries).length;
  return { carrying, lost, others: quotations.length - carrying, wrong };
}

async function carries(rule: PolicyRule, quote: string): Promise<boolean> {
  const entailed = entail(rule, [{ quote }]);
  return entailed.problem === undefined && supports(rule, entailed, await nearness(rule, entailed.stated));
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
