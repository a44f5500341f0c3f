import { JsonStream } from '../content.ts';
import { defineOperations } from '../operation.ts';
import { Flip, Rehearsal, RehearsalBody, RehearsalPage, RehearsalResumeBody } from '../rehearsals.ts';
import { PageQuery, WaitQuery } from '../values.ts';

export const rehearsals = defineOperations('Rehearsal', {
  list: {
    at: 'GET /v1/policies/:policy_id/rehearsals/',
    summary: 'List rehearsals of a policy',
    description: 'Lists the rehearsals newest first, without flips.',
    query: PageQuery,
    responses: { 200: RehearsalPage },
  },
  create: {
    at: 'POST /v1/policies/:policy_id/rehearsals/',
    summary: 'Rehearse a version of a policy',
    description:
      'Decides past cases again with this version, based on their stored evidence. No page is fetched and no tool is called.',
    body: RehearsalBody,
    responses: { 201: Rehearsal },
    errors: ['insufficient_credits'],
  },
  get: {
    at: 'GET /v1/policies/:policy_id/rehearsals/:rehearsal_id/',
    summary: 'Retrieve a rehearsal',
    description:
      'Returns the progress, the changed verdicts with the rules that caused the change, and the cases that cannot be decided.',
    query: WaitQuery,
    responses: { 200: Rehearsal },
  },
  flips: {
    at: 'GET /v1/policies/:policy_id/rehearsals/:rehearsal_id/flips/',
    summary: 'All flips of a rehearsal',
    description: 'Returns JSON lines in the order of the cases.',
    responses: { 200: JsonStream('application/x-ndjson', 'One JSON object per line.', Flip) },
  },
  cancel: {
    at: 'POST /v1/policies/:policy_id/rehearsals/:rehearsal_id/cancel/',
    summary: 'Cancel a rehearsal',
    description: 'Decisions so far stay. You can resume the rehearsal.',
    responses: { 200: Rehearsal },
  },
  resume: {
    at: 'POST /v1/policies/:policy_id/rehearsals/:rehearsal_id/resume/',
    creates: true,
    summary: 'Resume a rehearsal',
    description: 'Decides the remaining cases. Earlier model answers are reused.',
    body: RehearsalResumeBody,
    responses: { 200: Rehearsal },
    errors: ['conflict', 'insufficient_credits'],
  },
});
