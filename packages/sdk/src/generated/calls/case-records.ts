// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions, QueryOf } from '../../transport/options.ts';
import type {
  CaseFigures,
  CaseFiguresQuery,
  CaseHold,
  CaseReport,
  CaseReportBody,
  CaseReportQuery,
  LiftBody,
  Lifted,
} from '../types/case-records.ts';
import type { HoldBody } from '../types/proofs.ts';

export interface CaseRecordsCalls {
  /**
   * Case file of a case. Returns alerts, timeline, notes, decisions, the report, and the case files of its jobs as
   * one sealed ZIP, signed with the key of the organization. `errand case verify` checks it offline.
   */
  file(deskCaseId: string, options?: CallOptions): Promise<Blob>;
  /** Hold a case. Until the hold is released, nothing deletes the case or the data of its jobs. */
  hold(deskCaseId: string, body: HoldBody, options?: KeyedOptions): Promise<CaseHold>;
  /** Release the hold of a case. Holds of single jobs stay. */
  releaseHold(deskCaseId: string, options?: CallOptions): Promise<void>;
  /**
   * Retrieve the report of a case. Returns the report as it was stored, with each sentence checked again. Without
   * one: a draft from a template, which is not stored.
   */
  report(deskCaseId: string, query?: QueryOf<CaseReportQuery>, options?: CallOptions): Promise<CaseReport>;
  /**
   * Store the report of a case. Every sentence may carry citations. Those without support are marked, and stay.
   */
  saveReport(deskCaseId: string, body: CaseReportBody, options?: CallOptions): Promise<CaseReport>;
  /**
   * Lift restrictions whose people all left. For administrators. Cases of which one named person is still a member
   * stay restricted.
   */
  liftRestrictions(body: LiftBody, options?: CallOptions): Promise<Lifted>;
  /**
   * Figures of the case desk. Ageing, throughput, load per person, agreement of second looks, and the error of
   * closing without a person.
   */
  figures(query?: QueryOf<CaseFiguresQuery>, options?: CallOptions): Promise<CaseFigures>;
}
