import type { Explanation } from '@errand/sdk';

type Change = Explanation['what_would_change_it'][number]['change'];

const states = { hit: 'met', not_hit: 'not met', undecided: 'undecided' };

/** Describes a change of findings or inputs: “Weapons” not met instead of met. */
export const changeWords = (change: Change, rules: readonly { rule_id: string; title: string }[]): string =>
  change
    .map((one) => {
      if ('input' in one)
        return `${one.input} ${one.to === '' ? 'without' : `with “${one.to}” instead of`} “${one.from}”`;
      const title = rules.find(({ rule_id: id }) => id === one.rule_id)?.title ?? one.rule_id;
      return `“${title}” ${states[one.to]} instead of ${states[one.from]}`;
    })
    .join(', and ');
