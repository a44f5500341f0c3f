import { type Static, Type } from 'typebox';
import { defineEngine, type Engine, type EngineContext, EngineFailure } from '../engine/engine.ts';
import { form } from '../engine/form.ts';
import { findAnalystWarnings } from './ask/analyst.ts';
import { findConfigProblems, investigationConfig, readSettings, type Settings } from './ask/settings.ts';
import { verdictNames } from './decide/classifications.ts';
import { investigateAgain } from './decide-again.ts';
import { createEvidence, type Evidence } from './evidence/evidence.ts';
import { addText, inputValue } from './evidence/read-inputs.ts';
import { classifyFraud } from './fraud-kinds.ts';
import { getPolicy, investigate } from './investigate.ts';
import type { Investigation } from './model.ts';
import { analysisBeginning, analysisView, investigationResult, narrate } from './output.ts';

// Engines that investigate alerts of monitoring systems by a policy: for money laundering and for fraud.

const configSchema = Type.Object({
  ...investigationConfig,
  alert_data: Type.Optional(
    Type.Unknown({ ...form('inputs', 'Alert'), description: 'The alert. Default: the input of the same name.' }),
  ),
  transaction_data: Type.Optional(
    Type.Unknown({
      ...form('inputs', 'Transactions'),
      description: 'Transactions as JSON. Default: the input of the same name.',
    }),
  ),
});

type Analyse = (
  context: EngineContext,
  found: Investigation,
  how: { settings: Settings; evidence: Evidence },
) => Promise<Record<string, unknown>>;

function defineAlertEngine(
  given: Pick<Engine, 'id' | 'name' | 'description'> & { member: string; analyse: Analyse },
): Engine {
  const { analyse: analyseFound, member, ...described } = given;
  const analyse: Analyse = async (context, found, how) => ({ [member]: await analyseFound(context, found, how) });
  return defineEngine<Static<typeof configSchema>>({
    ...described,
    inputs: [
      {
        key: 'alert_data',
        data_type: 'text/plain',
        description: 'The alert: text, or JSON text.',
        example: '{"alert": "structuring", "customer": "C-17", "note": "Nine cash deposits just below the limit."}',
      },
      {
        key: 'transaction_data',
        data_type: 'application/json',
        description: 'Transactions around the alert, as JSON text.',
        required: false,
      },
    ],
    fixedInputs: true,
    supportsMemory: true,
    policy: 'required',
    configSchema,
    checkConfig: findConfigProblems,
    findMissing: findAnalystWarnings,
    async run(context, { inputs, config }) {
      const policy = await getPolicy(context);
      const settings = readSettings(context, config);
      const evidence = createEvidence(context, verdictNames(policy));
      const alert = inputValue({ inputs, config }, 'alert_data');
      if (alert === '') throw new EngineFailure("Input 'alert_data' is required.", { code: 'errand.config.missing' });
      await addText(evidence, 'alert_data', alert, 'The alert.');
      const transactions = inputValue({ inputs, config }, 'transaction_data');
      await addText(evidence, 'transaction_data', transactions, 'Transactions around the alert.');
      const beginning = analysisBeginning(policy, member);
      const found = await investigate(context, { engine: described.id, settings, policy, evidence, beginning });
      return investigationResult(found, await analyse(context, found, { settings, evidence }));
    },
    runFrozen(context, { config, frozen }) {
      const settings = readSettings(context, config);
      return investigateAgain(context, frozen, {
        engine: described.id,
        settings,
        conclude: async (found) =>
          investigationResult(found, await analyse(context, found, { settings, evidence: found.evidence })),
      });
    },
  });
}

export const amlInvestigationEngine = defineAlertEngine({
  id: 'AMLInvestigationEngine',
  name: 'AML Investigation',
  description: 'Investigates a money laundering alert by the rules of a policy, with evidence for each finding.',
  member: 'aml_analysis',
  async analyse(context, found) {
    const narrative = await narrate(context, found);
    return { ...analysisView(found), ...(narrative !== undefined && { sar_narrative: narrative }) };
  },
});

export const fraudInvestigationEngine = defineAlertEngine({
  id: 'FraudInvestigationEngine',
  name: 'Fraud Investigation',
  description: 'Investigates a fraud alert by the rules of a policy and classifies the fraud.',
  member: 'fraud_analysis',
  async analyse(context, found, { settings, evidence }) {
    return { ...analysisView(found), ...(await classifyFraud(context, settings, evidence)) };
  },
});
