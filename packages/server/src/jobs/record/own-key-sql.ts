// Calls with a key of the organization cost it something, but no credits. The route of a step says whose key it was.

/** A condition on rows of job_steps. */
export const isOwnKey = (steps: string): string => `${steps}.route ->> 'key' is not distinct from 'organization'`;

/** Sums, of rows of job_steps, what the organization paid itself. */
export const ownCost = (steps: string): string => `coalesce(sum(${steps}.cost) filter (where ${isOwnKey(steps)}), 0)`;
