import { defineOperations } from '../operation.ts';
import {
  CaseNetwork,
  CaseNetworkQuery,
  CaseTransactionPage,
  CaseTransactionQuery,
  DetectionRun,
  DetectionRunBody,
  DetectionRunPage,
  DetectionRunQuery,
  TransactionSource,
  TransactionSourceBody,
} from '../transactions.ts';
import { WaitQuery } from '../values.ts';

export const transactions = defineOperations('Case desk', {
  getSource: {
    at: 'GET /v1/case-queues/:case_queue_id/transactions/',
    summary: 'Retrieve where the transactions of a queue are',
    description: 'The table, its columns, and the rules that look for patterns. 404 if nothing is set.',
    responses: { 200: TransactionSource },
  },
  setSource: {
    at: 'PUT /v1/case-queues/:case_queue_id/transactions/',
    summary: 'Set where the transactions of a queue are',
    description: 'Cases of the queue then show the transactions and the network of their subject.',
    role: 'admin',
    body: TransactionSourceBody,
    responses: { 200: TransactionSource },
  },
  deleteSource: {
    at: 'DELETE /v1/case-queues/:case_queue_id/transactions/',
    summary: 'Forget where the transactions of a queue are',
    description: 'The table stays. Alerts of earlier runs stay.',
    role: 'admin',
    responses: { 204: null },
  },
  detect: {
    at: 'POST /v1/case-queues/:case_queue_id/detections/',
    summary: 'Look for patterns in the transactions of a queue',
    description:
      'Runs the rules over all rows and sends an alert for each finding. A finding that an earlier run has sent is counted and not sent again.',
    body: DetectionRunBody,
    responses: { 201: DetectionRun },
    errors: ['conflict'],
  },
  listRuns: {
    at: 'GET /v1/case-detections/',
    summary: 'List detection runs',
    description: 'Newest first.',
    query: DetectionRunQuery,
    responses: { 200: DetectionRunPage },
  },
  getRun: {
    at: 'GET /v1/case-detections/:detection_run_id/',
    summary: 'Progress of a detection run',
    description: 'What each rule found, and how many alerts were sent.',
    query: WaitQuery,
    responses: { 200: DetectionRun },
  },
  list: {
    at: 'GET /v1/cases/:desk_case_id/transactions/',
    summary: 'List the transactions of the subject of a case',
    description: 'With figures over all rows that fit, and the SQL that selects them. Nothing is cut in silence.',
    query: CaseTransactionQuery,
    responses: { 200: CaseTransactionPage },
    errors: ['conflict'],
  },
  network: {
    at: 'GET /v1/cases/:desk_case_id/network/',
    summary: 'Network of a case',
    description:
      'Accounts that the subject pays or is paid by, identifiers that other cases share, and patterns with the SQL behind each.',
    query: CaseNetworkQuery,
    responses: { 200: CaseNetwork },
    errors: ['conflict'],
  },
});
