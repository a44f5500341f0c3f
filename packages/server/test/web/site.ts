import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type Handler = (request: IncomingMessage & { path: string }, response: ServerResponse) => void | Promise<void>;
export type Site = {
  url: string;
  port: number;
  /** Paths that were asked for, in order. */
  seen: string[];
  stop(): Promise<void>;
};

/** A web server on loopback: a page for each path, or a function that answers. */
export async function startSite(pages: Record<string, string | Handler>, address = '127.0.0.1'): Promise<Site> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url!, 'http://site').pathname;
    seen.push(path);
    const page = pages[path];
    if (page === undefined) return void response.writeHead(404, { 'content-type': 'text/html' }).end('<p>nothing here');
    if (typeof page === 'string')
      return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    void page(Object.assign(request, { path }), response);
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${address}:${port}`,
    port,
    seen,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

export const json = (response: ServerResponse, value: unknown, status = 200): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

export const bodyOf = async (request: IncomingMessage): Promise<any> => JSON.parse(await text(request));

export const html = (title: string, body: string): string =>
  `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`;
