import { Drift, DriftQuery, VersionGate, VersionGateBody, VersionGateQuery } from '../evaluations.ts';
import { defineOperations } from '../operation.ts';

const tag = 'Evaluation';

const put = {
  method: 'PUT',
  tag,
  role: 'admin',
  body: VersionGateBody,
  responses: { 200: VersionGate },
} as const;
const get = { method: 'GET', tag, query: VersionGateQuery, responses: { 200: VersionGate } } as const;
const remove = { method: 'DELETE', tag, role: 'admin', responses: { 204: null } } as const;

export const gates = defineOperations({
  ofAgent: {
    ...get,
    path: '/v1/agents/:agent_id/gate/',
    summary: 'Retrieve the gate of an agent',
    description:
      'What has to be shown before a version becomes current; evaluation_set_id is null when there is no gate. With version_id also whether that version may become current, and why not.',
  },
  setOfAgent: {
    ...put,
    path: '/v1/agents/:agent_id/gate/',
    summary: 'Set the gate of an agent',
    description: 'From now on a version becomes current only after a run of it on this set that passes.',
  },
  deleteOfAgent: {
    ...remove,
    path: '/v1/agents/:agent_id/gate/',
    summary: 'Remove the gate of an agent',
    description: 'New versions become current at once again.',
  },
  ofPolicy: {
    ...get,
    path: '/v1/policies/:policy_id/gate/',
    summary: 'Retrieve the gate of a policy',
    description:
      'What has to be shown before a version becomes current; evaluation_set_id is null when there is no gate. With version_id also whether that version may become current, and why not.',
  },
  setOfPolicy: {
    ...put,
    path: '/v1/policies/:policy_id/gate/',
    summary: 'Set the gate of a policy',
    description: 'From now on a version becomes current only after a run of it on this set that passes.',
  },
  deleteOfPolicy: {
    ...remove,
    path: '/v1/policies/:policy_id/gate/',
    summary: 'Remove the gate of a policy',
    description: 'New versions become current at once again.',
  },
  drift: {
    method: 'GET',
    path: '/v1/agents/:agent_id/drift/',
    tag,
    summary: 'Drift of an agent',
    description: 'How often reviewers agreed with it, by version and month, from the jobs that people have reviewed.',
    query: DriftQuery,
    responses: { 200: Drift },
  },
});
