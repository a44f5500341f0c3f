import { errorTable } from '@errand/contract/errors.ts';
import { tagSlug } from '@errand/contract/operation.ts';
import type { Page } from './page.ts';
import { writeCurl } from './samples/curl.ts';
import type { SampleOperation } from './samples/operation.ts';
import { PYTHON_START, writePython } from './samples/python.ts';
import { TYPESCRIPT_START, writeTypeScript } from './samples/typescript.ts';

// The API reference: a page per tag, with samples of every operation.

export function makeReferencePages(operations: SampleOperation[]): Page[] {
  const byTag = [...Map.groupBy(operations, ({ tag }) => tag)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const pages = byTag.map(([tag, of]) => ({
    path: `docs/reference/${tagSlug(tag)}`,
    group: 'Operations',
    title: tag,
    markdown: writeTagPage(tag, of),
  }));
  const index = { path: 'docs/reference', group: 'Reference', title: 'Operations', markdown: writeIndex(byTag) };
  return [index, ...pages];
}

function writeIndex(byTag: [string, SampleOperation[]][]): string {
  const lists = byTag.map(([tag, of]) => {
    const rows = of.map(
      ({ method, path, summary, id }) =>
        `- [\`${method} ${path}\`](reference/${tagSlug(tag)}.md#${anchorOf(id)}) ${summary}`,
    );
    return `## ${tag}\n\n${rows.join('\n')}`;
  });
  return `# Operations

Every operation of the API, with samples in curl, TypeScript and Python. [openapi.json](/openapi.json) has the same as
data, \`/openapi.json?tag=agents\` one tag of it. Try operations in the [API viewer](/docs/api/). See also what
[webhooks](webhooks.md) send and how they are signed, the [functions of SQL](sql.md) and the [errors](errors.md).

${lists.join('\n\n')}
`;
}

function writeTagPage(tag: string, operations: SampleOperation[]): string {
  return `# ${tag}

Samples read \`ERRAND_URL\`, \`ERRAND_API_KEY\` and ids from the environment: \`{agent_id}\` is \`AGENT_ID\`. With a user
token instead of a key, add the query parameter \`organization_id\`. Any operation can return 401, 403, 405, 413, 415, 429
and 5xx; see [errors](../errors.md). TypeScript and Python samples begin with:

\`\`\`ts
${TYPESCRIPT_START}
\`\`\`

\`\`\`python
${PYTHON_START}
\`\`\`

${operations.map(writeOperation).join('\n')}`;
}

const anchorOf = (id: string): string => id.toLowerCase().replace('.', '');

function writeOperation(operation: SampleOperation): string {
  const { id, method, path, summary, description, parameters, members, answer } = operation;
  return `## ${id}

**${summary}**

\`${method} ${path}\`

${description}
${writeParameters(parameters)}${writeMembers(members)}
\`\`\`sh
${writeCurl(operation)}
\`\`\`

\`\`\`ts
${writeTypeScript(operation)}
\`\`\`

\`\`\`python
${writePython(operation)}
\`\`\`
${answer === undefined ? '' : writeAnswer(answer)}${writeErrors(operation)}`;
}

function writeParameters(parameters: SampleOperation['parameters']): string {
  const rows = parameters
    .filter((one) => one.in !== 'path' && one.name !== 'organization_id')
    .map(
      ({ name, in: where, required, description }) =>
        `| \`${name}\` | ${where}${required ? ', required' : ''} | ${cell(description)} |`,
    );
  return rows.length === 0 ? '' : `\n| Parameter | In | |\n|---|---|---|\n${rows.join('\n')}\n`;
}

function writeMembers(members: SampleOperation['members']): string {
  const rows = members.map(
    ({ name, type, required, description }) =>
      `| \`${name}\` | ${cell(type)} | ${required ? 'yes' : 'no'} | ${cell(description)} |`,
  );
  return rows.length === 0
    ? ''
    : `\n| Member of the body | Type | Required | |\n|---|---|---|---|\n${rows.join('\n')}\n`;
}

const cell = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');

function writeAnswer({ status, type, example }: NonNullable<SampleOperation['answer']>): string {
  if (example === '') return `\nResponse: ${status} without a body.\n`;
  const language = type === 'application/json' ? 'json' : 'text';
  return `\nResponse: ${status}${language === 'json' ? '' : ` with ${type}`}:\n\n\`\`\`${language}\n${example.trimEnd()}\n\`\`\`\n`;
}

/** Errors of all operations. The page on errors lists them. */
const COMMON_ERRORS = new Set([
  'not_authenticated',
  'forbidden',
  'feature_disabled',
  'method_not_allowed',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'internal',
  'unavailable',
]);

function writeErrors({ errors }: SampleOperation): string {
  const codes = errors.flatMap(({ status, codes: names }) =>
    names
      .filter((name) => !COMMON_ERRORS.has(name))
      .map((name) => {
        const { code } = errorTable[name as keyof typeof errorTable];
        return `${status} [${code}](../errors/${code}.md)`;
      }),
  );
  return codes.length === 0 ? '' : `\nErrors: ${codes.join(', ')}.\n`;
}
