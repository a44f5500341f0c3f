import { type CatalogueEntry, errorCatalogue } from '@errand/contract/error-catalogue.ts';
import type { Page } from './page.ts';

/** Makes a page for every code of the error catalogue. */
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
    ? 'A job that failed with this code has it in `error.code` and the details in `error.message`. `error.similar_24h` is the number of jobs in the organization that failed with this code in the last 24 hours. A synchronous run has the code in `failure_code`.'
    : `A response with this code has status ${status} and the header \`X-Error-Code: ${code}\`. ${SHAPES[shape ?? ''] ?? ''}`
}

[All errors](../errors.md)
`;

const SHAPES: Record<string, string> = {
  detail: 'The body is `{"detail": "…", "code": "…"}`.',
  error: 'The body is `{"error": "…", "code": "…"}`.',
  message: 'The body is `{"message": "…", "code": "…"}`.',
  list: 'The body is a list of messages: `["…"]`.',
  fields: 'The body names the fields: `{"field": ["…"]}`.',
};
