import { type AgentOptions, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Duplex } from 'node:stream';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { Outbound } from '#platform/outbound/client.ts';

// Node HTTP agents for libraries that bring their own client. The guard makes each connection.

type Target = { host?: string; hostname?: string; port?: number | string; servername?: string };
type Done = (error: Error | null, stream?: Duplex) => void;

const OPTIONS: AgentOptions = { keepAlive: true, maxSockets: 8, timeout: 60_000 };

export function createGuardedAgents(outbound: Outbound): { http: HttpAgent; https: HttpsAgent } {
  const dial = (target: Target) => outbound.dial(target.host ?? target.hostname ?? '', Number(target.port));
  const http = new HttpAgent(OPTIONS);
  const https = new HttpsAgent(OPTIONS);
  Object.assign(http, {
    createConnection(target: Target, done: Done): void {
      dial(target).then((socket) => done(null, socket), done);
    },
  });
  Object.assign(https, {
    createConnection(target: Target, done: Done): void {
      dial(target).then((socket) => {
        const secured: TLSSocket = connectTls({ socket, servername: target.servername || (target.host ?? '') });
        secured.once('error', done);
        secured.once('secureConnect', () => {
          secured.off('error', done);
          done(null, secured);
        });
      }, done);
    },
  });
  return { http, https };
}
