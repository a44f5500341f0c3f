// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type { VersionListQuery } from '../types/agents.ts';
import type {
  NextTimes,
  NextTimesQuery,
  Schedule,
  ScheduleCreateBody,
  ScheduleListQuery,
  SchedulePage,
  ScheduleRun,
  ScheduleRunPage,
  ScheduleUpdateBody,
} from '../types/schedules.ts';

export interface SchedulesCalls {
  /**
   * List schedules. Schedules of the organization, newest first, each with its next time and its last run.
   */
  list: PagedCall<(query?: QueryOf<ScheduleListQuery>, options?: CallOptions) => Promise<SchedulePage>>;
  /** Create a schedule. Runs an agent by the clock: give `cron` or `every_seconds`. */
  create(body: ScheduleCreateBody, options?: CallOptions): Promise<Schedule>;
  /** Retrieve a schedule. The schedule with its next time and its last run. */
  get(scheduleId: string, options?: CallOptions): Promise<Schedule>;
  /** Replace a schedule. Settings that are left out get their defaults. */
  replace(scheduleId: string, body: ScheduleCreateBody, options?: CallOptions): Promise<Schedule>;
  /**
   * Update a schedule. Settings that are left out stay as they are. `cron` replaces `every_seconds`, and the other
   * way round.
   */
  update(scheduleId: string, body?: ScheduleUpdateBody, options?: CallOptions): Promise<Schedule>;
  /** Delete a schedule. With the list of its runs. Jobs that it has started stay. */
  delete(scheduleId: string, options?: CallOptions): Promise<void>;
  /**
   * Run a schedule now. As though it were due now, also when it is off. Its rule for overlapping runs holds.
   */
  run(scheduleId: string, options?: CallOptions): Promise<ScheduleRun>;
  /** List the runs of a schedule. What became of each due time, the latest first. Kept for 30 days. */
  runs: PagedCall<
    (scheduleId: string, query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<ScheduleRunPage>
  >;
  /** Next times of a schedule. When it will be due, daylight saving included. */
  next(scheduleId: string, query?: QueryOf<NextTimesQuery>, options?: CallOptions): Promise<NextTimes>;
}
