import { DriverFailure, defineDriver, type System } from '../model/driver.ts';
import { object, secret, text, url } from '../model/schema.ts';

// Messages to Slack, by an incoming webhook or by the API with a bot's token.

const API_DEFAULT = 'https://slack.com/api';
/** Slack cuts longer messages. */
const CHARACTERS_MAX = 40_000;

export const slack = defineDriver({
  connector: {
    id: 'slack',
    display_name: 'Slack',
    description: 'Messages to a channel, by an incoming webhook or a bot.',
    icon: 'message-square',
    category: 'Messages',
    config_schema: object({
      channel: text('Channel', 'Where messages go with a bot token, such as #alerts.'),
      api_url: url('Address of the API', 'For servers that speak the same protocol.', { default: API_DEFAULT }),
    }),
    auth_schema: object({
      webhook_url: secret('Address of the incoming webhook', 'Either this,'),
      bot_token: secret('Bot token', 'or this, with the scope chat:write.'),
    }),
    dynamic_input_fields: {},
    dynamic_input_test_fields: [],
    browser_session: null,
  },

  check(_config, auth) {
    const given = ['webhook_url', 'bot_token'].filter((name) => auth[name] !== undefined && auth[name] !== '');
    return given.length === 1 ? {} : { auth_config: ["Give either 'webhook_url' or 'bot_token'."] };
  },

  async test(system) {
    if (hasWebhook(system)) {
      // A message without a text is refused by an address that works, and shown by none.
      const { status, body } = await post(system, webhookOf(system), {}, {});
      if (status === 400 && /no_text|invalid_payload|missing_text/.test(body)) return 'The webhook takes messages.';
      if (status === 200) return 'The webhook takes messages.';
      throw new DriverFailure(`The webhook answered with status ${status} (${body.slice(0, 100)}).`);
    }
    const answer = await callApi(system, 'auth.test', {});
    return `Signed in as ${String(answer.user ?? 'a bot')} of ${String(answer.team ?? 'a workspace')}.`;
  },

  deliveries: {
    post_message: {
      description: 'Posts one message.',
      params: {
        text: { description: 'The message, in the markup of Slack.', required: true, escapes: true },
        channel: { description: 'Default: the channel of the connection. With a bot token only.' },
      },
      async run(system, { text: message = '', channel = '' }) {
        const shown = message.slice(0, CHARACTERS_MAX);
        if (hasWebhook(system)) {
          const { status, body } = await post(system, webhookOf(system), {}, { text: shown });
          if (status !== 200)
            throw new DriverFailure(`The webhook answered with status ${status} (${body.slice(0, 100)}).`, {
              retry: status >= 500 || status === 429,
            });
          return 'Posted by the webhook.';
        }
        const target = channel || String(system.config.channel ?? '');
        if (target === '')
          throw new DriverFailure('There is no channel: neither the action nor the connection has one.');
        await callApi(system, 'chat.postMessage', { channel: target, text: shown });
        return `Posted to ${target}.`;
      },
    },
  },
});

const hasWebhook = ({ auth }: System): boolean => typeof auth.webhook_url === 'string' && auth.webhook_url !== '';
const webhookOf = ({ auth }: System): string => String(auth.webhook_url);

async function callApi(system: System, method: string, body: object): Promise<Record<string, unknown>> {
  const base = String(system.config.api_url || API_DEFAULT).replace(/\/$/, '');
  const headers = { authorization: `Bearer ${String(system.auth.bot_token)}` };
  const { status, body: text } = await post(system, `${base}/${method}`, headers, body);
  if (status !== 200)
    throw new DriverFailure(`Slack answered with status ${status}.`, { retry: status >= 500 || status === 429 });
  const answer = readJson(text);
  if (answer?.ok === true) return answer;
  const error = String(answer?.error ?? 'an answer that is no JSON').slice(0, 100);
  throw new DriverFailure(`Slack refused: ${error}.`, {
    retry: /^(ratelimited|internal_error|service_unavailable)$/.test(error),
  });
}

async function post(
  { outbound, signal }: System,
  url: string,
  headers: Record<string, string>,
  body: object,
): Promise<{ status: number; body: string }> {
  const {
    failure,
    status,
    body: answer,
  } = await outbound.request({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
    limits: { keptBytesMax: 65_536 },
    signal,
  });
  signal.throwIfAborted();
  if (failure !== null)
    throw new DriverFailure(`Slack could not be reached. ${failure.message}`, { retry: !failure.maybeCarriedOut });
  return { status: status!, body: answer.toString('utf8') };
}

function readJson(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
