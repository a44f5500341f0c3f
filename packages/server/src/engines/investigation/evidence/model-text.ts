import type { Evidence } from './evidence.ts';

const CHARACTERS_MAX = 5_000;

/**
 * What a model wrote, as it is shown: plain words. Pictures and links would be fetched by whoever shows them, and an
 * address can carry the case away; only addresses that stand in the evidence as they are remain.
 */
export function cleanModelText(text: string, { items }: Pick<Evidence, 'items'>): string {
  return text
    .slice(0, CHARACTERS_MAX)
    .replace(/!?\[([^\]]{0,500})\]\([^)]{0,2000}\)/g, '$1')
    .replace(/<\/?[a-z][^>]{0,2000}>/gi, '')
    .replace(/\b(?:https?|ftp|data|javascript):[^\s"'<>)\]]+/gi, (address) =>
      items.some(({ source, text: shown }) => source === address || shown.includes(address))
        ? address
        : '[address left out]',
    );
}
