import { displayStatuses, jobStatuses } from './job-status.ts';
import {
  queryField as field,
  parseQuery,
  type QueryField,
  type QueryProblem,
  type QueryTerm,
} from './query-language.ts';

// The fields by which lists of jobs are searched, in the language of lists.

export const queryStatuses = jobStatuses;

export const jobQueryFields = {
  is: field('word', 'state as people see it', displayStatuses),
  status: field('word', 'state by its code', queryStatuses),
  agent: field('text', 'name or id of the agent'),
  version: field('text', 'name or id of the version that ran'),
  model: field('text', 'a model that a step used'),
  substituted: field('word', 'whether another model answered than the agent names', ['true', 'false']),
  tag: field('text', 'tag of the agent'),
  origin: field('text', 'where the job came from, such as api, ui or sql'),
  key: field('text', 'name or id of the API key that started it'),
  error: field('text', 'code of the failure, or its last part'),
  verdict: field('text', 'verdict of the output'),
  review: field('word', 'what reviewers said', [
    'pending',
    'approved',
    'rejected',
    'disputed',
    'unreviewed',
    'untrusted',
  ]),
  id: field('text', 'id of the job or its beginning'),
  batch: field('text', 'id of the batch'),
  bulk: field('text', 'id of the bulk action that started it'),
  policy: field('text', 'id of the version of a policy'),
  cost: field('number', 'USD'),
  tokens: field('number', 'input and output tokens together'),
  input_tokens: field('number', 'tokens read'),
  output_tokens: field('number', 'tokens written'),
  attempt: field('number', 'how many attempts it took'),
  duration: field('span', 'from acceptance to the end, such as 500ms, 30s or 5m'),
  since: field('since', 'accepted within this time, such as 1h, 24h or 7d'),
  from: field('moment', 'accepted at this time or later'),
  to: field('moment', 'accepted at this time or earlier'),
  has: field('word', 'what the job has', ['error', 'verdict', 'review', 'metadata', 'batch', 'retry', 'key']),
  metadata: field('path', 'a value of the metadata, as metadata.case'),
  input: field('path', 'a value of an input, as input.text'),
  output: field('path', 'a value of an output, as output.total'),
} satisfies Record<string, QueryField>;

export type JobQueryField = keyof typeof jobQueryFields;
export type JobQueryTerm = QueryTerm<JobQueryField>;

export const parseJobQuery = (text: string): { terms: JobQueryTerm[]; problem?: QueryProblem } =>
  parseQuery(text, jobQueryFields);
