import { Content, PageOrJson } from '../content.ts';
import { defineOperations } from '../operation.ts';
import { ApiDescription, DescriptionQuery, Entrance, Liveness, Readiness } from '../service.ts';

const shared = { method: 'GET', scope: 'none', tag: 'Operations' } as const;

export const service = defineOperations({
  health: {
    ...shared,
    path: '/health/',
    summary: 'Is the process alive?',
    description: 'Responds as long as the process can respond at all; it checks nothing else.',
    responses: { 200: Liveness },
  },
  ready: {
    ...shared,
    path: '/ready/',
    summary: 'Can the process do its work?',
    description:
      'Told from memory: the database is written to, and the storage looked at, in the background. 503 when this process could not do its work for more than 30 seconds, and from the beginning of a stop on. A storage or a provider of models that does not respond is told, but does not make it 503.',
    responses: { 200: Readiness, 503: Readiness },
  },
  metrics: {
    ...shared,
    path: '/metrics',
    summary: 'Metrics for Prometheus',
    description:
      'Requests, jobs, webhooks, workers and connections in the text format of Prometheus, from memory. With ERRAND_METRICS_TOKEN it needs that token as a bearer; with ERRAND_INTERNAL_PORT or ERRAND_METRICS_PORT it is on that port only, and 404 here.',
    errors: ['not_authenticated', 'not_found'],
    responses: { 200: Content('text/plain', 'The metrics in the text format of Prometheus.', 'errand_workers 1\n') },
  },
  description: {
    ...shared,
    path: '/openapi.json',
    summary: 'This description',
    description:
      'OpenAPI 3.1, made from the schemas that check the requests, with what webhooks send. Whole it is large: `tag` gives the operations of one kind.',
    query: DescriptionQuery,
    responses: { 200: ApiDescription },
  },
  docs: {
    ...shared,
    path: '/docs/',
    summary: 'The documentation',
    description:
      'Tutorial, guides, samples of every operation and the errors, with a search. Every page is Markdown too: `/docs/agents.md`.',
    responses: { 200: Content('text/html', 'The page.', '<!doctype html>…') },
  },
  llms: {
    ...shared,
    path: '/llms.txt',
    summary: 'The documentation for programs',
    description: 'What this service is, the shortest way to use it, and the addresses of all pages as Markdown.',
    responses: { 200: Content('text/plain', 'The text.', '# Errand\n') },
  },
  reference: {
    ...shared,
    path: '/docs/api/',
    summary: 'The API viewer',
    description: 'This description as a page to try things out. It loads nothing from other servers.',
    responses: { 200: Content('text/html', 'The page.', '<!doctype html>…') },
  },
  console: {
    ...shared,
    path: '/',
    summary: 'The console',
    description:
      'A page for people, which calls this API with the credential of the signed-in user. A client that does not accept HTML gets the addresses of the documentation as JSON.',
    responses: { 200: PageOrJson('The page, or where to begin.', '<!doctype html>…', Entrance) },
  },
});
