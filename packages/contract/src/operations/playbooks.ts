import { defineOperations } from '../operation.ts';
import {
  Playbook,
  PlaybookBody,
  PlaybookDiff,
  PlaybookGate,
  PlaybookGateBody,
  PlaybookListQuery,
  PlaybookPage,
  PlaybookPatch,
  PlaybookPromoteBody,
  PlaybookRehearsal,
  PlaybookRehearsalBody,
  PlaybookRehearsalPage,
  PlaybookRunPage,
  PlaybookRunQuery,
  PlaybookVersion,
  PlaybookVersionBody,
  PlaybookVersionPage,
} from '../playbooks.ts';
import { PageQuery, WaitQuery } from '../values.ts';

const errors = ['conflict'] as const;

export const playbooks = defineOperations('Case desk', {
  list: {
    at: 'GET /v1/playbooks/',
    summary: 'List playbooks',
    description: 'Newest first.',
    query: PlaybookListQuery,
    responses: { 200: PlaybookPage },
  },
  create: {
    at: 'POST /v1/playbooks/',
    summary: 'Create a playbook',
    description: 'Also creates the first version and makes it current. A queue that names the playbook uses it.',
    role: 'admin',
    content: 'text',
    body: PlaybookBody,
    responses: { 201: Playbook },
    errors,
  },
  get: {
    at: 'GET /v1/playbooks/:playbook_id/',
    summary: 'Retrieve a playbook',
    description: 'Returns the playbook with the id of its current version.',
    responses: { 200: Playbook },
  },
  update: {
    at: 'PATCH /v1/playbooks/:playbook_id/',
    summary: 'Update a playbook',
    description: 'An omitted description stays unchanged. An empty description clears it.',
    role: 'admin',
    body: PlaybookPatch,
    responses: { 200: Playbook },
  },
  delete: {
    at: 'DELETE /v1/playbooks/:playbook_id/',
    summary: 'Delete a playbook',
    description: '409 while a queue uses it.',
    role: 'admin',
    responses: { 204: null },
    errors,
  },
  listVersions: {
    at: 'GET /v1/playbooks/:playbook_id/versions/',
    summary: 'List versions of a playbook',
    description: 'Newest first.',
    query: PageQuery,
    responses: { 200: PlaybookVersionPage },
  },
  createVersion: {
    at: 'POST /v1/playbooks/:playbook_id/versions/',
    summary: 'Create a version of a playbook',
    description: 'It becomes current, unless make_current is false or the playbook has a gate.',
    role: 'admin',
    content: 'text',
    body: PlaybookVersionBody,
    responses: { 201: PlaybookVersion },
    errors,
  },
  getVersion: {
    at: 'GET /v1/playbooks/:playbook_id/versions/:playbook_version_id/',
    summary: 'Retrieve a version of a playbook',
    description: 'Versions never change.',
    responses: { 200: PlaybookVersion },
  },
  diff: {
    at: 'GET /v1/playbooks/:playbook_id/versions/:playbook_version_id/diff/:other_playbook_version_id/',
    summary: 'Compare two versions of a playbook',
    description: 'Returns the steps and the rules of closing that differ.',
    responses: { 200: PlaybookDiff },
  },
  setCurrent: {
    at: 'PATCH /v1/playbooks/:playbook_id/set-current-version/:playbook_version_id/',
    summary: 'Make a version of a playbook current',
    description:
      'Alerts that arrive from now on use it; runs that have begun keep theirs. With a gate, a version that was never current needs a rehearsal that passes.',
    role: 'admin',
    body: PlaybookPromoteBody,
    responses: { 200: Playbook },
    errors,
  },
  gate: {
    at: 'GET /v1/playbooks/:playbook_id/gate/',
    summary: 'Retrieve the gate of a playbook',
    description: 'Members are null if there is none.',
    responses: { 200: PlaybookGate },
  },
  setGate: {
    at: 'PUT /v1/playbooks/:playbook_id/gate/',
    summary: 'Set the gate of a playbook',
    description: 'From now on, a version becomes current only after a rehearsal that shows this.',
    role: 'admin',
    body: PlaybookGateBody,
    responses: { 200: PlaybookGate },
  },
  deleteGate: {
    at: 'DELETE /v1/playbooks/:playbook_id/gate/',
    summary: 'Remove the gate of a playbook',
    description: 'New versions become current immediately again.',
    role: 'admin',
    responses: { 204: null },
  },
  runs: {
    at: 'GET /v1/playbooks/:playbook_id/runs/',
    summary: 'List runs of a playbook',
    description:
      'One for each alert, newest first, with its steps. Runs of cases that are restricted to others are left out.',
    query: PlaybookRunQuery,
    responses: { 200: PlaybookRunPage },
  },
});

export const playbookRehearsals = defineOperations('Case desk', {
  list: {
    at: 'GET /v1/playbooks/:playbook_id/rehearsals/',
    summary: 'List rehearsals of a playbook',
    description: 'Newest first, without flips.',
    query: PageQuery,
    responses: { 200: PlaybookRehearsalPage },
  },
  create: {
    at: 'POST /v1/playbooks/:playbook_id/rehearsals/',
    summary: 'Rehearse a version of a playbook',
    description:
      'Runs it on the alerts of decided cases and compares what it would have done. Cases do not change. The result of an earlier job with the same agent version and inputs is taken again; other steps start jobs, which cost.',
    role: 'admin',
    body: PlaybookRehearsalBody,
    responses: { 201: PlaybookRehearsal },
    errors,
  },
  get: {
    at: 'GET /v1/playbooks/:playbook_id/rehearsals/:playbook_rehearsal_id/',
    summary: 'Retrieve a rehearsal of a playbook',
    description: 'Returns progress, cost, and the cases that would have gone another way.',
    query: WaitQuery,
    responses: { 200: PlaybookRehearsal },
  },
  cancel: {
    at: 'POST /v1/playbooks/:playbook_id/rehearsals/:playbook_rehearsal_id/cancel/',
    summary: 'Cancel a rehearsal of a playbook',
    description: 'No further job starts. What was decided so far stays.',
    role: 'admin',
    responses: { 200: PlaybookRehearsal },
  },
});
