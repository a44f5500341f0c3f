import { Connector, Connectors } from '../connections.ts';
import { defineOperations } from '../operation.ts';

const tag = 'Connections';

export const connectors = defineOperations({
  list: {
    method: 'GET',
    path: '/v1/connectors/',
    tag,
    summary: 'List connectors',
    description: 'The kinds of systems that a connection can lead to, with the schemas of their configurations.',
    scope: 'credential',
    responses: { 200: Connectors },
  },
  get: {
    method: 'GET',
    path: '/v1/connectors/:connector_type/',
    tag,
    summary: 'Retrieve a connector',
    description: 'An unknown type is a 404 that names the known ones.',
    scope: 'credential',
    responses: { 200: Connector },
    errors: ['not_found'],
  },
});
