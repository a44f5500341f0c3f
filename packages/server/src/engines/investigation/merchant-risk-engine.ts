import { type Static, Type } from 'typebox';
import { defineEngine, type EngineContext, EngineFailure, type EngineResult } from '../engine/engine.ts';
import { findAnalystWarnings } from './ask/analyst.ts';
import { findConfigProblems, investigationConfig, readSettings } from './ask/settings.ts';
import { verdictNames } from './decide/classifications.ts';
import { investigateAgain } from './decide-again.ts';
import { createEvidence } from './evidence/evidence.ts';
import { addFiles, addPage, addText, inputValue, type Values } from './evidence/read-inputs.ts';
import { getPolicy, investigate } from './investigate.ts';
import { assessMerchant } from './merchant/assess-merchant.ts';
import type { Investigation } from './model.ts';
import { investigationResult, resultBeginning, resultView } from './output.ts';

const ENGINE = 'MerchantRiskEngine';
/** The member of the output with the result. */
const RESULT = 'underwriting_result';

const optional = (key: string, description: string, data_type = 'text/plain', several = false) => ({
  key,
  data_type,
  description,
  ...(several && { accepts_multiple_files: true }),
  required: false,
});

const inputs = [
  optional('merchant_url', "URL of the merchant's site."),
  optional('merchant_address', 'Postal address of the merchant.'),
  optional('merchant_name', 'Name of the merchant.'),
  optional('merchant_context', 'With a policy: what is known about the merchant, as text or JSON text.'),
  optional('images', 'With a policy: images.', 'image/*', true),
  optional('documents', 'With a policy: documents of the merchant.', '*/*', true),
  optional('risk_assessment_config', 'Without a policy: weights of the metrics, as JSON text.', 'application/json'),
];

const configSchema = Type.Object({
  ...investigationConfig,
  ...Object.fromEntries(
    inputs.map(({ key, description }) => [key, Type.Optional(Type.Unknown({ 'x-section': 'inputs', description }))]),
  ),
});

/** Underwrites a merchant by a policy, or assesses it in general if there is none. */
export const merchantRiskEngine = defineEngine<Static<typeof configSchema>>({
  id: ENGINE,
  name: 'Merchant Risk',
  description:
    'With a policy: decides each of its rules for a merchant, with evidence. Without a policy: reads the site and returns risk metrics.',
  inputs,
  fixedInputs: true,
  supportsMemory: true,
  policy: 'optional',
  configSchema,
  checkConfig: findConfigProblems,
  findMissing: findAnalystWarnings,
  async run(context, { inputs: given, config }) {
    const values = { inputs: given, config };
    const hasPolicy = typeof config.policy_version_id === 'string' && config.policy_version_id.trim() !== '';
    return hasPolicy ? underwrite(context, values) : assess(context, values);
  },
  runFrozen: (context, { config, frozen }) =>
    investigateAgain(context, frozen, { engine: ENGINE, settings: readSettings(context, config), conclude }),
});

const conclude = (found: Investigation) => investigationResult(found, { [RESULT]: resultView(found) });

async function underwrite(context: EngineContext, values: Values): Promise<EngineResult> {
  const policy = await getPolicy(context);
  const settings = readSettings(context, values.config);
  const evidence = createEvidence(context, verdictNames(policy));
  for (const key of ['merchant_context', 'merchant_name', 'merchant_address'])
    await addText(evidence, key, inputValue(values, key), `The input ${key}.`);
  const url = inputValue(values, 'merchant_url');
  if (url !== '') await addPage(context, evidence, 'merchant_url', url);
  for (const key of ['documents', 'images'])
    await addFiles(context, evidence, { key, value: inputValue(values, key), readsImages: settings.readsImages });
  const found = await investigate(context, {
    engine: ENGINE,
    settings,
    policy,
    evidence,
    beginning: resultBeginning(policy, RESULT),
  });
  return conclude(found);
}

async function assess(context: EngineContext, values: Values): Promise<EngineResult> {
  const merchant = {
    url: inputValue(values, 'merchant_url'),
    address: inputValue(values, 'merchant_address'),
    name: inputValue(values, 'merchant_name'),
  };
  if (merchant.url === '' && merchant.address === '')
    throw new EngineFailure("Input 'merchant_url' or 'merchant_address' is required.", {
      code: 'errand.config.missing',
    });
  const settings = readSettings(context, values.config);
  const weights = inputValue(values, 'risk_assessment_config');
  const assessment = await assessMerchant(context, settings, merchant, weights);
  const { overall_risk_level: level } = assessment.risk_assessments;
  return {
    outputs: [
      {
        key: 'output',
        data_type: 'application/json',
        value: JSON.stringify(assessment),
        description: settings.isBaseline
          ? 'Computed from the content of the site, not judged by a model.'
          : `By ${settings.model}.`,
      },
    ],
    uiFields: { verdict: level },
  };
}
