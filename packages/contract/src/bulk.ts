import { Type } from 'typebox';
import { Download } from './content.ts';
import { JobFacetsQuery } from './job-lists.ts';
import { Nullable, Page, PageNumber, PageSize, Timestamp, Uuid } from './values.ts';

// Bulk actions on the wire: one action on many jobs.

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
    job_ids: Type.Optional(
      Type.Array(Uuid, { minItems: 1, maxItems: 10_000, description: 'Ids of jobs, in place of a filter.' }),
    ),
    with_current_version: Type.Optional(
      Type.Boolean({
        description: 'For `retry`: use the current version of each agent instead of the version that ran.',
      }),
    ),
    evaluation_set_id: Type.Optional(
      Type.String({ format: 'uuid', description: 'For `add_to_set`: the evaluation set.' }),
    ),
  },
  { examples: [{ kind: 'export', filter: { q: 'status:success since:24h' } }] },
);

export const BulkOperation = Type.Object({
  id: Uuid,
  kind: Type.Enum([...bulkKinds, 'remove_from_set']),
  status: Type.Enum([...bulkStatuses]),
  filter: Type.Record(Type.String(), Type.Unknown()),
  total: Type.Integer({ description: 'Jobs that the action applies to.' }),
  left_out: Type.Integer({
    description: 'Matching jobs that the action cannot apply to, such as finished jobs for `cancel`.',
  }),
  searched_to: Nullable(
    Type.String({
      format: 'date-time',
      description:
        'With a filter: jobs accepted before this time are archived and not included. Use job_ids for them. Null: no matching job is archived.',
    }),
  ),
  estimated_cost: Type.Number({
    description: 'USD that the jobs cost originally. Running them again costs about the same.',
  }),
  counts: Type.Object({
    pending: Type.Integer(),
    done: Type.Integer(),
    skipped: Type.Integer({ description: 'Jobs that needed no action any more.' }),
    failed: Type.Integer(),
  }),
  evaluation_set_id: Nullable(Uuid),
  with_current_version: Type.Boolean(),
  can_undo: Type.Boolean(),
  undoes: Nullable(Uuid),
  undone_by: Nullable(Uuid),
  paused_because: Nullable(
    Type.String({
      description:
        'Why the action stopped although nobody paused it: the person who started it no longer has the required role.',
    }),
  ),
  creator: Nullable(
    Type.String({
      description:
        'E-mail of the person who planned, started or last resumed the action. The action runs on behalf of this person.',
    }),
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
  new_job_id: Nullable(Type.String({ format: 'uuid', description: 'For `retry`: the new job.' })),
  reason: Nullable(Type.String({ description: 'Why the job was skipped or the action failed.' })),
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

export const BulkFile = Download('The current state of the jobs.', {
  'text/csv': 'id,status,agent\r\n',
  'application/vnd.apache.parquet': 'PAR1',
});
