// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type { VersionListQuery } from '../types/agents.ts';
import type {
  ArchiveView,
  CaseIndex,
  CaseIndexQuery,
  CertificatePage,
  ContestBody,
  Explanation,
  Hold,
  HoldBody,
  HoldPage,
  Retention,
} from '../types/proofs.ts';
import type { ReviewTask } from '../types/review-desk.ts';

export interface CasesCalls {
  /**
   * Case file of a job. Returns everything behind the decision of a finished job, with a hash of each file, signed
   * with the key of the organization.
   */
  file(jobId: string, options?: CallOptions): Promise<Blob>;
  /**
   * Signed list of the cases of a period. Lists finished jobs by end time, at most 10,000. `errand case export`
   * downloads the case file of each.
   */
  index(organizationId: string, query?: QueryOf<CaseIndexQuery>, options?: CallOptions): Promise<CaseIndex>;
  /**
   * Explain a decision. Returns the rules with their evidence in plain words, and the smallest change that would
   * have led to another verdict. 409 if no policy decided the job.
   */
  explanation(jobId: string, options?: CallOptions): Promise<Explanation>;
  /**
   * Contest a decision. Opens a review with the reason `contested` and attaches the explanation. 409 while such a
   * review is open.
   */
  contest(jobId: string, body: ContestBody, options?: KeyedOptions): Promise<ReviewTask>;
  /**
   * Hold the data of a job. Until the hold is released, nobody can delete the data of the job and retention does
   * not remove it.
   */
  hold(jobId: string, body: HoldBody, options?: KeyedOptions): Promise<Hold>;
  /** Release a hold. The data of the job can be deleted again. */
  releaseHold(jobId: string, options?: CallOptions): Promise<void>;
  /** List holds. Lists jobs whose data cannot be deleted, newest first. */
  holds: PagedCall<
    (organizationId: string, query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<HoldPage>
  >;
  /**
   * Retrieve retention settings. Returns how long data is kept, in days from the end of a job. Null: forever.
   */
  retention(organizationId: string, options?: CallOptions): Promise<Retention>;
  /**
   * Change retention settings. Removes older data within minutes, in batches, each with a signed certificate.
   * Statistics stay. Held jobs are not changed.
   */
  setRetention(organizationId: string, body: Retention, options?: CallOptions): Promise<Retention>;
  /**
   * Archived months. Lists the months whose jobs are files in the storage. You read these jobs like all others;
   * they are marked `archived`.
   */
  archive(organizationId: string, options?: CallOptions): Promise<ArchiveView>;
  /**
   * List certificates of erasure. Lists what was removed, when and why, newest first. Each certificate is signed.
   */
  certificates: PagedCall<
    (organizationId: string, query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<CertificatePage>
  >;
}
