// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Page } from './values.ts';

export type NextTimes = {
  /** The next times, even if the schedule is disabled. */
  times: string[];
};

export type NextTimesQuery = {
  /** 1 to 100. Default 5. */
  count?: string;
};

export type Schedule = {
  id: string;
  name: string;
  agent_id: string;
  agent_version_id: string | null;
  /**
   * Five fields (minute, hour, day of month, month, day of week), or six with seconds first; also `@hourly`,
   * `@daily`, `@weekly`, `@monthly`.
   */
  cron: string | null;
  /** Interval in seconds, at least 1, counted from the time it was set. */
  every_seconds: number | null;
  /** IANA time zone of `cron`. */
  timezone: string;
  inputs: Record<string, unknown>;
  metadata: Record<string, unknown> | null;
  enabled: boolean;
  /** Why the service turned it off. */
  disabled_reason: string | null;
  /** After an outage: `none` starts no missed run, `one` starts only the last missed run. */
  catch_up: 'none' | 'one';
  /**
   * When a run is due while the previous run is still working: `skip` omits it, `queue` starts it after the
   * previous run, `cancel_previous` cancels the previous run.
   */
  overlap: 'skip' | 'queue' | 'cancel_previous';
  /** Limit in USD. A run that reaches it fails. */
  max_cost_per_run: number | null;
  next_at: string | null;
  last_run: ScheduleRun | null;
  /** User id. */
  created_by: number | null;
  created_at: string;
  updated_at: string;
};

export type ScheduleCreateBody = {
  name: string;
  agent_id: string;
  agent_version_id?: string | null;
  /**
   * Five fields (minute, hour, day of month, month, day of week), or six with seconds first; also `@hourly`,
   * `@daily`, `@weekly`, `@monthly`.
   */
  cron?: string | null;
  /** Interval in seconds, at least 1, counted from the time it was set. */
  every_seconds?: number | null;
  /** IANA time zone of `cron`. */
  timezone?: string;
  /** Inputs of every run, by key, as in a run. */
  inputs?: Record<string, unknown>;
  metadata?: Record<string, unknown> | null;
  enabled?: boolean;
  /** After an outage: `none` starts no missed run, `one` starts only the last missed run. */
  catch_up?: 'none' | 'one';
  /**
   * When a run is due while the previous run is still working: `skip` omits it, `queue` starts it after the
   * previous run, `cancel_previous` cancels the previous run.
   */
  overlap?: 'skip' | 'queue' | 'cancel_previous';
  /** Limit in USD. A run that reaches it fails. */
  max_cost_per_run?: number | null;
};

export type ScheduleListQuery = {
  /** Only schedules of this agent. */
  agent_id?: string;
  /** Filters by whether they are enabled. */
  enabled?: 'true' | 'false';
  /** Part of the name. */
  search?: string;
  /** From 1. */
  page?: string;
  /** Default: 20. At most 100 unless the operator sets another limit. */
  page_size?: string;
};

export type SchedulePage = Page<Schedule>;

export type ScheduleRun = {
  id: string;
  due_at: string;
  job_id: string | null;
  /** `waiting`: the run starts when the previous run has ended. */
  outcome: 'started' | 'skipped' | 'missed' | 'failed' | 'waiting';
  /** Why no job was started. */
  reason: string | null;
};

export type ScheduleRunPage = Page<ScheduleRun>;

export type ScheduleUpdateBody = Omit<ScheduleCreateBody, 'name' | 'agent_id'> & {
  name?: string;
  agent_id?: string;
};
