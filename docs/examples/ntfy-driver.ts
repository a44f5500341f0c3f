// A driver of one's own: ERRAND_CONNECTION_DRIVERS=docs/examples/ntfy-driver.ts npm start
// It sends short messages to the topic of a server that takes them by POST.
import type { DriverKit } from '../../packages/server/src/connections/driver-modules.ts';

export default ({ defineDriver, DriverFailure, schema }: DriverKit) =>
  defineDriver({
    connector: {
      id: 'ntfy',
      display_name: 'Notifications',
      description: 'Short messages to the topic of a notification server.',
      icon: 'bell',
      category: 'Messages',
      config_schema: schema.object({ server: schema.url('Server'), topic: schema.text('Topic') }, ['server', 'topic']),
      auth_schema: schema.object({ token: schema.secret('Access token') }),
      dynamic_input_fields: {},
      dynamic_input_test_fields: [],
      browser_session: null,
    },

    async test({ config, auth, outbound, signal }) {
      const { failure, status } = await outbound.request({
        method: 'GET',
        url: `${config.server}/${config.topic}/json?poll=1`,
        headers: auth.token ? { authorization: `Bearer ${auth.token}` } : {},
        signal,
      });
      if (failure !== null) throw new DriverFailure(failure.message, { retry: true });
      if (status !== 200) throw new DriverFailure(`The server answered with status ${status}.`);
      return 'The topic can be read.';
    },

    deliveries: {
      notify: {
        description: 'Sends one message.',
        params: { message: { description: 'The message.', required: true }, title: { description: 'Its title.' } },
        async run({ config, auth, outbound, signal }, { message = '', title = '' }) {
          const { failure, status } = await outbound.request({
            method: 'POST',
            url: String(config.server),
            headers: {
              'content-type': 'application/json',
              ...(auth.token ? { authorization: `Bearer ${auth.token}` } : {}),
            },
            body: JSON.stringify({ topic: config.topic, message, title }),
            signal,
          });
          if (failure !== null) throw new DriverFailure(failure.message, { retry: !failure.maybeCarriedOut });
          if (status !== 200)
            throw new DriverFailure(`The server answered with status ${status}.`, { retry: status! >= 500 });
          return 'The message was sent.';
        },
      },
    },
  });
