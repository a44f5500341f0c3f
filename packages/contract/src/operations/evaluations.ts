import {
  EvaluationCasePage,
  EvaluationCasesAdded,
  EvaluationCasesBody,
  EvaluationComparison,
  EvaluationResultPage,
  EvaluationResumeBody,
  EvaluationRun,
  EvaluationRunBody,
  EvaluationRunPage,
  EvaluationSet,
  EvaluationSetCreateBody,
  EvaluationSetListQuery,
  EvaluationSetPage,
  EvaluationSetUpdateBody,
} from '../evaluations.ts';
import { defineOperations } from '../operation.ts';
import { PageQuery, WaitQuery } from '../values.ts';

export const evaluationSets = defineOperations('Evaluation', {
  list: {
    at: 'GET /v1/evaluation-sets/',
    summary: 'List evaluation sets',
    description: 'Lists the evaluation sets of the organization, newest first.',
    query: EvaluationSetListQuery,
    responses: { 200: EvaluationSetPage },
  },
  create: {
    at: 'POST /v1/evaluation-sets/',
    summary: 'Create an evaluation set',
    description: 'An evaluation set has cases with right answers, for an agent or for the agents that use a policy.',
    body: EvaluationSetCreateBody,
    responses: { 201: EvaluationSet },
  },
  get: {
    at: 'GET /v1/evaluation-sets/:set_id/',
    summary: 'Retrieve an evaluation set',
    description: 'Returns the set with the number of its cases and the time of their last change.',
    responses: { 200: EvaluationSet },
  },
  replace: {
    at: 'PUT /v1/evaluation-sets/:set_id/',
    summary: 'Change an evaluation set',
    description: 'Changes the name and description. Omitted fields stay unchanged.',
    body: EvaluationSetUpdateBody,
    responses: { 200: EvaluationSet },
  },
  update: {
    at: 'PATCH /v1/evaluation-sets/:set_id/',
    summary: 'Rename an evaluation set',
    description: 'Omitted fields stay unchanged.',
    body: EvaluationSetUpdateBody,
    responses: { 200: EvaluationSet },
  },
  delete: {
    at: 'DELETE /v1/evaluation-sets/:set_id/',
    summary: 'Delete an evaluation set',
    description: 'Also deletes its cases and runs. Refused while a gate uses the set.',
    responses: { 204: null },
    errors: ['conflict'],
  },
  cases: {
    at: 'GET /v1/evaluation-sets/:set_id/cases/',
    summary: 'List the cases of a set',
    description: 'Lists the cases in the order in which they were added.',
    query: PageQuery,
    responses: { 200: EvaluationCasePage },
  },
  addCases: {
    at: 'POST /v1/evaluation-sets/:set_id/cases/',
    content: 'rows',
    summary: 'Add cases to a set',
    description:
      'Adds your own cases (JSON, CSV or JSON lines), or reviewed jobs. Either all are added or none. Once a gate uses the set, this needs an admin.',
    body: EvaluationCasesBody,
    responses: { 201: EvaluationCasesAdded },
  },
  deleteCase: {
    at: 'DELETE /v1/evaluation-sets/:set_id/cases/:case_id/',
    summary: 'Delete a case',
    description: 'Earlier runs keep their result for this case. Once a gate uses the set, this needs an admin.',
    responses: { 204: null },
  },
  runs: {
    at: 'GET /v1/evaluation-sets/:set_id/runs/',
    summary: 'List the runs of a set',
    description: 'Newest first.',
    query: PageQuery,
    responses: { 200: EvaluationRunPage },
  },
  run: {
    at: 'POST /v1/evaluation-sets/:set_id/runs/',
    summary: 'Run a version on a set',
    description:
      'Starts a batch with one job per case. These jobs send no webhooks, start no triggers or post actions, ask no person, and do not use the cache.',
    body: EvaluationRunBody,
    responses: { 201: EvaluationRun },
    errors: ['invalid_inputs', 'insufficient_credits', 'idempotency_conflict'],
  },
});

export const evaluationRuns = defineOperations('Evaluation', {
  get: {
    at: 'GET /v1/evaluation-runs/:run_id/',
    summary: 'Retrieve an evaluation run',
    description: 'Returns the progress and, at the end, the scores and regressions.',
    query: WaitQuery,
    responses: { 200: EvaluationRun },
  },
  results: {
    at: 'GET /v1/evaluation-runs/:run_id/results/',
    summary: 'List the results of a run',
    description: 'Lists the expected and the actual answer of each case.',
    query: PageQuery,
    responses: { 200: EvaluationResultPage },
  },
  cancel: {
    at: 'POST /v1/evaluation-runs/:run_id/cancel/',
    summary: 'Cancel an evaluation run',
    description: 'Results so far stay. You can resume the run.',
    responses: { 200: EvaluationRun },
  },
  resume: {
    at: 'POST /v1/evaluation-runs/:run_id/resume/',
    creates: true,
    summary: 'Resume an evaluation run',
    description: 'Runs the cases that have no answer yet because they were cancelled or the cost limit was reached.',
    body: EvaluationResumeBody,
    responses: { 200: EvaluationRun },
    errors: ['conflict', 'insufficient_credits', 'invalid_inputs'],
  },
  compare: {
    at: 'GET /v1/evaluation-runs/:run_id/compare/:other_run_id/',
    summary: 'Compare two runs',
    description: 'Returns both scores and each case with different answers.',
    responses: { 200: EvaluationComparison },
  },
});
