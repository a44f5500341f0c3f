import type { JobStatus } from './model.ts';

// Status events in SQL, as `StatusEvent` of the model describes them.

/** Builds an event with the current time. `more`: further members, as arguments of jsonb_build_object. */
export const eventNow = (status: JobStatus, more = ''): string =>
  `jsonb_build_object('at', floor(extract(epoch from clock_timestamp()) * 1000), 'status', ${status}${more && `, ${more}`})`;
