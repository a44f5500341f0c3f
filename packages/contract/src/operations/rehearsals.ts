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
    description: 'Newest first, without their flips.',
    query: PageQuery,
    responses: { 200: RehearsalPage },
  },
  create: {
    method: 'POST',
    path: '/v1/policies/:policy_id/rehearsals/',
    tag,
    summary: 'Rehearse a version of a policy',
    description:
      'Decides past cases again by this version, on the evidence that was stored with them: no page is fetched and no tool is asked.',
    body: RehearsalBody,
    responses: { 201: Rehearsal },
    errors: ['insufficient_credits'],
  },
  get: {
    method: 'GET',
    path,
    tag,
    summary: 'Retrieve a rehearsal',
    description: 'Its progress, the verdicts that flip with the rules that caused it, and what cannot be decided.',
    responses: { 200: Rehearsal },
  },
  flips: {
    method: 'GET',
    path: `${path}flips/`,
    tag,
    summary: 'All flips of a rehearsal',
    description: 'As JSON lines, in the order of the cases.',
    responses: { 200: JsonStream('application/x-ndjson', 'One JSON object per line.', Flip) },
  },
  cancel: {
    method: 'POST',
    path: `${path}cancel/`,
    tag,
    summary: 'Cancel a rehearsal',
    description: 'What is decided stays: it can be resumed.',
    responses: { 200: Rehearsal },
  },
  resume: {
    method: 'POST',
    path: `${path}resume/`,
    tag,
    summary: 'Resume a rehearsal',
    description: 'Decides the cases that are left. What a model was asked before is not asked again.',
    body: RehearsalResumeBody,
    responses: { 200: Rehearsal },
    errors: ['conflict', 'insufficient_credits'],
  },
});
