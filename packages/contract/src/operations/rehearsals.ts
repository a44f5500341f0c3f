import { JsonStream } from '../content.ts';
import { defineOperations } from '../operation.ts';
import { Flip, Rehearsal, RehearsalBody, RehearsalPage, RehearsalResumeBody } from '../rehearsals.ts';
import { PageQuery } from '../values.ts';

const tag = 'Rehearsal';
const path = '/v1/policies/:policy_id/rehearsals/:rehearsal_id/' as const;

export const rehearsals = defineOperations({
  list: {
    method: 'GET',
    path: '/v1/policies/:policy_id/rehearsals/',
    tag,
    summary: 'List rehearsals of a policy',
    description: 'Lists the rehearsals newest first, without flips.',
    query: PageQuery,
    responses: { 200: RehearsalPage },
  },
  create: {
    method: 'POST',
    path: '/v1/policies/:policy_id/rehearsals/',
    tag,
    summary: 'Rehearse a version of a policy',
    description:
      'Decides past cases again with this version, based on their stored evidence. No page is fetched and no tool is called.',
    body: RehearsalBody,
    responses: { 201: Rehearsal },
    errors: ['insufficient_credits'],
  },
  get: {
    method: 'GET',
    path,
    tag,
    summary: 'Retrieve a rehearsal',
    description:
      'Returns the progress, the changed verdicts with the rules that caused the change, and the cases that cannot be decided.',
    responses: { 200: Rehearsal },
  },
  flips: {
    method: 'GET',
    path: `${path}flips/`,
    tag,
    summary: 'All flips of a rehearsal',
    description: 'Returns JSON lines in the order of the cases.',
    responses: { 200: JsonStream('application/x-ndjson', 'One JSON object per line.', Flip) },
  },
  cancel: {
    method: 'POST',
    path: `${path}cancel/`,
    tag,
    summary: 'Cancel a rehearsal',
    description: 'Decisions so far stay. You can resume the rehearsal.',
    responses: { 200: Rehearsal },
  },
  resume: {
    method: 'POST',
    path: `${path}resume/`,
    tag,
    summary: 'Resume a rehearsal',
    description: 'Decides the remaining cases. Earlier model answers are reused.',
    body: RehearsalResumeBody,
    responses: { 200: Rehearsal },
    errors: ['conflict', 'insufficient_credits'],
  },
});
