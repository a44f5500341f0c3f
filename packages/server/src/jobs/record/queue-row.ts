/**
 * Finds the queue row `q` of a job by its key. The queue is empty most of the time, and PostgreSQL assumes that it has
 * no rows until the next analyze. With a plain equality it may then scan the whole queue for each job; this form forces
 * a lookup in the primary key.
 */
export const isRowOf = (jobId: string): string => `q.job_id = any (array[${jobId}])`;

export const joinQueue = (jobId: string): string => `left join job_queue q on ${isRowOf(jobId)}`;
