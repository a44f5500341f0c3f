import type { IncomingHttpHeaders } from 'node:http';
import type { Origin } from '../record/model.ts';

/** Origins that a client may send in X-Errand-Origin. Without the header, or with any other value, it is `api`. */
const named: readonly Origin[] = ['ui', 'cli'];

type WithHeaders = { headers: IncomingHttpHeaders };

export const readOrigin = ({ headers }: WithHeaders): Origin =>
  named.find((origin) => origin === headers['x-errand-origin']) ?? 'api';

export const skipsCache = ({ headers: { 'x-skip-cache': given } }: WithHeaders): boolean =>
  given !== undefined && String(given).trim().toLowerCase() === 'true';
