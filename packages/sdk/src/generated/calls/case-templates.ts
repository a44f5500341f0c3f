// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions } from '../../transport/options.ts';
import type { ReportTemplate, ReportTemplateBody, ReportTemplates } from '../types/case-records.ts';

export interface CaseTemplatesCalls {
  /**
   * List templates of reports. The built-in ones (`generic`, `fincen`, `no_report`) and those of the organization.
   */
  list(options?: CallOptions): Promise<ReportTemplates>;
  /**
   * Set a template of reports. Creates or replaces a template of the organization. Built-in ones cannot be
   * replaced.
   */
  put(templateName: string | number, body: ReportTemplateBody, options?: CallOptions): Promise<ReportTemplate>;
  /** Delete a template of reports. Reports that were written with it stay. */
  delete(templateName: string | number, options?: CallOptions): Promise<void>;
}
