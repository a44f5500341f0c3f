import type { Webhook } from '@errand/sdk';
import type { Command } from 'commander';
import { call } from '../client/call.ts';
import { readUrl } from '../client/urls.ts';
import { findAgent, findNamed } from '../operations/find.ts';
import { userExitCodes } from '../terminal/errors.ts';
import { done } from '../terminal/text.ts';
import { addListenCommand } from './listen.ts';

export function addWebhookCommands(program: Command): void {
  const webhooks = program.command('webhooks').description('manage webhooks');

  webhooks
    .command('get')
    .description('show a webhook with its agents')
    .argument('<webhook>', 'id or name')
    .action((name, _, command) =>
      call(command, async ({ errand, signal }) => {
        const webhook = await findNamed<Webhook>(errand, 'webhooks.list', name);
        const agents = await errand.webhooks.agents(webhook.id, { signal });
        return { json: { ...webhook, agents }, text: show(webhook, agents) };
      }),
    );

  webhooks
    .command('create')
    .description('create a webhook; its secret is printed')
    .argument('<name>', 'name of the webhook')
    .argument('<url>', 'where events are posted', readUrl)
    .option('--agent <agents...>', 'ids or names of the agents whose jobs it reports')
    .action((name, url, { agent: agentNames = [] }, command) =>
      call(command, async ({ errand, signal }) => {
        const agents = [];
        for (const one of agentNames as string[]) agents.push(await findAgent(errand, one));
        const agent_ids = agents.map(({ id }) => id);
        const webhook = await errand.webhooks.create({ name, url, agent_ids }, { signal });
        const facts = { id: webhook.id, secret: webhook.secret, agents: String(agents.length) };
        return { json: webhook, text: done(`Created ${webhook.name}.`, facts) };
      }),
    );

  webhooks
    .command('delete')
    .description('delete a webhook with its links')
    .argument('<webhook>', 'id or name')
    .action((name, _, command) =>
      call(command, async ({ errand, signal }) => {
        const webhook = await findNamed<Webhook>(errand, 'webhooks.list', name);
        for (const { id } of await errand.webhooks.agents(webhook.id, { signal })) {
          await errand.webhooks.unlink(webhook.id, id, { signal });
        }
        await errand.webhooks.delete(webhook.id, { signal });
        return { json: { deleted: webhook.id }, text: done(`Deleted ${webhook.name}.`) };
      }),
    );

  addTrigger(webhooks);
  addListenCommand(webhooks);
}

function addTrigger(webhooks: Command): void {
  webhooks
    .command('trigger')
    .description('send a sample event to a webhook (default: to all running listeners)')
    .argument('[webhook]', 'id or name')
    .option('--agent <agent>', 'id or name of the agent in the event (default: the first linked agent)')
    .action((name, { agent: agentName }, command) =>
      call(command, async ({ errand, signal }) => {
        const targets =
          name === undefined
            ? (await errand.webhooks.list({ signal })).filter(isListener)
            : [await findNamed<Webhook>(errand, 'webhooks.list', name)];
        const agent = agentName === undefined ? undefined : await findAgent(errand, agentName);
        const sent = [];
        for (const webhook of targets) {
          const linked = await errand.webhooks.agents(webhook.id, { signal });
          const about = agent ?? linked[0];
          const outcome =
            about === undefined
              ? { success: false, status_code: null, message: 'The webhook is not linked to an agent.' }
              : await errand.webhooks.test(about.id, webhook.id, { signal });
          sent.push({ webhook_id: webhook.id, name: webhook.name, ...outcome });
        }
        if (sent.length === 0 || sent.some(({ success }) => !success)) process.exitCode = userExitCodes.failed;
        const lines = sent.map(({ name: to, success, message }) => `${success ? '✓' : '✗'} ${to}: ${message}`);
        const nobody = 'There are no listeners. Name a webhook, or run errand webhooks listen.';
        return { json: { sent }, text: lines.join('\n') || nobody };
      }),
    );
}

const isListener = ({ url }: Pick<Webhook, 'url'>): boolean => url.startsWith('errand-listener:');

function show(webhook: Webhook, agents: readonly { name: string }[]): string {
  const state = webhook.is_active ? 'on' : `off${webhook.disabled_reason ? `: ${webhook.disabled_reason}` : ''}`;
  return done(webhook.name, {
    id: webhook.id,
    url: webhook.url,
    state,
    failures: String(webhook.failure_count),
    agents: agents.map(({ name }) => name).join(', ') || '–',
  });
}
