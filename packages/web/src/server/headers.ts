import type { MiddlewareHandler } from 'hono';

/** No script, style, picture or connection from anywhere but this server; no page may frame it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The headers of every response. */
export const safeHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  const { headers } = context.res;
  const add = (name: string, value: string) => {
    if (!headers.has(name)) headers.set(name, value);
  };
  add('Content-Security-Policy', POLICY);
  add('X-Content-Type-Options', 'nosniff');
  add('Referrer-Policy', 'no-referrer');
  add('X-Frame-Options', 'DENY');
  add('Cross-Origin-Opener-Policy', 'same-origin');
  add('Cross-Origin-Resource-Policy', 'same-origin');
  add('Permissions-Policy', 'camera=(), geolocation=(), microphone=()');
  add('Cache-Control', 'no-store');
};
