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

const tag = 'Schedules';

export const schedules = defineOperations({
  list: {
    method: 'GET',
    path: '/v1/schedules/',
    tag,
    summary: 'List schedules',
    description: 'Schedules of the organization, newest first, each with its next time and its last run.',
    query: ScheduleListQuery,
    responses: { 200: SchedulePage },
  },
  create: {
    method: 'POST',
    path: '/v1/schedules/',
    tag,
    summary: 'Create a schedule',
    description: 'Runs an agent by the clock: give `cron` or `every_seconds`.',
    body: ScheduleCreateBody,
    responses: { 201: Schedule },
    errors: ['invalid_request'],
  },
  get: {
    method: 'GET',
    path: '/v1/schedules/:schedule_id/',
    tag,
    summary: 'Retrieve a schedule',
    description: 'The schedule with its next time and its last run.',
    responses: { 200: Schedule },
  },
  replace: {
    method: 'PUT',
    path: '/v1/schedules/:schedule_id/',
    tag,
    summary: 'Replace a schedule',
    description: 'Settings that are left out get their defaults.',
    body: ScheduleCreateBody,
    responses: { 200: Schedule },
  },
  update: {
    method: 'PATCH',
    path: '/v1/schedules/:schedule_id/',
    tag,
    summary: 'Update a schedule',
    description:
      'Settings that are left out stay as they are. `cron` replaces `every_seconds`, and the other way round.',
    body: ScheduleUpdateBody,
    responses: { 200: Schedule },
  },
  delete: {
    method: 'DELETE',
    path: '/v1/schedules/:schedule_id/',
    tag,
    summary: 'Delete a schedule',
    description: 'With the list of its runs. Jobs that it has started stay.',
    responses: { 204: null },
  },
  run: {
    method: 'POST',
    path: '/v1/schedules/:schedule_id/run/',
    tag,
    summary: 'Run a schedule now',
    description: 'As though it were due now, also when it is off. Its rule for overlapping runs holds.',
    responses: { 201: ScheduleRun },
    errors: ['unavailable'],
  },
  runs: {
    method: 'GET',
    path: '/v1/schedules/:schedule_id/runs/',
    tag,
    summary: 'List the runs of a schedule',
    description: 'What became of each due time, the latest first. Kept for 30 days.',
    query: PageQuery,
    responses: { 200: ScheduleRunPage },
  },
  next: {
    method: 'GET',
    path: '/v1/schedules/:schedule_id/next/',
    tag,
    summary: 'Next times of a schedule',
    description: 'When it will be due, daylight saving included.',
    query: NextTimesQuery,
    responses: { 200: NextTimes },
  },
});
