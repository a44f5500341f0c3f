import { Connector, ConnectorList } from '../connections.ts';
import { defineOperations } from '../operation.ts';

export const connectors = defineOperations('Connections', {
  list: {
    at: 'GET /v1/connectors/',
    summary: 'List connectors',
    description: 'Lists the kinds of systems that connections support, with the schemas of their configurations.',
    scope: 'credential',
    responses: { 200: ConnectorList },
  },
  get: {
    at: 'GET /v1/connectors/:connector_type/',
    summary: 'Retrieve a connector',
    description: 'For an unknown type, the 404 response lists the known types.',
    scope: 'credential',
    responses: { 200: Connector },
    errors: ['not_found'],
  },
});
