import { type CatalogueEntry, errorCatalogue } from '@errand/contract/error-catalogue.ts';
import type { Page } from './page.ts';

/** A page for every code of the catalogue. */
export const makeErrorPages = (): Page[] =>
  Array.from(errorCatalogue.values(), (entry) => ({
    path: `docs/errors/${entry.code}`,
    group: 'Errors',
    title: entry.code,
    markdown: writePage(entry),
  }));

const writePage = ({ code, cause, remedy, status, shape }: CatalogueEntry): string => `# ${code}

**Cause.** ${cause}

**What to do.** ${remedy}

${
  status === undefined
    ? 'A job that failed with this code has it as `error.code`, with its own words in `error.message`; `error.similar_24h` says how many jobs of the organization failed so within 24 hours. A synchronous run has it as `failure_code`.'
    : `An answer with this code has status ${status} and the header \`X-Error-Code: ${code}\`. ${SHAPES[shape ?? ''] ?? ''}`
}

[All errors](../errors.md)
`;

const SHAPES: Record<string, string> = {
  detail: 'Its body is `{"detail": "…", "code": "…"}`.',
  error: 'Its body is `{"error": "…", "code": "…"}`.',
  message: 'Its body is `{"message": "…", "code": "…"}`.',
  list: 'Its body is a list of messages: `["…"]`.',
  fields: 'Its body names the fields: `{"field": ["…"]}`.',
};
