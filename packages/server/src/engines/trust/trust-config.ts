import { type Static, Type } from 'typebox';
import { form } from '../engine/form.ts';

// Configuration shared by the engines that fill an output schema from texts, files or pages.

export const untrustedActions = ['keep', 'null', 'review', 'fail'] as const;

const TrustSettings = Type.Object(
  {
    check: Type.Optional(
      Type.Boolean({
        title: 'Check every value',
        default: true,
        description: 'Whether to check every value against the source. Default: true.',
      }),
    ),
    min_confidence: Type.Optional(
      Type.Number({
        title: 'Lowest confidence that is trusted',
        minimum: 0,
        maximum: 1,
        description: 'Values with a lower confidence are not trusted. Default: 0.',
      }),
    ),
    on_untrusted: Type.Optional(
      Type.Enum([...untrustedActions], {
        title: 'Values that are not trusted',
        description:
          'What to do with values that the source does not support or that are below min_confidence: keep them with their mark (default), set them to null, ask for a review, or fail the job.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type TrustSettings = Static<typeof TrustSettings>;

export const trustConfig = {
  use_source: Type.Optional(
    Type.Boolean({
      ...form('trust', 'Say where each value was found'),
      default: false,
      description: 'Whether to add `field_sources`: where each value was found, and how far it can be trusted.',
    }),
  ),
  trust: Type.Optional(
    Type.Unsafe<TrustSettings>({
      ...form('trust', 'Check of values'),
      ...TrustSettings,
      description: 'Whether values are checked against the source, and what happens to those that it does not support.',
      examples: [{ min_confidence: 0.8, on_untrusted: 'review' }],
    }),
  ),
};

/** `model` is the model that gives the values. */
export type TrustConfig = { use_source?: boolean; trust?: TrustSettings; model?: string };

/** Whether values are checked, which needs the text of the source even if the model reads images. */
export const wantsCheck = ({ use_source, trust }: TrustConfig): boolean =>
  (trust?.check ?? true) || (use_source ?? false);
