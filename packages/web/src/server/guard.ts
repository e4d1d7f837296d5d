import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { AppFailure } from '../failure.js';
import type { Keys, LinkState } from './keys.js';

export interface GuardOptions {
  keys: Keys;
  port: () => number;
  now: () => number;
}

/**
 * Accepts requests only from pages of this server. DNS rebinding is detected by `Host`, pages of other sites by `Origin`
 * and `Sec-Fetch-Site`. A browser without the cookie does not belong to the person who started the server.
 */
export function guard({ keys, port, now }: GuardOptions): MiddlewareHandler {
  return async (context, next) => {
    const host = context.req.header('host') ?? '';
    if (!hostsOf(port()).includes(host) || new URL(context.req.url).host !== host)
      throw refused('This address is not served here.', NEW_LINK);
    const origin = context.req.header('origin');
    if (origin !== undefined && origin !== `http://${host}`) throw refused('Requests from other sites are refused.');
    const { method, path } = context.req;
    if (!['GET', 'HEAD', 'POST'].includes(method)) throw new AppFailure(400, 'There is no such request.');
    const name = cookieName(port());
    const link = context.req.query('token');
    if (link !== undefined && !path.startsWith('/api/')) return openLink(context, link);
    if (path.startsWith('/api/')) checkApi(context, name);
    return next();

    function openLink(at: Context, key: string): Response {
      const state = keys.isCookie(getCookie(at, name)) ? 'good' : keys.useLink(key, now());
      if (state !== 'good') throw new AppFailure(401, ...CLOSED[state]);
      setCookie(at, name, keys.cookie, { httpOnly: true, sameSite: 'Strict', path: '/' });
      // Not decoded: a decoded backslash or tab, like two slashes, would make it an address on another host.
      const { pathname, searchParams } = new URL(at.req.url);
      searchParams.delete('token');
      const rest = searchParams.size > 0 ? `?${searchParams}` : '';
      return at.redirect(`/${pathname.replace(/^\/+/, '')}${rest}`, 303);
    }
  };

  function checkApi(context: Context, name: string): void {
    const site = context.req.header('sec-fetch-site');
    if (site !== undefined && site !== 'same-origin' && site !== 'none')
      throw refused('Requests from other sites are refused.');
    if (!keys.isCookie(getCookie(context, name))) throw new AppFailure(401, NO_COOKIE, { hint: NEW_LINK });
    if (context.req.method !== 'POST') return;
    if (!keys.isWrite(context.req.header('x-unspool-token'))) throw refused('The key for changes is missing.');
    if (!/^application\/json\b/.test(context.req.header('content-type') ?? ''))
      throw refused('Changes must be sent as JSON.');
  }
}

const NO_COOKIE = 'This browser does not have access yet.';
const NEW_LINK = 'Open the link that the terminal shows where Unspool runs. Press Enter there for a new one.';

type Closed = [what: string, more: { why: string; hint: string }];

const CLOSED: { readonly [state in Exclude<LinkState, 'good'>]: Closed } = {
  used: ['This link has already been used.', { why: 'Each link lets in one browser.', hint: NEW_LINK }],
  old: ['This link is more than an hour old.', { why: 'Links expire if nobody opens them.', hint: NEW_LINK }],
  unknown: [
    'This link does not belong to this server.',
    { why: 'It is from an earlier start of Unspool, or incomplete.', hint: NEW_LINK },
  ],
};

/** Cookies are shared by all ports of a host, and two servers may run. */
export function cookieName(port: number): string {
  return `unspool-${port}`;
}

function hostsOf(port: number): string[] {
  return [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
}

function refused(what: string, hint?: string): AppFailure {
  return new AppFailure(403, what, { hint });
}
