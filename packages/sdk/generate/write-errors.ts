import type { CatalogueEntry } from '@errand/contract/error-catalogue.ts';

/** Writes the error catalogue, so that programs can refer to codes and tell people what to do. */
export function writeErrors(entries: Iterable<CatalogueEntry>): string {
  const rows = Array.from(
    entries,
    ({ code, cause, remedy }) => `  ${JSON.stringify(code)}: ${JSON.stringify({ cause, remedy })},`,
  );
  return `/** Every error code with its cause and what to do about it. */
export const errorCatalogue = {
${rows.join('\n')}
} as const;

export type ErrorCode = keyof typeof errorCatalogue;
`;
}
