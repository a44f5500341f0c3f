import { Content, PageOrJson } from '../content.ts';
import { defineOperations } from '../operation.ts';
import { ApiDescription, DescriptionQuery, Entrance, Liveness, Readiness } from '../service.ts';

export const service = defineOperations('Operations', {
  health: {
    scope: 'none',
    at: 'GET /health/',
    summary: 'Is the process alive?',
    description: 'Responds as long as the process can respond at all; it checks nothing else.',
    responses: { 200: Liveness },
  },
  ready: {
    scope: 'none',
    at: 'GET /ready/',
    summary: 'Can the process do its work?',
    description:
      'Responds from memory: background checks write to the database and probe the storage. 503 if this process could not work for more than 30 seconds, or while it stops. A storage or model provider that does not respond is reported without a 503.',
    responses: { 200: Readiness, 503: Readiness },
  },
  metrics: {
    scope: 'none',
    at: 'GET /metrics',
    summary: 'Metrics for Prometheus',
    description:
      'Returns figures about requests, jobs, webhooks, workers and connections from memory. If ERRAND_METRICS_TOKEN is set, send it as the bearer token. If ERRAND_INTERNAL_PORT or ERRAND_METRICS_PORT is set, metrics are only on that port, and 404 here.',
    errors: ['not_authenticated', 'not_found'],
    responses: { 200: Content('text/plain', 'The metrics in the text format of Prometheus.', 'errand_workers 1\n') },
  },
  description: {
    scope: 'none',
    at: 'GET /openapi.json',
    summary: 'This description',
    description:
      'OpenAPI 3.1, generated from the schemas that validate requests, including webhook payloads. The complete document is large: `tag` returns the operations of one tag.',
    query: DescriptionQuery,
    responses: { 200: ApiDescription },
  },
  docs: {
    scope: 'none',
    at: 'GET /docs/',
    summary: 'The documentation',
    description:
      'Tutorial, guides, samples of every operation and errors, with search. Every page is also available as Markdown: `/docs/agents.md`.',
    responses: { 200: Content('text/html', 'The page.', '<!doctype html>…') },
  },
  llms: {
    scope: 'none',
    at: 'GET /llms.txt',
    summary: 'The documentation for programs',
    description: 'Says what this service is and how to start, and lists the addresses of all pages as Markdown.',
    responses: { 200: Content('text/plain', 'The text.', '# Errand\n') },
  },
  reference: {
    scope: 'none',
    at: 'GET /docs/api/',
    summary: 'The API viewer',
    description: 'A page to read this description and try requests. It loads nothing from other servers.',
    responses: { 200: Content('text/html', 'The page.', '<!doctype html>…') },
  },
  console: {
    scope: 'none',
    at: 'GET /',
    summary: 'The console',
    description:
      'The web console calls this API with the credential of the signed-in user. A client that does not accept HTML gets the addresses of the documentation as JSON.',
    responses: { 200: PageOrJson('The page, or the addresses of the documentation.', '<!doctype html>…', Entrance) },
  },
});
