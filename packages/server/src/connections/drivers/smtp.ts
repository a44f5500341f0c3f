import { createHmac } from 'node:crypto';
import type { Transporter } from 'nodemailer';
import { OutboundError } from '#platform/outbound/failures.ts';
import { DriverFailure, defineDriver, type System } from '../model/driver.ts';
import { flag, integer, object, secret, text } from '../model/schema.ts';

// Sends mail through the team's own mail server. The guard makes the connection. TLS is required unless the
// connection's `require_tls` is false.

const TIMEOUT_MS = 30_000;
const PORT_DEFAULT = 587;
const BYTES_MAX = 10 * 1024 * 1024;

export const smtp = defineDriver({
  connector: {
    id: 'smtp',
    display_name: 'E-mail (SMTP)',
    description: 'Sends mail through your own mail server.',
    icon: 'mail',
    category: 'Messages',
    config_schema: object(
      {
        host: text('Host', '', { minLength: 1, maxLength: 255 }),
        port: integer('Port', 1, 65_535, { default: PORT_DEFAULT }),
        secure: flag('TLS from the start', { description: 'Usual on port 465. Otherwise STARTTLS is used.' }),
        require_tls: flag('Only with TLS', { default: true, description: 'Refuse a server without STARTTLS.' }),
        from: text('Sender', 'Such as Reports <reports@example.com>.', { minLength: 3, maxLength: 500 }),
      },
      ['host', 'from'],
    ),
    auth_schema: object({ username: text('User name'), password: secret('Password') }),
    dynamic_input_fields: {},
    dynamic_input_test_fields: [],
    browser_session: null,
  },

  check({ host, from }) {
    const problems = [
      ...(/[\s/@]/.test(String(host)) ? ["'host' must be a host name or an IP address, without a scheme."] : []),
      ...(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+[^\r\n]*$/.test(String(from)) ? [] : ["'from' must contain an e-mail address."]),
    ];
    return problems.length === 0 ? {} : { config: problems };
  },

  async test(system) {
    const transport = await open(system);
    try {
      await transport.verify();
      return `The server accepts mail${system.auth.username ? ' with these credentials' : ''}.`;
    } catch (error) {
      throw explain(system, error);
    } finally {
      transport.close();
    }
  },

  deliveries: {
    send_mail: {
      description: 'Sends one mail.',
      params: {
        to: { description: 'One address or several, separated by commas.', required: true },
        subject: { description: 'The subject.', required: true },
        text: { description: 'The mail as plain text.' },
        html: { description: 'The mail as HTML.', escapes: true },
        cc: { description: 'Further recipients, separated by commas.' },
        reply_to: { description: 'The address for replies.' },
      },
      async run(system, params, key) {
        const { to = '', subject = '', text: plain, html, cc, reply_to: replyTo } = params;
        if (plain === undefined && html === undefined) throw new DriverFailure("The mail must have 'text' or 'html'.");
        if ((plain?.length ?? 0) + (html?.length ?? 0) > BYTES_MAX) throw new DriverFailure('The mail is too long.');
        const transport = await open(system);
        try {
          const sent = await transport.sendMail({
            from: String(system.config.from),
            to,
            subject: subject.replace(/[\r\n]+/g, ' ').slice(0, 1_000),
            ...(plain !== undefined && { text: plain }),
            ...(html !== undefined && { html }),
            ...(cc !== undefined && cc !== '' && { cc }),
            ...(replyTo !== undefined && replyTo !== '' && { replyTo }),
            // The same for every attempt, so that a mail server can recognize duplicates.
            messageId: `<${key}@errand>`,
            // Texts come from jobs, so they must not make us read a file or fetch an address.
            disableFileAccess: true,
            disableUrlAccess: true,
          });
          const { accepted } = sent as { accepted?: unknown[] };
          return `Sent to ${accepted?.length ?? 0} ${accepted?.length === 1 ? 'recipient' : 'recipients'}.`;
        } catch (error) {
          throw explain(system, error);
        } finally {
          transport.close();
        }
      },
    },
  },
});

async function open({ config, auth, outbound, hide }: System): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const host = String(config.host);
  const port = Number(config.port ?? PORT_DEFAULT);
  const user = String(auth.username ?? '');
  const password = String(auth.password ?? '');
  hide(Buffer.from(`\u0000${user}\u0000${password}`).toString('base64'));
  return createTransport({
    host,
    port,
    secure: config.secure === true,
    requireTLS: config.require_tls !== false && config.secure !== true,
    ...(user !== '' && { auth: { user, pass: password } }),
    customAuth: { 'CRAM-MD5': (sign: Challenge) => signChallenge(sign, { user, password, hide }) },
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket(_options: unknown, callback: (error: Error | null, socket?: unknown) => void): void {
      outbound.dial(host, port).then((connection) => callback(null, { connection }), callback);
    },
  } as never) as unknown as Transporter;
}

type Challenge = { sendCommand(command: string): Promise<{ status: number; text: string }> };

/** As the library does it, but the signature is known as a secret before it is sent. */
async function signChallenge(
  { sendCommand }: Challenge,
  { user, password, hide }: { user: string; password: string; hide: System['hide'] },
): Promise<void> {
  const asked = await sendCommand('AUTH CRAM-MD5');
  const challenge = Buffer.from(asked.text, 'base64');
  const signature = createHmac('md5', password).update(challenge).digest('hex');
  const reply = Buffer.from(`${user} ${signature}`).toString('base64');
  hide(signature);
  hide(reply);
  const said = asked.status === 334 ? await sendCommand(reply) : asked;
  if (said.status !== 235) throw new DriverFailure('The mail server did not accept the credentials.');
}

function explain({ signal }: System, error: unknown): Error {
  if (error instanceof DriverFailure) return error;
  signal.throwIfAborted();
  const { code, responseCode, response } = error as { code?: string; responseCode?: number; response?: string };
  if (error instanceof OutboundError) return new DriverFailure(error.message, { retry: true });
  if (code === 'EAUTH') return new DriverFailure('The mail server did not accept the credentials.');
  if (code === 'ETLS')
    return new DriverFailure('The mail server does not offer TLS, or its certificate was not accepted.');
  if (responseCode !== undefined)
    return new DriverFailure(`The mail server answered: ${String(response).slice(0, 300)}`, {
      retry: responseCode < 500,
    });
  const isTls = /certificate|self-signed|altname|ssl|tls/i.test((error as Error).message);
  return new DriverFailure(
    isTls ? 'The TLS certificate of the mail server was not accepted.' : 'The mail server could not be used.',
    { retry: !isTls, cause: error },
  );
}
