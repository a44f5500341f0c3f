import { type Static, Type } from 'typebox';
import { defineEngine, EngineFailure } from '../engine/engine.ts';
import { form } from '../engine/form.ts';
import { findAnalystWarnings } from './ask/analyst.ts';
import { findConfigProblems, investigationConfig, readSettings } from './ask/settings.ts';
import { verdictNames } from './decide/classifications.ts';
import { investigateAgain } from './decide-again.ts';
import { createEvidence } from './evidence/evidence.ts';
import { addFiles, addText, inputValue } from './evidence/read-inputs.ts';
import { getPolicy, investigate } from './investigate.ts';
import type { Investigation } from './model.ts';
import { investigationResult, resultBeginning, resultView } from './output.ts';

const ENGINE = 'ProductPolicyEngine';
/** The member of the output with the result. */
const RESULT = 'compliance_result';

const configSchema = Type.Object({
  ...investigationConfig,
  product_listing: Type.Optional(
    Type.String({ ...form('inputs', 'Listing'), description: 'The listing. Default: the input of the same name.' }),
  ),
  product_listings: Type.Optional(
    Type.String({ ...form('inputs', 'Listing'), description: 'Another name for product_listing.' }),
  ),
  product_images: Type.Optional(
    Type.String({ ...form('inputs', 'Images of the product'), description: 'File ids or URLs of images.' }),
  ),
});

/** Checks whether a product listing complies with a policy. */
export const productPolicyEngine = defineEngine<Static<typeof configSchema>>({
  id: ENGINE,
  name: 'Product Compliance',
  description: 'Decides each rule of a policy for a product listing, with evidence, and reaches a verdict.',
  inputs: [
    {
      key: 'product_listing',
      data_type: 'text/plain',
      description: 'The listing: title, description, price, attributes.',
      example: 'Hunting knife, 12 cm blade, with sheath.',
      required: false,
    },
    {
      key: 'product_listings',
      data_type: 'text/plain',
      description: 'Another name for product_listing.',
      required: false,
    },
    {
      key: 'product_images',
      data_type: 'image/*',
      description: 'Images of the product.',
      accepts_multiple_files: true,
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
    const values = { inputs, config };
    const listing = inputValue(values, 'product_listing', 'product_listings');
    const images = inputValue(values, 'product_images');
    if (listing === '' && images === '')
      throw new EngineFailure("Input 'product_listing' or 'product_images' is required.", {
        code: 'errand.config.missing',
      });
    await addText(evidence, 'product_listing', listing, 'The product listing.');
    await addFiles(context, evidence, { key: 'product_images', value: images, readsImages: settings.readsImages });
    const found = await investigate(context, {
      engine: ENGINE,
      settings,
      policy,
      evidence,
      beginning: resultBeginning(policy, RESULT),
    });
    return conclude(found);
  },
  runFrozen: (context, { config, frozen }) =>
    investigateAgain(context, frozen, { engine: ENGINE, settings: readSettings(context, config), conclude }),
});

const conclude = (found: Investigation) => investigationResult(found, { [RESULT]: resultView(found) });
