import { Type } from 'typebox';
import { JobViewBody, JobViewFilter } from '../job-lists.ts';
import { defineOperations } from '../operation.ts';

export const jobViews = defineOperations('Jobs', {
  list: {
    at: 'GET /v1/agents/job-views/',
    summary: 'List saved views',
    description: 'Lists your own views and shared views, by name.',
    responses: { 200: Type.Array(JobViewFilter) },
  },
  create: {
    at: 'POST /v1/agents/job-views/',
    summary: 'Save a view of jobs',
    description: 'Saves filters and columns under a name. Replaces your view with the same name.',
    body: JobViewBody,
    responses: { 201: JobViewFilter },
    errors: ['conflict'],
  },
  delete: {
    at: 'DELETE /v1/agents/job-views/:view_id/',
    summary: 'Delete a saved view',
    description: 'You can delete your own views. Admins can also delete shared views of others.',
    responses: { 204: null },
  },
});
