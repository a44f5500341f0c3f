/**
 * Finds the queue's row `q` of a job by its key. The queue is empty most of the time, and PostgreSQL believes that it has
 * no rows until the next analyze. With a plain equality it may then walk the whole queue for each job; this form leaves
 * it nothing but the look into the primary key.
 */
export const isRowOf = (jobId: string): string => `q.job_id = any (array[${jobId}])`;

export const joinQueue = (jobId: string): string => `left join job_queue q on ${isRowOf(jobId)}`;
