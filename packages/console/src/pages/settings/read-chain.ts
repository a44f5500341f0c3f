import type { OrganizationModels } from '@errand/sdk';

// Substitutes as people write them: one model a line, with the reasons after a bar.

type Chain = OrganizationModels['chain'];

export const writeChain = (chain: Chain): string =>
  chain.map(({ model, when }) => (when === undefined ? model : `${model} | ${when.join(', ')}`)).join('\n');

export const readChain = (text: string): Chain =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [model = '', reasons = ''] = line.split('|').map((part) => part.trim());
      const when = reasons.split(',').flatMap((reason) => reason.trim() || []);
      // The service says which reasons there are.
      return when.length === 0 ? { model } : { model, when: when as NonNullable<Chain[number]['when']> };
    });
