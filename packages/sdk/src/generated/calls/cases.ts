// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
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
   * Case file of a job. Everything that a finished job was decided from and by, with the hash of each file, signed
   * with the key of the organization.
   */
  file(jobId: string, options?: CallOptions): Promise<Blob>;
  /**
   * Signed list of the cases of a period. Finished jobs by the time of their end, at most 10,000. `errand case
   * export` gets the case file of each.
   */
  index(organizationId: string, query?: QueryOf<CaseIndexQuery>, options?: CallOptions): Promise<CaseIndex>;
  /**
   * Why a job was decided so. The rules with their evidence in plain words, and the smallest change that would
   * have given another verdict. 409 when no policy decided the job.
   */
  explanation(jobId: string, options?: CallOptions): Promise<Explanation>;
  /**
   * Contest a decision. Opens a review with the reason `contested` and the explanation attached; 409 while one is
   * open.
   */
  contest(jobId: string, body: ContestBody, options?: CallOptions): Promise<ReviewTask>;
  /**
   * Hold the data of a job. Until it is released nobody deletes the data of the job, and retention leaves it
   * alone.
   */
  hold(jobId: string, body: HoldBody, options?: CallOptions): Promise<Hold>;
  /** Release a hold. From now on the data of the job may be deleted again. */
  releaseHold(jobId: string, options?: CallOptions): Promise<void>;
  /** List holds. Jobs whose data may not be deleted, newest jobs first. */
  holds: PagedCall<
    (organizationId: string, query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<HoldPage>
  >;
  /** How long data is kept. In days from the end of a job; null: for ever. */
  retention(organizationId: string, options?: CallOptions): Promise<Retention>;
  /**
   * Set how long data is kept. Older data is removed within minutes, in batches, with a signed certificate each.
   * Figures stay. Held jobs are left alone.
   */
  setRetention(organizationId: string, body: Retention, options?: CallOptions): Promise<Retention>;
  /**
   * Archived months. Months whose jobs are files in storage. They are read as all others, and marked `archived`.
   */
  archive(organizationId: string, options?: CallOptions): Promise<ArchiveView>;
  /** List certificates of erasure. What was removed, when and why, newest first; each is signed. */
  certificates: PagedCall<
    (organizationId: string, query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<CertificatePage>
  >;
}
