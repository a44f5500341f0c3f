import { ErrandError } from '@errand/sdk';

/** Describes why a decision was refused, by its fields if they are named. */
export function problemOf(error: Error): string {
  const fields = error instanceof ErrandError ? Object.values(error.fields).flat() : [];
  return fields.length > 0 ? fields.join(' ') : error.message;
}
