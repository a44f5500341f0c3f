import pino, { type Logger } from 'pino';
import { timeMember } from '#platform/log.ts';

export type RequestEvent = {
  reqId: string;
  method: string;
  /** Undefined where no endpoint is. */
  route: string | undefined;
  status: number;
  ms: number;
  org: string | undefined;
  key: string | undefined;
};

/**
 * The one line that every request leaves in the log, put together as pino would do it. All its members are known, and
 * pino's way to find them out took as long as reading the request.
 */
export function createRequestLine(log: Logger): (event: RequestEvent) => void {
  const stream = (log as unknown as { [stream: symbol]: { write(line: string): void } })[pino.symbols.streamSym]!;
  const routes = new Map<string | undefined, string>([[undefined, '']]);
  return ({ reqId, method, route, status, ms, org, key }) => {
    if (!log.isLevelEnabled('info')) return;
    let ofRoute = routes.get(route);
    if (ofRoute === undefined) {
      // As many as there are endpoints.
      ofRoute = `,"route":${JSON.stringify(route)}`;
      routes.set(route, ofRoute);
    }
    const ofOrg = org === undefined ? '' : `,"org":"${org}"`;
    const ofKey = key === undefined ? '' : `,"key":"${key}"`;
    stream.write(
      `{"level":"info"${timeMember()},"reqId":${JSON.stringify(reqId)},"event":"http.request","method":"${method}"${ofRoute},"status":${status},"ms":${Math.round(ms * 10) / 10}${ofOrg}${ofKey},"msg":"request"}\n`,
    );
  };
}
