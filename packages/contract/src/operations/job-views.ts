import { Type } from 'typebox';
import { JobViewBody, JobViewFilter } from '../job-lists.ts';
import { defineOperations } from '../operation.ts';

const tag = 'Jobs';

export const jobViews = defineOperations({
  list: {
    method: 'GET',
    path: '/v1/agents/job-views/',
    tag,
    summary: 'List saved views',
    description: 'Lists your own views and shared views, by name.',
    responses: { 200: Type.Array(JobViewFilter) },
  },
  create: {
    method: 'POST',
    path: '/v1/agents/job-views/',
    tag,
    summary: 'Save a view of jobs',
    description: 'Saves filters and columns under a name. Replaces your view with the same name.',
    body: JobViewBody,
    responses: { 201: JobViewFilter },
    errors: ['conflict'],
  },
  delete: {
    method: 'DELETE',
    path: '/v1/agents/job-views/:view_id/',
    tag,
    summary: 'Delete a saved view',
    description: 'You can delete your own views. Admins can also delete shared views of others.',
    responses: { 204: null },
  },
});
