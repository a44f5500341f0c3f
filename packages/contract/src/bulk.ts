import { Type } from 'typebox';
import { Download } from './content.ts';
import { JobFacetsQuery } from './job-lists.ts';
import { Nullable, Page, PageNumber, PageSize, Timestamp, Uuid } from './values.ts';

// One action on many jobs, as an object of the server.

export const bulkKinds = ['retry', 'cancel', 'delete_data', 'export', 'add_to_set'] as const;
export const bulkStatuses = ['planned', 'running', 'paused', 'done', 'cancelled'] as const;
const itemStatuses = ['pending', 'done', 'skipped', 'failed'] as const;

export const BulkBody = Type.Object(
  {
    kind: Type.Enum([...bulkKinds]),
    filter: Type.Optional(
      Type.Object(JobFacetsQuery.properties, {
        description: 'The filters of the job list, such as `q`. At most the newest 10,000 jobs that match.',
      }),
    ),
    job_ids: Type.Optional(Type.Array(Uuid, { minItems: 1, maxItems: 10_000, description: 'Instead of a filter.' })),
    with_current_version: Type.Optional(
      Type.Boolean({ description: 'retry: with the current version of each agent instead of the one that ran.' }),
    ),
    evaluation_set_id: Type.Optional(Type.String({ format: 'uuid', description: 'add_to_set: the set.' })),
  },
  { examples: [{ kind: 'export', filter: { q: 'status:success since:24h' } }] },
);

export const BulkOperation = Type.Object({
  id: Uuid,
  kind: Type.Enum([...bulkKinds, 'remove_from_set']),
  status: Type.Enum([...bulkStatuses]),
  filter: Type.Record(Type.String(), Type.Unknown()),
  total: Type.Integer({ description: 'Jobs that the action is done with.' }),
  left_out: Type.Integer({
    description: 'Jobs that match and that it cannot be done with, such as ended ones for cancel.',
  }),
  searched_to: Nullable(
    Type.String({
      format: 'date-time',
      description:
        'With a filter: jobs accepted before are archived, and not part of it; name them by job_ids. Null: none is.',
    }),
  ),
  estimated_cost: Type.Number({ description: 'USD that the jobs cost before: about what it costs to run them again.' }),
  counts: Type.Object({
    pending: Type.Integer(),
    done: Type.Integer(),
    skipped: Type.Integer({ description: 'There was nothing to do any more.' }),
    failed: Type.Integer(),
  }),
  evaluation_set_id: Nullable(Uuid),
  with_current_version: Type.Boolean(),
  can_undo: Type.Boolean(),
  undoes: Nullable(Uuid),
  undone_by: Nullable(Uuid),
  paused_because: Nullable(
    Type.String({ description: 'Why it stands still where nobody paused it: who started it lost the role for it.' }),
  ),
  creator: Nullable(
    Type.String({ description: 'E-mail of who planned it, or started or resumed it last: it is done in their name.' }),
  ),
  created_at: Timestamp,
  started_at: Nullable(Timestamp),
  finished_at: Nullable(Timestamp),
});
export const BulkPage = Page(BulkOperation);

export const BulkItem = Type.Object({
  position: Type.Integer(),
  job_id: Uuid,
  status: Type.Enum([...itemStatuses]),
  new_job_id: Nullable(Type.String({ format: 'uuid', description: 'retry: the job that was started.' })),
  reason: Nullable(Type.String({ description: 'Why it was skipped or failed.' })),
  at: Nullable(Timestamp),
});
export const BulkItemPage = Page(BulkItem);

export const BulkItemQuery = Type.Object({
  page: Type.Optional(PageNumber),
  page_size: Type.Optional(PageSize),
  status: Type.Optional(Type.Enum([...itemStatuses], { description: 'Only jobs with this outcome.' })),
});

export const BulkFileQuery = Type.Object({
  format: Type.Optional(Type.Enum(['csv', 'parquet'], { description: 'Default csv.' })),
});

export const BulkFile = Download('The jobs as they are now.', {
  'text/csv': 'id,status,agent\r\n',
  'application/vnd.apache.parquet': 'PAR1',
});
