import assert from 'node:assert/strict';
import { request } from './harness.ts';

// A person with a browser who signs in a program: follows the redirects, keeps the cookies, and decides on the page of
// the console by the calls that the page makes.

type Decision = { organization_id: string; approve?: boolean; scopes?: string[] };

export type Person = {
  token: string;
  /** Opens the program's address and decides. Returns where the browser is sent in the end. */
  consent(authorizeUrl: string | URL, decision: Decision): Promise<URL>;
};

export async function signInPerson(baseUrl: string, email: string, password: string): Promise<Person> {
  const signedIn = await request(baseUrl, undefined, 'POST', '/v1/auth/login/', { email, password });
  assert.equal(signedIn.status, 200, signedIn.text);
  const { token } = signedIn.body;
  return {
    token,
    async consent(authorizeUrl, { approve = true, ...decision }) {
      const browser = createBrowser();
      const page = await browser.open(authorizeUrl);
      if (!page.pathname.startsWith('/oauth/interactions/')) return page;
      const path = `${page.pathname}/`;
      const cookie = browser.cookiesFor(path);
      const shown = await request(baseUrl, token, 'GET', path, undefined, { cookie });
      assert.equal(shown.status, 200, shown.text);
      const decided = await request(baseUrl, token, 'POST', path, { approve, ...decision }, { cookie });
      assert.equal(decided.status, 200, decided.text);
      return browser.open(decided.body.redirect_to);
    },
  };
}

/** Keeps cookies by path, and follows one redirect at a time. */
export function createBrowser() {
  const cookies = new Map<string, { path: string; value: string }>();
  const cookiesFor = (path: string): string =>
    [...cookies]
      .filter(([, cookie]) => path.startsWith(cookie.path))
      .map(([name, { value }]) => `${name.split(' ')[0]}=${value}`)
      .join('; ');
  return {
    cookiesFor,
    /** Returns where the address redirects to, or throws what it answers instead. */
    async open(url: string | URL): Promise<URL> {
      const { pathname } = new URL(url);
      const headers = { cookie: cookiesFor(pathname), accept: 'text/html' };
      const response = await fetch(url, { redirect: 'manual', headers });
      for (const header of response.headers.getSetCookie()) {
        const [pair = '', ...attributes] = header.split('; ');
        const [name = '', value = ''] = pair.split('=');
        const path = attributes.find((one) => one.startsWith('path='))?.slice(5) ?? '/';
        cookies.set(`${name} ${path}`, { path, value });
      }
      const next = response.headers.get('location');
      if (next === null) throw new Error(`${response.status} ${await response.text()}`);
      return new URL(next, url);
    },
  };
}
