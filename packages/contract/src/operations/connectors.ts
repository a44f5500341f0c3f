import { Connector, Connectors } from '../connections.ts';
import { defineOperations } from '../operation.ts';

const tag = 'Connections';

export const connectors = defineOperations({
  list: {
    method: 'GET',
    path: '/v1/connectors/',
    tag,
    summary: 'List connectors',
    description: 'Lists the kinds of systems that connections support, with the schemas of their configurations.',
    scope: 'credential',
    responses: { 200: Connectors },
  },
  get: {
    method: 'GET',
    path: '/v1/connectors/:connector_type/',
    tag,
    summary: 'Retrieve a connector',
    description: 'For an unknown type, the 404 response lists the known types.',
    scope: 'credential',
    responses: { 200: Connector },
    errors: ['not_found'],
  },
});
