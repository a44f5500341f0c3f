import { Type } from 'typebox';
import { JobViewBody, JobViewFilter } from '../job-lists.ts';
import { defineOperations } from '../operation.ts';

const tag = 'Jobs';

export const jobViews = defineOperations({
  list: {
    method: 'GET',
    path: '/v1/agents/job-views/',
    tag,
    summary: 'Saved views of jobs',
    description: 'Your own and those that others share, by name.',
    responses: { 200: Type.Array(JobViewFilter) },
  },
  create: {
    method: 'POST',
    path: '/v1/agents/job-views/',
    tag,
    summary: 'Save a view of jobs',
    description: 'Filters and columns under a name. A view of yours with the same name is replaced.',
    body: JobViewBody,
    responses: { 201: JobViewFilter },
    errors: ['conflict'],
  },
  delete: {
    method: 'DELETE',
    path: '/v1/agents/job-views/:view_id/',
    tag,
    summary: 'Delete a saved view',
    description: 'Your own; an admin also deletes those that others share.',
    responses: { 204: null },
  },
});
