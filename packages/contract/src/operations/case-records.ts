import {
  CaseCheck,
  CaseCheckBody,
  CaseCheckDecision,
  CaseCheckPage,
  CaseCheckQuery,
  CaseFigures,
  CaseFiguresQuery,
  CaseHold,
  CaseReport,
  CaseReportBody,
  CaseReportQuery,
  CaseSampleBody,
  CaseSampled,
  LiftBody,
  Lifted,
  ReportTemplate,
  ReportTemplateBody,
  ReportTemplates,
} from '../case-records.ts';
import { defineOperations } from '../operation.ts';
import { CaseFile, HoldBody } from '../proofs.ts';

const errors = ['conflict'] as const;

export const caseRecords = defineOperations('Case desk', {
  file: {
    at: 'GET /v1/cases/:desk_case_id/case-file/',
    summary: 'Case file of a case',
    description:
      'Returns alerts, timeline, notes, decisions, the report, and the case files of its jobs as one sealed ZIP, signed with the key of the organization. `errand case verify` checks it offline.',
    responses: { 200: CaseFile },
    errors: ['conflict', 'content_lost', 'storage_failed', 'unavailable'],
  },
  hold: {
    at: 'POST /v1/cases/:desk_case_id/hold/',
    summary: 'Hold a case',
    description: 'Until the hold is released, nothing deletes the case or the data of its jobs.',
    role: 'admin',
    body: HoldBody,
    responses: { 201: CaseHold },
    errors,
  },
  releaseHold: {
    at: 'DELETE /v1/cases/:desk_case_id/hold/',
    summary: 'Release the hold of a case',
    description: 'Holds of single jobs stay.',
    role: 'admin',
    responses: { 204: null },
  },
  report: {
    at: 'GET /v1/cases/:desk_case_id/report/',
    summary: 'Retrieve the report of a case',
    description:
      'Returns the report as it was stored, with each sentence checked again. Without one: a draft from a template, which is not stored.',
    query: CaseReportQuery,
    responses: { 200: CaseReport },
  },
  saveReport: {
    at: 'PUT /v1/cases/:desk_case_id/report/',
    summary: 'Store the report of a case',
    description: 'Every sentence may carry citations. Those without support are marked, and stay.',
    role: 'analyst',
    content: 'text',
    body: CaseReportBody,
    responses: { 200: CaseReport },
    errors,
  },
  liftRestrictions: {
    at: 'POST /v1/cases/lift-restrictions/',
    summary: 'Lift restrictions whose people all left',
    description: 'For administrators. Cases of which one named person is still a member stay restricted.',
    role: 'admin',
    body: LiftBody,
    responses: { 200: Lifted },
  },
  figures: {
    at: 'GET /v1/case-desk/figures/',
    summary: 'Figures of the case desk',
    description:
      'Ageing, throughput, load per person, agreement of second looks, and the error of closing without a person.',
    query: CaseFiguresQuery,
    responses: { 200: CaseFigures },
  },
});

export const caseTemplates = defineOperations('Case desk', {
  list: {
    at: 'GET /v1/case-templates/',
    summary: 'List templates of reports',
    description: 'The built-in ones (`generic`, `fincen`, `no_report`) and those of the organization.',
    responses: { 200: ReportTemplates },
  },
  put: {
    at: 'PUT /v1/case-templates/:template_name/',
    summary: 'Set a template of reports',
    description: 'Creates or replaces a template of the organization. Built-in ones cannot be replaced.',
    role: 'admin',
    body: ReportTemplateBody,
    responses: { 200: ReportTemplate },
    errors,
  },
  delete: {
    at: 'DELETE /v1/case-templates/:template_name/',
    summary: 'Delete a template of reports',
    description: 'Reports that were written with it stay.',
    role: 'admin',
    responses: { 204: null },
    errors,
  },
});

export const caseChecks = defineOperations('Case desk', {
  list: {
    at: 'GET /v1/case-checks/',
    summary: 'List second looks',
    description: 'Newest first.',
    query: CaseCheckQuery,
    responses: { 200: CaseCheckPage },
  },
  create: {
    at: 'POST /v1/case-checks/',
    summary: 'Ask for a second look',
    description: 'At the last decision of a case. 409 if there is one.',
    role: 'analyst',
    body: CaseCheckBody,
    responses: { 201: CaseCheck },
    errors,
  },
  sample: {
    at: 'POST /v1/case-checks/sample/',
    summary: 'Draw a sample of decided cases',
    description: 'By chance, among decisions that nobody has looked at again.',
    role: 'analyst',
    body: CaseSampleBody,
    responses: { 201: CaseSampled },
  },
  decide: {
    at: 'POST /v1/case-checks/:case_check_id/decide/',
    summary: 'Say what a second look found',
    description: 'Not by who decided the case. The decision stays; reopen the case to change it.',
    role: 'analyst',
    content: 'text',
    body: CaseCheckDecision,
    responses: { 200: CaseCheck },
    errors,
  },
});
