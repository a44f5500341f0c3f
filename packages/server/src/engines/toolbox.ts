import type { Outbound } from '#platform/safe-fetch/outbound.ts';
import type { EngineContext } from './engine.ts';
import { createFetch } from './fetch-step.ts';
import type { ModelCaller } from './models/call-model.ts';
import type { ModelTool } from './models/model-call.ts';
import type { Seat } from './seat.ts';

// What an engine reaches the world with: models, the internet, tools. Each of them works through the steps of the job.

export type Toolbox = (seat: Seat) => Pick<EngineContext, 'model' | 'modelName' | 'readsImages' | 'fetch' | 'tools'>;

export type ToolboxDeps = {
  callModel: ModelCaller;
  modelName(asked?: string): string;
  readsImages(asked?: string): boolean;
  outbound: Outbound;
  listTools(): Promise<ModelTool[]>;
};

export function createToolbox({ callModel, modelName, readsImages, outbound, listTools }: ToolboxDeps): Toolbox {
  return (seat) => ({
    model: (name, request) => callModel(seat, name, request),
    modelName,
    readsImages,
    fetch: createFetch(outbound, seat),
    tools: listTools,
  });
}
