import { defineOperations } from '../operation.ts';
import {
  NextTimes,
  NextTimesQuery,
  Schedule,
  ScheduleCreateBody,
  ScheduleListQuery,
  SchedulePage,
  ScheduleRun,
  ScheduleRunPage,
  ScheduleUpdateBody,
} from '../schedules.ts';
import { PageQuery } from '../values.ts';

export const schedules = defineOperations('Schedules', {
  list: {
    at: 'GET /v1/schedules/',
    summary: 'List schedules',
    description: 'Lists the schedules of the organization, newest first, with their next time and last run.',
    query: ScheduleListQuery,
    responses: { 200: SchedulePage },
  },
  create: {
    at: 'POST /v1/schedules/',
    summary: 'Create a schedule',
    description: 'Runs an agent at set times. Use `cron` or `every_seconds`.',
    body: ScheduleCreateBody,
    responses: { 201: Schedule },
    errors: ['invalid_request'],
  },
  get: {
    at: 'GET /v1/schedules/:schedule_id/',
    summary: 'Retrieve a schedule',
    description: 'Returns the schedule with its next time and last run.',
    responses: { 200: Schedule },
  },
  replace: {
    at: 'PUT /v1/schedules/:schedule_id/',
    summary: 'Replace a schedule',
    description: 'Omitted settings get their defaults.',
    body: ScheduleCreateBody,
    responses: { 200: Schedule },
  },
  update: {
    at: 'PATCH /v1/schedules/:schedule_id/',
    summary: 'Update a schedule',
    description: 'Omitted settings stay unchanged. `cron` replaces `every_seconds`, and vice versa.',
    body: ScheduleUpdateBody,
    responses: { 200: Schedule },
  },
  delete: {
    at: 'DELETE /v1/schedules/:schedule_id/',
    summary: 'Delete a schedule',
    description: 'Also deletes its list of runs. Jobs that it started stay.',
    responses: { 204: null },
  },
  run: {
    at: 'POST /v1/schedules/:schedule_id/run/',
    summary: 'Run a schedule now',
    description: 'Runs the schedule as if it were due now, even if it is disabled. Its overlap rule applies.',
    responses: { 201: ScheduleRun },
    errors: ['unavailable'],
  },
  runs: {
    at: 'GET /v1/schedules/:schedule_id/runs/',
    summary: 'List the runs of a schedule',
    description: 'Lists the outcome of each due time, latest first. Entries are kept for 30 days.',
    query: PageQuery,
    responses: { 200: ScheduleRunPage },
  },
  next: {
    at: 'GET /v1/schedules/:schedule_id/next/',
    summary: 'Next times of a schedule',
    description: 'Returns the next due times. Daylight saving time is taken into account.',
    query: NextTimesQuery,
    responses: { 200: NextTimes },
  },
});
