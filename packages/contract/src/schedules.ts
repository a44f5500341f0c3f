import { Type } from 'typebox';
import { IntegerText, JsonObject, Nullable, Page, PageNumber, PageSize, Timestamp, Uuid } from './values.ts';

// Schedules on the wire: they run an agent by the clock.

const name = Type.String({ minLength: 1, maxLength: 255, examples: ['Morning check'] });
const cron = Type.String({
  minLength: 1,
  maxLength: 200,
  description:
    'Five fields (minute, hour, day of month, month, day of week), or six with seconds first; also `@hourly`, `@daily`, `@weekly`, `@monthly`.',
  examples: ['30 7 * * 1-5'],
});
const everySeconds = Type.Integer({
  minimum: 1,
  maximum: 31_622_400,
  description: 'Interval in seconds, at least 1, counted from the time it was set.',
  examples: [3_600],
});
const timezone = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'IANA time zone of `cron`.',
  examples: ['Europe/Berlin'],
});
const inputs = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Inputs of every run, by key, as in a run.',
  examples: [{ text: 'all is well' }],
});
const catchUp = Type.Enum(['none', 'one'], {
  description: 'After an outage: `none` starts no missed run, `one` starts only the last missed run.',
});
const overlap = Type.Enum(['skip', 'queue', 'cancel_previous'], {
  description:
    'When a run is due while the previous run is still working: `skip` omits it, `queue` starts it after the previous run, `cancel_previous` cancels the previous run.',
});
const maxCost = Type.Number({
  exclusiveMinimum: 0,
  maximum: 1_000_000,
  description: 'Limit in USD. A run that reaches it fails.',
});

export const ScheduleRun = Type.Object({
  id: Uuid,
  due_at: Timestamp,
  job_id: Nullable(Uuid),
  outcome: Type.Enum(['started', 'skipped', 'missed', 'failed', 'waiting'], {
    description: '`waiting`: the run starts when the previous run has ended.',
  }),
  reason: Nullable(Type.String({ description: 'Why no job was started.' })),
});
export const ScheduleRunPage = Page(ScheduleRun);

export const Schedule = Type.Object({
  id: Uuid,
  name,
  agent_id: Uuid,
  agent_version_id: Nullable(Uuid),
  cron: Nullable(cron),
  every_seconds: Nullable(everySeconds),
  timezone,
  inputs: JsonObject,
  metadata: Nullable(JsonObject),
  enabled: Type.Boolean(),
  disabled_reason: Nullable(Type.String({ description: 'Why the service turned it off.' })),
  catch_up: catchUp,
  overlap,
  max_cost_per_run: Nullable(maxCost),
  next_at: Nullable(Timestamp),
  last_run: Nullable(ScheduleRun),
  created_by: Nullable(Type.Integer({ description: 'User id.' })),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export const SchedulePage = Page(Schedule);

const settings = {
  agent_version_id: Type.Optional(Nullable(Uuid)),
  cron: Type.Optional(Nullable(cron)),
  every_seconds: Type.Optional(Nullable(everySeconds)),
  timezone: Type.Optional(timezone),
  inputs: Type.Optional(inputs),
  metadata: Type.Optional(Nullable(JsonObject)),
  enabled: Type.Optional(Type.Boolean()),
  catch_up: Type.Optional(catchUp),
  overlap: Type.Optional(overlap),
  max_cost_per_run: Type.Optional(Nullable(maxCost)),
};

const example = {
  name: 'Morning check',
  agent_id: '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d',
  cron: '30 7 * * 1-5',
  timezone: 'Europe/Berlin',
  inputs: { text: 'all is well' },
};

export const ScheduleCreateBody = Type.Object({ name, agent_id: Uuid, ...settings }, { examples: [example] });
export const ScheduleUpdateBody = Type.Object(
  { name: Type.Optional(name), agent_id: Type.Optional(Uuid), ...settings },
  { examples: [{ cron: '0 8 * * 1-5', enabled: true }] },
);

export const ScheduleListQuery = Type.Object({
  agent_id: Type.Optional(Type.String({ format: 'uuid', description: 'Only schedules of this agent.' })),
  enabled: Type.Optional(Type.Enum(['true', 'false'], { description: 'Filters by whether they are enabled.' })),
  search: Type.Optional(Type.String({ description: 'Part of the name.', examples: ['morning'] })),
  page: Type.Optional(PageNumber),
  page_size: Type.Optional(PageSize),
});

export const NextTimesQuery = Type.Object({
  count: Type.Optional(IntegerText({ description: '1 to 100. Default 5.', minimum: 1, maximum: 100, example: 5 })),
});
export const NextTimes = Type.Object({
  times: Type.Array(Timestamp, { description: 'The next times, even if the schedule is disabled.' }),
});
