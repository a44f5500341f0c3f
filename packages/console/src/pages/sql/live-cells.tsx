import type { QueryObject } from '@errand/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { keys } from '../../data/query-keys.ts';
import { StatusBadge } from '../../design/badge.tsx';
import { formatCost, formatNumber } from '../../design/format.ts';
import { shortId } from '../../design/short-id.ts';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { errand } from '../../session/client.ts';
import { inputPreview } from '../jobs/row-words.ts';

const LOOK_MS = 1_500;
const SHOWN = 50;

/** Shows the cells that agents fill while the query runs, each with its job. */
export function LiveCells({ query }: { query: QueryObject }) {
  const filter = { metadata: JSON.stringify({ query_id: query.id }), page_size: SHOWN };
  const jobs = useQuery({
    queryKey: keys.liveJobs('cells', [query.id]),
    queryFn: ({ signal }) => errand.jobs.list(filter, { signal }),
    refetchInterval: LOOK_MS,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const list = jobs.data?.results ?? [];
  if (list.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      <Table label="Cells that agents fill">
        <thead>
          <tr>
            <Th>Input</Th>
            <Th>Agent</Th>
            <Th>State</Th>
            <Th>Answer</Th>
            <Th numeric>Cost</Th>
            <Th>Job</Th>
          </tr>
        </thead>
        <tbody>
          {list.map((job) => (
            <Tr key={job.id}>
              <Td className="max-w-72 truncate">
                <bdi>{inputPreview(job) || '–'}</bdi>
              </Td>
              <Td className="max-w-48 truncate text-muted">
                <bdi>{job.agent_name}</bdi>
              </Td>
              <Td>
                <StatusBadge code={job.status_code} />
              </Td>
              <Td className="max-w-96 truncate">
                <bdi className={job.status_code === 4 ? 'text-failure' : ''}>{answerOf(job) || '…'}</bdi>
              </Td>
              <Td numeric>{formatCost(job.cost)}</Td>
              <Td>
                <Link
                  to="/jobs/$id"
                  params={{ id: job.id }}
                  className="font-mono text-code text-accent hover:underline"
                >
                  {shortId(job.id)}
                </Link>
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      {query.jobs_total > list.length && (
        <p className="text-muted">
          The newest {formatNumber(list.length)} of {formatNumber(query.jobs_total)} are shown.
        </p>
      )}
    </div>
  );
}

type Answered = { status_code: number; error_message: string | null; outputs?: { value: string }[] | null };

const answerOf = (job: Answered): string =>
  job.status_code === 4 ? (job.error_message ?? 'failed') : (job.outputs?.[0]?.value ?? '').slice(0, 300);
