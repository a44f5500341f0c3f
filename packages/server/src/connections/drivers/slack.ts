import { DriverFailure, defineDriver, type System } from '../model/driver.ts';
import { object, secret, text, url } from '../model/schema.ts';

// Posts messages to Slack, through an incoming webhook or with a bot token.

const API_DEFAULT = 'https://slack.com/api';
/** Slack cuts longer messages. */
const CHARACTERS_MAX = 40_000;

export const slack = defineDriver({
  connector: {
    id: 'slack',
    display_name: 'Slack',
    description: 'Posts messages to a channel, through an incoming webhook or as a bot.',
    icon: 'message-square',
    category: 'Messages',
    config_schema: object({
      channel: text('Channel', 'The channel that a bot posts to, such as #alerts.'),
      api_url: url('Address of the API', 'For other servers with the same API.', { default: API_DEFAULT }),
    }),
    auth_schema: object({
      webhook_url: secret('Address of the incoming webhook', 'Set either this or the bot token.'),
      bot_token: secret('Bot token', 'Needs the scope chat:write.'),
    }),
    dynamic_input_fields: {},
    dynamic_input_test_fields: [],
    browser_session: null,
  },

  check(_config, auth) {
    const given = ['webhook_url', 'bot_token'].filter((name) => auth[name] !== undefined && auth[name] !== '');
    return given.length === 1 ? {} : { auth_config: ["Exactly one of 'webhook_url' and 'bot_token' is required."] };
  },

  async test(system) {
    if (hasWebhook(system)) {
      // A working webhook refuses a message without text, so the test posts nothing.
      const { status, body } = await post(system, webhookOf(system), {}, {});
      if (status === 400 && /no_text|invalid_payload|missing_text/.test(body)) return 'The webhook accepts messages.';
      if (status === 200) return 'The webhook accepts messages.';
      throw new DriverFailure(`The webhook answered with status ${status} (${body.slice(0, 100)}).`);
    }
    const answer = await callApi(system, 'auth.test', {});
    return `Signed in as ${String(answer.user ?? 'a bot')} of ${String(answer.team ?? 'a workspace')}.`;
  },

  deliveries: {
    post_message: {
      description: 'Posts one message.',
      params: {
        text: { description: "The message, in Slack's markup.", required: true, escapes: true },
        channel: { description: "Only with a bot token. Default: the connection's channel." },
      },
      async run(system, { text: message = '', channel = '' }) {
        const shown = message.slice(0, CHARACTERS_MAX);
        if (hasWebhook(system)) {
          const { status, body } = await post(system, webhookOf(system), {}, { text: shown });
          if (status !== 200)
            throw new DriverFailure(`The webhook answered with status ${status} (${body.slice(0, 100)}).`, {
              retry: status >= 500 || status === 429,
            });
          return 'Posted through the webhook.';
        }
        const target = channel || String(system.config.channel ?? '');
        if (target === '')
          throw new DriverFailure("No channel is set. Set 'channel' in the action or in the connection.");
        await callApi(system, 'chat.postMessage', { channel: target, text: shown });
        return `Posted to ${target}.`;
      },
    },
  },
});

const hasWebhook = ({ auth }: System): boolean => typeof auth.webhook_url === 'string' && auth.webhook_url !== '';

/** The path of the address is the credential, and a receiver sees nothing but the path. */
function webhookOf({ auth, hide }: System): string {
  const address = String(auth.webhook_url);
  const { pathname, search } = URL.canParse(address) ? new URL(address) : { pathname: '', search: '' };
  for (const part of [pathname + search, pathname, ...pathname.split('/').filter((one) => one.length >= 8)]) hide(part);
  return address;
}

async function callApi(system: System, method: string, body: object): Promise<Record<string, unknown>> {
  const base = String(system.config.api_url || API_DEFAULT).replace(/\/$/, '');
  const headers = { authorization: `Bearer ${String(system.auth.bot_token)}` };
  const { status, body: text } = await post(system, `${base}/${method}`, headers, body);
  if (status !== 200)
    throw new DriverFailure(`Slack answered with status ${status}.`, { retry: status >= 500 || status === 429 });
  const answer = readJson(text);
  if (answer?.ok === true) return answer;
  const error = String(answer?.error ?? 'the answer is not JSON').slice(0, 100);
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
