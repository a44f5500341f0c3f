import { requestErrors } from './errors/request-errors.ts';
import { resourceErrors } from './errors/resource-errors.ts';

/** Every error the API can answer: its status, its code, which of the five body shapes carries it, and what to do. */
export const errorTable = { ...requestErrors, ...resourceErrors } as const;

export type ErrorCode = keyof typeof errorTable;
export type FieldErrors = Record<string, string[] | string>;
