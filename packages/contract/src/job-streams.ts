import { Type } from 'typebox';
import { JobResultView, JobStep, OutputItem, StatusEventView } from './jobs.ts';
import { CorrectedOutputs, reviewStatuses } from './reviews.ts';
import { JsonObject, Nullable, Timestamp, Uuid } from './values.ts';
import { Wait } from './waits.ts';

// Responses with many JSON values: lines of exports and the data of events.

export const BatchResultLine = Type.Object({
  index: Type.Integer({ minimum: 0, description: 'Position in the submitted list.' }),
  job_id: Uuid,
  status: JobResultView.properties.status,
  outputs: Nullable(Type.Array(OutputItem, { description: 'Null until the job is final.' })),
  error_message: Nullable(Type.String()),
  metadata: Nullable(JsonObject),
});

export const ReviewedCaseLine = Type.Object({
  job_id: Uuid,
  agent_version_id: Uuid,
  policy_version_id: Nullable(Uuid),
  inputs: JobResultView.properties.inputs,
  metadata: JsonObject,
  status: JobResultView.properties.status,
  verdict: Nullable(Type.String({ description: 'The verdict of the job.' })),
  corrected_verdict: Nullable(Type.String({ description: 'The verdict of the reviewer.' })),
  corrected_outputs: Nullable(CorrectedOutputs),
  review_status: Type.Enum([...reviewStatuses]),
  review_comment: Type.String(),
  reviewed_at: Timestamp,
  reviewed_by: Nullable(Type.String()),
  outputs: Type.Array(OutputItem),
});

export const JobDelta = Type.Object(
  {
    key: Type.String({ description: 'Key of the output.' }),
    text: Type.String({ description: 'The next part of its value.' }),
    offset: Type.Integer({ minimum: 0, description: 'Where the part begins, in UTF-16 code units.' }),
  },
  { description: '`delta`: a part of an output, as the model writes it. All parts together are its value.' },
);

export const JobRestart = Type.Object(
  { key: Type.String({ description: 'Key of the output.' }), attempt: Type.Integer({ minimum: 1 }) },
  { description: '`restart`: the output begins anew. Drop the parts before it.' },
);

export const EventData = Type.Union([
  StatusEventView,
  JobStep,
  Wait,
  Type.Record(Type.String(), Type.Unknown(), { description: '`progress`: progress reported by the engine.' }),
  JobDelta,
  JobRestart,
  Type.Object(
    {
      status: JobResultView.properties.status,
      error_message: Nullable(Type.String()),
      outputs: Type.Optional(Type.Array(OutputItem, { description: 'In the response to a run.' })),
    },
    { description: '`end`: the final state.' },
  ),
]);

export const EventHeaders = Type.Object({
  'Last-Event-ID': Type.Optional(Type.String({ description: 'Id of the last event that you received.' })),
});
