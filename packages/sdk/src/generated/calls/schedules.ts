// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions, QueryOf } from '../../transport/options.ts';
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
   * List schedules. Lists the schedules of the organization, newest first, with their next time and last run.
   */
  list: PagedCall<(query?: QueryOf<ScheduleListQuery>, options?: CallOptions) => Promise<SchedulePage>>;
  /** Create a schedule. Runs an agent at set times. Use `cron` or `every_seconds`. */
  create(body: ScheduleCreateBody, options?: KeyedOptions): Promise<Schedule>;
  /** Retrieve a schedule. Returns the schedule with its next time and last run. */
  get(scheduleId: string, options?: CallOptions): Promise<Schedule>;
  /** Replace a schedule. Omitted settings get their defaults. */
  replace(scheduleId: string, body: ScheduleCreateBody, options?: CallOptions): Promise<Schedule>;
  /** Update a schedule. Omitted settings stay unchanged. `cron` replaces `every_seconds`, and vice versa. */
  update(scheduleId: string, body?: ScheduleUpdateBody, options?: CallOptions): Promise<Schedule>;
  /** Delete a schedule. Also deletes its list of runs. Jobs that it started stay. */
  delete(scheduleId: string, options?: CallOptions): Promise<void>;
  /**
   * Run a schedule now. Runs the schedule as if it were due now, even if it is disabled. Its overlap rule applies.
   */
  run(scheduleId: string, options?: KeyedOptions): Promise<ScheduleRun>;
  /**
   * List the runs of a schedule. Lists the outcome of each due time, latest first. Entries are kept for 30 days.
   */
  runs: PagedCall<
    (scheduleId: string, query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<ScheduleRunPage>
  >;
  /** Next times of a schedule. Returns the next due times. Daylight saving time is taken into account. */
  next(scheduleId: string, query?: QueryOf<NextTimesQuery>, options?: CallOptions): Promise<NextTimes>;
}
