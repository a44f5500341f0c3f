// Faults of the product itself, each one line: the judge has to notice what they break. They are put into the sources as
// a process loads them (mutate.ts), so the product has no switch for them.

export type Mutation = {
  /** Below packages/server/src. */
  file: string;
  /** Stands there exactly once. */
  from: string;
  to: string;
};

export const mutations = {
  /** A commit is answered before the standby has it. */
  'synchronous commit off': [
    {
      file: 'platform/db.ts',
      from: 'const LIMITS: Settings = { ',
      to: "const LIMITS: Settings = { synchronous_commit: 'off', ",
    },
  ],
  /** A read-only database is an error like any other. */
  'read-only is no outage': [{ file: 'platform/errors.ts', from: "if (code === '25006') return 'read_only';", to: '' }],
  /** Whoever has lost a job may still write for it. */
  'fence ignored': [
    {
      file: 'jobs/queue/finish.ts',
      from: "where ${isRowOf('i.job_id')} and q.claim = i.claim",
      to: "where ${isRowOf('i.job_id')}",
    },
    {
      file: 'jobs/execute/record-step.ts',
      from: 'from job_queue where job_id = $1 and claim = $2 for',
      to: 'from job_queue where job_id = $1 and $2::bigint is not null for',
    },
  ],
  /** The heartbeat waits for a connection like everybody else. */
  'lease shared': [{ file: 'jobs/queue/lease.ts', from: 'if (own !== undefined) {', to: 'if (own === null) {' }],
  /** A removed storage folder is made anew, empty. */
  'storage made anew': [
    {
      file: 'platform/storage/disk.ts',
      from: "throw codeOf(error) === 'ENOENT' ? removed(error) : explain(root, error);",
      to: 'return mkdir(root, { recursive: true }).then(() => stat(root));',
    },
    {
      file: 'platform/storage/disk.ts',
      from: 'if (known !== undefined) await stat(join(root, MARK)).catch((error) => Promise.reject(removed(error)));',
      to: '',
    },
  ],
  /** A message that is sent again is another one. */
  'messages forgotten': [
    {
      file: 'doors/a2a/read-message.ts',
      from: "createHash('sha256').update(messageId)",
      to: "createHash('sha256').update(messageId + Math.random())",
    },
  ],
  /** One door says of cancelled jobs that they are done. */
  'cancelled told as done': [
    {
      file: 'doors/a2a/task-view.ts',
      from: '[jobStatus.cancelled]: TaskState.TASK_STATE_CANCELED',
      to: '[jobStatus.cancelled]: TaskState.TASK_STATE_COMPLETED',
    },
  ],
} satisfies Record<string, Mutation[]>;

export type MutationName = keyof typeof mutations;
