import type { FieldErrors } from '@errand/contract/errors.ts';
import type { Cause } from '#orgs/actor.ts';
import type { AppError } from '#platform/errors.ts';

// What triggers ask of the case desk, which is above them: the composition root passes it in.

/** The event behind an alert. Its id names the alert, unless the mapping does. */
export type AlertEvent = { orgId: string; queueId: string; triggerName: string; id: string; at: Date };

export type AlertDoor = {
  /** An event has one alert, however often this is tried. */
  send(
    event: AlertEvent,
    mapped: Record<string, unknown>,
    cause: Cause,
  ): Promise<
    { outcome: 'started'; reason: null; alertId: string } | { outcome: 'failed'; reason: string; error: AppError }
  >;
  /** The alert that the queue would get. Throws an AppError that names what does not fit. */
  preview(event: AlertEvent, mapped: Record<string, unknown>): Record<string, unknown>;
  /** What is wrong with the queue or the mapping of a trigger. */
  findProblems(orgId: string, queueId: string, mapping: Record<string, unknown>): Promise<FieldErrors>;
};
