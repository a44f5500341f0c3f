import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeOutputType } from './output-types.ts';

const output_schema = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] };
const write = (engine: string, config: Record<string, unknown> = {}, verdicts: string[] = []) =>
  writeOutputType({ engine, config, verdicts });

test('extractions have the type of their schema, also as text, per record and with sources', () => {
  assert.equal(write('PDFExtractionEngine', { output_schema }), '{ total: number }');
  assert.equal(write('ResearchEngine', { output_schema: JSON.stringify(output_schema) }), '{ total: number }');
  assert.match(
    write('PDFExtractionEngine', { output_schema, record_per: 'file' }),
    /^\(\{ total: number \} & .*\)\[\]$/,
  );
  assert.match(write('PDFExtractionEngine', { output_schema, use_source: 'true' }), /field_sources/);
  assert.equal(write('PDFExtractionEngine'), '{ text: string }');
});

test('decisions know their verdicts', () => {
  const type = write('AMLInvestigationEngine', { policy_version_id: 'x' }, ['Close', 'Escalate']);
  assert.match(type, /aml_analysis: \{ verdict: "Close" \| "Escalate"; summary: string/);
  assert.equal(write('MerchantRiskEngine'), 'unknown');
});

test('templates give text unless they say otherwise; what is not known is unknown', () => {
  assert.equal(write('TemplateEngine', { template: 'Dear ${name}' }), 'string');
  assert.equal(write('TemplateEngine', { template: { a: 1 } }), 'unknown');
  assert.equal(write('TemplateEngine', { template: '{}', output_type: 'application/json' }), 'unknown');
  assert.equal(write('HttpEngine'), 'unknown');
  assert.equal(write('MultimodalExtractionEngine', { output_schema: '${schema}' }), 'unknown');
});
