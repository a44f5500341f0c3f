import { DemoRemoved, DemoWorkspace } from '../demo.ts';
import { defineOperations } from '../operation.ts';

export const demo = defineOperations('Demo', {
  get: {
    at: 'GET /v1/demo/',
    summary: 'Demo workspace',
    description: 'Returns what the demo workspace created, if there is one.',
    responses: { 200: DemoWorkspace },
  },
  create: {
    at: 'POST /v1/demo/',
    summary: 'Create the demo workspace',
    description:
      'Creates agents of several kinds with finished, failed and waiting jobs, a policy with verdicts to review, and a table with a column that an agent fills. They use the built-in model and cost nothing. 200 if the workspace already exists.',
    responses: { 200: DemoWorkspace, 201: DemoWorkspace },
    errors: ['feature_disabled'],
  },
  remove: {
    at: 'DELETE /v1/demo/',
    summary: 'Remove the demo workspace',
    description:
      'Removes only what the demo created: its agents with all their jobs, its policy unless other agents use it, and its table. Past statistics still count the jobs.',
    responses: { 200: DemoRemoved },
  },
});
