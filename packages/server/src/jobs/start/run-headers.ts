import type { IncomingHttpHeaders } from 'node:http';
import type { Origin } from '../record/model.ts';

type WithHeaders = { headers: IncomingHttpHeaders };

export const readOrigin = ({ headers }: WithHeaders): Origin => (headers['x-errand-origin'] === 'ui' ? 'ui' : 'api');

export const skipsCache = ({ headers: { 'x-skip-cache': given } }: WithHeaders): boolean =>
  given !== undefined && String(given).trim().toLowerCase() === 'true';
