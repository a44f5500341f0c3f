import type { Evidence } from './evidence.ts';

const CHARACTERS_MAX = 5_000;

/**
 * Makes text of a model safe to show. A viewer would load images and links, and a URL can leak the case, so only URLs
 * that occur in the evidence remain.
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
