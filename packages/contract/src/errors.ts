import { requestErrors } from './errors/request-errors.ts';
import { resourceErrors } from './errors/resource-errors.ts';

/** Every error of the API: its status, its code, which of the five body shapes it has, and what to do about it. */
export const errorTable = { ...requestErrors, ...resourceErrors } as const;

export type ErrorCode = keyof typeof errorTable;
export type FieldErrors = Record<string, string[] | string>;
