// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Page } from './values.ts';

export type NextTimes = {
  /** The next times, also of a schedule that is off. */
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
  /** Counted from when it was set, at least 1. */
  every_seconds: number | null;
  /** IANA name of the time zone that `cron` is read in. */
  timezone: string;
  inputs: Record<string, unknown>;
  metadata: Record<string, unknown> | null;
  enabled: boolean;
  /** Why the service switched it off. */
  disabled_reason: string | null;
  /** After an outage: start nothing that was missed, or only the last run that was missed. */
  catch_up: 'none' | 'one';
  /**
   * When a run is due while the one before still works: leave it out, start it when the other has ended, or cancel
   * the other.
   */
  overlap: 'skip' | 'queue' | 'cancel_previous';
  /** USD. A run that reaches it ends as a failure. */
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
  /** Counted from when it was set, at least 1. */
  every_seconds?: number | null;
  /** IANA name of the time zone that `cron` is read in. */
  timezone?: string;
  /** Inputs of every run, by key, as in a run. */
  inputs?: Record<string, unknown>;
  metadata?: Record<string, unknown> | null;
  enabled?: boolean;
  /** After an outage: start nothing that was missed, or only the last run that was missed. */
  catch_up?: 'none' | 'one';
  /**
   * When a run is due while the one before still works: leave it out, start it when the other has ended, or cancel
   * the other.
   */
  overlap?: 'skip' | 'queue' | 'cancel_previous';
  /** USD. A run that reaches it ends as a failure. */
  max_cost_per_run?: number | null;
};

export type ScheduleListQuery = {
  /** Only schedules of this agent. */
  agent_id?: string;
  /** Only those that are on, or off. */
  enabled?: 'true' | 'false';
  /** Part of the name. */
  search?: string;
  /** From 1. */
  page?: string;
  /** Default 20, at most 100, unless the operator changed it. */
  page_size?: string;
};

export type SchedulePage = Page<Schedule>;

export type ScheduleRun = {
  id: string;
  due_at: string;
  job_id: string | null;
  /** `waiting`: it starts when the run before it has ended. */
  outcome: 'started' | 'skipped' | 'missed' | 'failed' | 'waiting';
  /** Why there is no job. */
  reason: string | null;
};

export type ScheduleRunPage = Page<ScheduleRun>;

export type ScheduleUpdateBody = {
  name?: string;
  agent_id?: string;
  agent_version_id?: string | null;
  /**
   * Five fields (minute, hour, day of month, month, day of week), or six with seconds first; also `@hourly`,
   * `@daily`, `@weekly`, `@monthly`.
   */
  cron?: string | null;
  /** Counted from when it was set, at least 1. */
  every_seconds?: number | null;
  /** IANA name of the time zone that `cron` is read in. */
  timezone?: string;
  /** Inputs of every run, by key, as in a run. */
  inputs?: Record<string, unknown>;
  metadata?: Record<string, unknown> | null;
  enabled?: boolean;
  /** After an outage: start nothing that was missed, or only the last run that was missed. */
  catch_up?: 'none' | 'one';
  /**
   * When a run is due while the one before still works: leave it out, start it when the other has ended, or cancel
   * the other.
   */
  overlap?: 'skip' | 'queue' | 'cancel_previous';
  /** USD. A run that reaches it ends as a failure. */
  max_cost_per_run?: number | null;
};
