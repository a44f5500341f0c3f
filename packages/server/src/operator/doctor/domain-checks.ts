import type { Check } from '#platform/check.ts';
import type { Database } from '#platform/db.ts';
import { version } from '../../config/version.ts';
import { domains } from '../../registry/domains.ts';

export const domainChecks = (database: Database): Check[] =>
  domains.flatMap(({ doctor }) => doctor?.(database, version) ?? []);
