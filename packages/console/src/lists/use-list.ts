import { keepPreviousData, type QueryKey, type UseQueryResult } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type CallOptions, type ReadOptions, useRead } from '../data/queries.ts';

/** One page of a list, as the service returns it. */
export type Page<Row> = { count: number; results: Row[] };

/** A list that is loaded page by page. */
export type List<Row, Answer extends Page<Row> = Page<Row>> = {
  query: UseQueryResult<Answer>;
  page: number;
  pageSize: number;
  goTo(page: number): void;
};

type Paging = { page: number; page_size: number };

type ListOptions<Answer> = ReadOptions<Answer> & {
  pageSize?: number;
  /** Keeps the page out of the address, where two lists share one. */
  isLocal?: boolean;
  /** Stays where the reader is, for a list at the end of a page. */
  keepsScroll?: boolean;
};

/** Loads the page of a list that the address names. The page before stays while the next one loads. */
export function useList<Row, Answer extends Page<Row> = Page<Row>>(
  key: QueryKey,
  read: (paging: Paging, options: CallOptions) => Promise<Answer & Page<Row>>,
  { pageSize = 25, isLocal = false, keepsScroll = false, ...options }: ListOptions<Answer & Page<Row>> = {},
): List<Row, Answer & Page<Row>> {
  const inAddress = usePage(keepsScroll);
  const local = useState(1);
  const [page, goTo] = isLocal ? local : inAddress;
  const paging = { page, page_size: pageSize };
  const query = useRead<Answer & Page<Row>>([...key, paging], (call) => read(paging, call), {
    placeholderData: keepPreviousData,
    ...options,
  });
  return { query, page, pageSize, goTo };
}

/** Loads a list that comes in one piece. */
export function useWholeList<Row>(
  key: QueryKey,
  read: (options: CallOptions) => Promise<Row[] | { results: Row[] }>,
  { refetchInterval }: { refetchInterval?: number } = {},
): List<Row> {
  const query = useRead(key, read, {
    ...(refetchInterval !== undefined && { refetchInterval }),
    select: (answer): Page<Row> => {
      const results = Array.isArray(answer) ? answer : answer.results;
      return { count: results.length, results };
    },
  });
  return { query, page: 1, pageSize: Number.POSITIVE_INFINITY, goTo: () => undefined };
}

/** Cuts rows that are all loaded into pages. */
export function useRowsInPages<Row>(rows: readonly Row[], pageSize: number) {
  const [page, goTo] = usePage(true);
  return { rows: rows.slice((page - 1) * pageSize, page * pageSize), page, pageSize, count: rows.length, goTo };
}

/** The number of the page in the address. */
function usePage(keepsScroll: boolean): [page: number, goTo: (page: number) => void] {
  const { page = 1 } = useSearch({ strict: false }) as { page?: number };
  const navigate = useNavigate();
  const goTo = (next: number) =>
    void navigate({
      to: '.',
      search: ((before: object) => ({ ...before, page: next })) as never,
      resetScroll: !keepsScroll,
    });
  return [page, goTo];
}

/** For operations whose numbers are texts on the wire. */
export const asTexts = ({ page, page_size: size }: Paging) => ({ page: String(page), page_size: String(size) });
