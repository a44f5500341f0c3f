import type { Domain } from '#platform/domain.ts';
import { addArchiveGauges } from './archive/gauges.ts';
import { archiveRows } from './archive/lease.ts';
import { queueChecks } from './doctor.ts';
import { addQueueGauges } from './queue/gauges.ts';
import { unstoredRows } from './retention/unstored.ts';
import { dropReviewsOfAgent } from './reviews/plans-store.ts';

export const domain: Domain = {
  name: 'jobs',
  tables: {
    jobs: { archive: 'file' },
    job_queue: { jobData: { kept: 'only jobs that have not ended have a row' }, archive: 'stays' },
    job_results: { jobData: 'erased', archive: 'file' },
    job_steps: { jobData: 'erased', archive: 'file' },
    job_progress: { jobData: 'erased', archive: 'dropped' },
    job_deltas: {
      jobData: { kept: 'erased with the end of the job, before its data can be deleted' },
      archive: 'stays',
      notExported: 'words of running jobs',
    },
    job_cache: { jobData: 'erased', archive: 'dropped' },
    job_events: { jobData: 'erased', archive: 'file' },
    job_waits: { jobData: 'erased', archive: 'file' },
    job_lanes: { jobData: { kept: 'says only until when the job had to be done' }, archive: 'stays' },
    wait_links: {},
    job_reruns: { jobData: { kept: 'says which job was run again, and from which step' }, archive: 'file' },
    job_reviews: { jobData: 'erased', archive: 'stays' },
    review_tasks: { jobData: 'erased', archive: 'stays' },
    review_plans: {},
    review_mark: { notExported: 'a mark of the source' },
    job_holds: { jobData: { kept: 'the data of a held job cannot be deleted' }, archive: 'stays' },
    unstored_jobs: { jobData: { kept: 'ids only, until the data has been deleted' }, archive: 'stays' },
    retention_settings: {},
    erasure_certificates: { jobData: { kept: 'proves the deletion' }, archive: 'stays' },
    idempotency_keys: { jobData: { kept: 'ids only, for a day' }, archive: 'stays' },
    batches: {},
    job_views: {},
    job_figures: { notExported: 'counted again after an import' },
    job_figures_mark: { notExported: 'counted again after an import' },
    job_figures_removed: {},
    figure_sums: { notExported: 'counted again after an import' },
    figure_changes: { notExported: 'counted again after an import' },
    figure_coverage: { notExported: 'counted again after an import' },
    key_figures: { notExported: 'counted again after an import' },
    key_figures_removed: {},
    model_figures: { notExported: 'counted again after an import' },
    model_figures_removed: {},
    archive_parts: {},
    archive_figures: {},
    archive_garbage: {},
    archive_skipped: { jobData: { kept: 'says why the job is not archived' }, archive: 'stays' },
    archive_task: { notExported: 'a lease of the source' },
    workers: { notExported: 'processes of the source' },
  },
  onAgentDeleted: { remove: dropReviewsOfAgent },
  doctor: queueChecks,
  gauges(metrics, database) {
    addQueueGauges(metrics, database);
    addArchiveGauges(metrics, database);
  },
  leased: [archiveRows, unstoredRows],
};
