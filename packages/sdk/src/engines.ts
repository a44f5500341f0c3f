import type { InputDefinition } from './agents.ts';
import type { Requester } from './request.ts';
import type { JsonObject } from './values.ts';

export type EngineType = {
  engine_class_id: string;
  engine_name: string;
  description: string;
  input_schema: InputDefinition[];
  config_schema: JsonObject;
  default_engine_config: JsonObject;
  fixed_inputs: boolean;
};

export type Model = {
  id: string;
  providers: string[];
  capabilities: string[];
  context_window: number;
  max_output_tokens: number;
  supports_temperature: boolean;
  supports_reasoning_effort: boolean;
  supports_json_schema: boolean;
};

export function createEngines(request: Requester) {
  return {
    list: async (signal?: AbortSignal) =>
      (await request<{ engines: EngineType[] }>('GET', '/v1/agents/types/', { signal })).engines,
    models: async (signal?: AbortSignal) =>
      (await request<{ models: Model[] }>('GET', '/v1/agents/models/', { signal })).models,
  };
}
