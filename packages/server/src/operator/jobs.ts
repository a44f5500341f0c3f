import { type Requeued, requeueJob } from '#jobs/queue/requeue-job.ts';
import type { Transactor } from '#platform/db.ts';

export const requeueOperatorsJob = (db: Transactor, jobId: string): Promise<Requeued> => requeueJob(db, jobId);
