import { AppError } from '#platform/errors.ts';

export const unknownQuery = (keptDays: number): AppError =>
  new AppError('not_found', { detail: `No query with this id. Queries are kept for ${keptDays} days.` });
