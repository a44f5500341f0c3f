import { Drift, DriftQuery, VersionGate, VersionGateBody, VersionGateQuery } from '../evaluations.ts';
import { defineOperations } from '../operation.ts';

const put = { role: 'admin', body: VersionGateBody, responses: { 200: VersionGate } } as const;
const get = { query: VersionGateQuery, responses: { 200: VersionGate } } as const;
const remove = { role: 'admin', responses: { 204: null } } as const;

export const gates = defineOperations('Evaluation', {
  ofAgent: {
    ...get,
    at: 'GET /v1/agents/:agent_id/gate/',
    summary: 'Retrieve the gate of an agent',
    description:
      'Returns the conditions that a version must meet before it becomes current. evaluation_set_id is null if there is no gate. With version_id, the response also says whether that version may become current and why not.',
  },
  setOfAgent: {
    ...put,
    at: 'PUT /v1/agents/:agent_id/gate/',
    summary: 'Set the gate of an agent',
    description: 'From now on, a version becomes current only after it passes a run on this set.',
  },
  deleteOfAgent: {
    ...remove,
    at: 'DELETE /v1/agents/:agent_id/gate/',
    summary: 'Remove the gate of an agent',
    description: 'New versions become current immediately again.',
  },
  ofPolicy: {
    ...get,
    at: 'GET /v1/policies/:policy_id/gate/',
    summary: 'Retrieve the gate of a policy',
    description:
      'Returns the conditions that a version must meet before it becomes current. evaluation_set_id is null if there is no gate. With version_id, the response also says whether that version may become current and why not.',
  },
  setOfPolicy: {
    ...put,
    at: 'PUT /v1/policies/:policy_id/gate/',
    summary: 'Set the gate of a policy',
    description: 'From now on, a version becomes current only after it passes a run on this set.',
  },
  deleteOfPolicy: {
    ...remove,
    at: 'DELETE /v1/policies/:policy_id/gate/',
    summary: 'Remove the gate of a policy',
    description: 'New versions become current immediately again.',
  },
  drift: {
    at: 'GET /v1/agents/:agent_id/drift/',
    summary: 'Drift of an agent',
    description: 'Returns how often reviewers agreed with the agent, by version and month.',
    query: DriftQuery,
    responses: { 200: Drift },
  },
});
