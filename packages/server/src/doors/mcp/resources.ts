import { operations } from '@errand/contract/operations/operations.ts';
import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import type { CallApi } from '../reply.ts';

// Resources that a client can read without a tool: jobs with their outputs, artifacts, policies and the documentation.

const JSON_TYPE = 'application/json';
const DOCS_TYPE = 'text/markdown';

const templates = [
  { uriTemplate: 'errand://jobs/{job_id}', name: 'A job with its outputs', mimeType: JSON_TYPE },
  { uriTemplate: 'errand://jobs/{job_id}/artifacts', name: 'The artifacts of a job', mimeType: JSON_TYPE },
  { uriTemplate: 'errand://jobs/{job_id}/artifacts/{key}', name: 'An artifact of a job', mimeType: JSON_TYPE },
  { uriTemplate: 'errand://policies/{policy_id}', name: 'A policy', mimeType: JSON_TYPE },
  { uriTemplate: 'errand://docs/{page}', name: 'A page of the documentation', mimeType: DOCS_TYPE },
];

export function addResources(server: Server, callApi: CallApi): void {
  server.setRequestHandler('resources/list', async () => ({
    resources: [...(await listDocs(callApi)), ...(await listPolicies(callApi))],
  }));
  server.setRequestHandler('resources/templates/list', async () => ({ resourceTemplates: templates }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const path = pathOf(uri);
    const reply = path === undefined ? undefined : await callApi('GET', path);
    if (reply?.status !== 200)
      throw new ProtocolError(ProtocolErrorCode.ResourceNotFound, `Resource ${uri} not found.`, { uri });
    const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
    const mimeType = uri.startsWith('errand://docs/') ? DOCS_TYPE : JSON_TYPE;
    return { contents: [{ uri, mimeType, text }] };
  });
}

async function listDocs(callApi: CallApi) {
  const { status } = await callApi('GET', '/llms.txt');
  return status === 200
    ? [{ uri: 'errand://docs/llms.txt', name: 'Index of the documentation', mimeType: DOCS_TYPE }]
    : [];
}

async function listPolicies(callApi: CallApi) {
  const { body } = await callApi('GET', `${operations.policies.list.path}?page_size=100`);
  const { results = [] } = (body ?? {}) as { results?: { id: string; name: string; description: string }[] };
  return results.map(({ id, name, description }) => ({
    uri: `errand://policies/${id}`,
    name,
    ...(description && { description }),
    mimeType: JSON_TYPE,
  }));
}

const ID = '([0-9a-f-]{36})';
const forms: [RegExp, (first: string, second: string) => string][] = [
  [new RegExp(`^errand://jobs/${ID}$`, 'i'), (id) => operations.jobs.get.path.replace(':job_id', id)],
  [new RegExp(`^errand://jobs/${ID}/artifacts$`, 'i'), (id) => operations.jobs.artifacts.path.replace(':job_id', id)],
  [
    new RegExp(`^errand://jobs/${ID}/artifacts/(.{1,300})$`, 'i'),
    (id, key) =>
      `${operations.jobs.artifact.path.replace(':job_id', id)}?artifact_key=${encodeURIComponent(decode(key))}`,
  ],
  [new RegExp(`^errand://policies/${ID}$`, 'i'), (id) => operations.policyVersions.get.path.replace(/:\w+/, id)],
  [/^errand:\/\/docs\/llms\.txt$/, () => '/llms.txt'],
  [/^errand:\/\/docs\/([a-z0-9][a-z0-9_/.-]{0,100})$/i, (page) => `/docs/${page.replace(/(\.md)?$/, '.md')}`],
];

function pathOf(uri: string): string | undefined {
  for (const [form, path] of forms) {
    const match = form.exec(uri);
    if (match && !uri.includes('..')) return path(match[1] ?? '', match[2] ?? '');
  }
  return undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
