import type { FastifyRequest } from 'fastify';
import { AppError } from '#platform/errors.ts';
import { limits } from '#platform/limits.ts';
import { baseUrl } from './base-url.ts';

export type Paging = { page: number; size: number; offset: number };

/** Reads `page` and `page_size` from the query. An invalid page is a 404; an invalid size falls back to the default. */
export function readPaging(request: FastifyRequest): Paging {
  const { page: pageText, page_size: sizeText } = request.query as Record<string, string | undefined>;
  const page = pageText === undefined || pageText === '' ? 1 : /^\d{1,9}$/.test(pageText) ? Number(pageText) : 0;
  if (page < 1) throw noSuchPage();
  const wanted = sizeText !== undefined && /^[1-9]\d{0,8}$/.test(sizeText) ? Number(sizeText) : limits.pageSize;
  const size = Math.min(wanted, limits.pageSizeMax);
  return { page, size, offset: (page - 1) * size };
}

export function envelope<T>(request: FastifyRequest, paging: Paging, count: number, results: T[]) {
  const pages = Math.max(1, Math.ceil(count / paging.size));
  if (paging.page > pages) throw noSuchPage();
  return {
    count,
    next: paging.page < pages ? pageUrl(request, paging.page + 1) : null,
    previous: paging.page > 1 ? pageUrl(request, paging.page - 1) : null,
    results,
  };
}

/** A page of more rows than were counted. */
export function uncountedEnvelope<T>(
  request: FastifyRequest,
  { page }: Paging,
  { count, hasMore }: { count: number; hasMore: boolean },
  results: T[],
) {
  if (results.length === 0) throw noSuchPage();
  return {
    count,
    next: hasMore ? pageUrl(request, page + 1) : null,
    previous: page > 1 ? pageUrl(request, page - 1) : null,
    results,
  };
}

const noSuchPage = (): AppError => new AppError('not_found', { detail: 'Page not found.' });

function pageUrl(request: FastifyRequest, page: number): string {
  const url = new URL(baseUrl(request) + request.url);
  url.searchParams.set('page', String(page));
  return url.href;
}
