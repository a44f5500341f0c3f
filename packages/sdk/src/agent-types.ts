import type { RunBody } from './generated/types/jobs.ts';

// Types of an organization's agents, as `errand gen types` writes them: createErrand<Agents>({ agents }) then checks
// the inputs of each agent and knows its output, by the agent's name in that file or by its id.

export type AgentType = { id: string; inputs: object; output: unknown };
export type AgentTypes = Record<string, AgentType>;

type AnyAgent = { id: string; inputs: Record<string, unknown>; output: unknown };
/** Used without generated types: any agent, by its id. */
export type AnyAgents = Record<string, AnyAgent>;

type ById<Agents extends AgentTypes, Ref> = {
  [Name in keyof Agents]: [Ref] extends [Agents[Name]['id']] ? Agents[Name] : never;
}[keyof Agents];

type Found<Agents extends AgentTypes, Ref> = Ref extends keyof Agents ? Agents[Ref] : ById<Agents, Ref>;

/** The agent with this name or id, or any agent if it is only known at run time. */
type AgentOf<Agents extends AgentTypes, Ref> = string extends Ref
  ? AnyAgent
  : [Found<Agents, Ref>] extends [never]
    ? AnyAgent
    : Found<Agents, Ref>;

/** A name or id of these agents, or an id that is only known at run time. A misspelt name does not compile. */
export type AgentRef<Agents extends AgentTypes, Ref extends string> = Ref &
  (string extends Ref ? unknown : keyof Agents | Agents[keyof Agents]['id']);

export type InputsOf<Agents extends AgentTypes, Ref> = AgentOf<Agents, Ref>['inputs'];
export type OutputOf<Agents extends AgentTypes, Ref> = AgentOf<Agents, Ref>['output'];

/** The body of a run. `inputs` may be omitted if no input is required. */
export type TypedRunBody<Inputs> = Omit<RunBody, 'inputs'> &
  (Record<never, never> extends Inputs ? { inputs?: Inputs } : { inputs: Inputs });

/** The arguments after the agent. */
export type RunArguments<Inputs, Options> =
  Record<never, never> extends Inputs
    ? [body?: TypedRunBody<Inputs>, options?: Options]
    : [body: TypedRunBody<Inputs>, options?: Options];

/** The ids of agents by name. Required if agents have types. */
export type AgentIds<Agents extends AgentTypes> = string extends keyof Agents
  ? { agents?: Readonly<Record<string, string>> }
  : { agents: { readonly [Name in keyof Agents]: Agents[Name]['id'] } };
