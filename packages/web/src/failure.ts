/** A request that cannot be answered as asked: what, why, what to do. */
export class AppFailure extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 409 | 500 | 503,
    readonly what: string,
    readonly more: { why?: string | undefined; hint?: string | undefined } = {},
  ) {
    super(what);
  }
}

export function notFound(what: string): AppFailure {
  return new AppFailure(404, what);
}

export function wrongRequest(what: string): AppFailure {
  return new AppFailure(400, what);
}
