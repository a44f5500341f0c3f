import { type AgentVersion, everyItem } from '@errand/sdk';
import type { Command } from 'commander';
import { call } from '../client/call.ts';
import { compareValues, showChanges } from '../client/compare.ts';
import type { Connection } from '../client/connect.ts';
import { findAgent } from '../client/find-agent.ts';
import { MissingError } from '../terminal/errors.ts';
import { done, moment, table } from '../terminal/text.ts';
import { addGate } from './gate.ts';

export function addAgentCommands(program: Command): void {
  const agents = program.command('agents').description('manage agents and their versions');

  agents
    .command('list')
    .description('all agents')
    .option('--search <text>', 'part of the name, engine or tag')
    .action(({ search }, command) =>
      call(command, async ({ errand }) => {
        const query = { page_size: 100, ordering: 'name' as const, ...(search && { search }) };
        const found = await Array.fromAsync(everyItem((page) => errand.agents.list({ ...query, page })));
        const rows = found.map((agent) => [
          agent.id,
          agent.name,
          agent.engine_name,
          String(agent.job_count ?? '–'),
          agent.config_warnings.length > 0 ? `${agent.config_warnings.length} warnings` : '',
        ]);
        return { json: { agents: found }, text: table(['ID', 'NAME', 'ENGINE', 'JOBS', ''], rows) };
      }),
    );

  agents
    .command('get')
    .description('show an agent with its inputs and warnings')
    .argument('<agent>', 'id or name')
    .action((name, _, command) =>
      call(command, async ({ errand }) => {
        const agent = await findAgent(errand, name);
        const version = await errand.versions.current(agent.id);
        const doors = await errand.doors.get(agent.id);
        const inputs = version.input_definitions.map(({ key, data_type, required, description }) => [
          key,
          data_type,
          required === false ? 'optional' : 'required',
          description,
        ]);
        const parts = [
          done(agent.name, {
            id: agent.id,
            engine: agent.engine_name,
            version: `${version.version_name || 'unnamed'} (${version.id})`,
            'MCP tool': doors.mcp.tool,
            'A2A card': doors.a2a.card_url,
          }),
          ...(inputs.length > 0 ? ['', table(['INPUT', 'TYPE', '', 'DESCRIPTION'], inputs)] : []),
          ...version.config_warnings.map((warning) => `! ${warning}`),
        ];
        return { json: { ...agent, current_version: version, doors }, text: parts.join('\n') };
      }),
    );

  agents
    .command('versions')
    .description('list the versions of an agent, newest first')
    .argument('<agent>', 'id or name')
    .action((name, _, command) =>
      call(command, async ({ errand }) => {
        const agent = await findAgent(errand, name);
        const versions = await versionsOf(errand, agent.id);
        const rows = versions.map(({ id, version_name, created_at, creator }) => [
          id,
          version_name || 'unnamed',
          id === agent.current_version_id ? 'current' : '',
          moment(new Date(created_at)),
          creator?.email ?? '–',
        ]);
        return { json: { versions }, text: table(['ID', 'NAME', '', 'CREATED', 'BY'], rows) };
      }),
    );
  addDiff(agents);
  addPromote(agents);
  addGate(agents, 'agent', {
    find: findAgent,
    findVersion: async (errand, { id }, text) => findVersion(await versionsOf(errand, id), text).id,
    get: (errand, id, query) => errand.gates.ofAgent(id, query),
  });
}

function addDiff(agents: Command): void {
  agents
    .command('diff')
    .description('compare two versions')
    .argument('<agent>', 'id or name')
    .argument('<from>', 'id or name of a version')
    .argument('[to]', 'id or name of a version (default: the current version)')
    .action((name, from, to, _, command) =>
      call(command, async ({ errand }) => {
        const agent = await findAgent(errand, name);
        const versions = await versionsOf(errand, agent.id);
        const older = findVersion(versions, from);
        const newer = findVersion(versions, to ?? agent.current_version_id);
        const changes = compareValues(content(older), content(newer));
        return { json: { from: older.id, to: newer.id, changes }, text: showChanges(changes) };
      }),
    );
}

function addPromote(agents: Command): void {
  agents
    .command('promote')
    .description('make a version current; choose an older version to roll back')
    .argument('<agent>', 'id or name')
    .argument('<version>', 'id or name of the version')
    .option('--override-reason <text>', 'reason for overriding the gate (admins only)')
    .action((name, text, options, command) =>
      call(command, async ({ errand }) => {
        const agent = await findAgent(errand, name);
        const versions = await versionsOf(errand, agent.id);
        const version = findVersion(versions, text);
        const changed = await errand.versions.setCurrent(
          agent.id,
          version.id,
          options.overrideReason && { override_reason: options.overrideReason },
        );
        const label = version.version_name || version.id;
        return { json: changed, text: done(`${label} is the current version of ${agent.name}.`) };
      }),
    );
}

const content = ({ engine_config, input_definitions, post_actions, approval }: AgentVersion) => ({
  engine_config,
  input_definitions,
  post_actions,
  approval,
});

const versionsOf = (errand: Connection, agentId: string): Promise<AgentVersion[]> =>
  Array.fromAsync(everyItem((page) => errand.versions.list(agentId, { page, page_size: 100 })));

/** Finds the newest version of a name. */
function findVersion(versions: readonly AgentVersion[], text: string): AgentVersion {
  const found = versions.find(({ id }) => id === text) ?? versions.find(({ version_name }) => version_name === text);
  if (found === undefined)
    throw new MissingError(`The agent has no version ${text}. errand agents versions lists them.`);
  return found;
}
