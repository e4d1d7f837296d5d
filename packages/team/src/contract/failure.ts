export type FailureCode =
  | 'bad_request'
  | 'not_joined'
  | 'not_allowed'
  | 'not_found'
  | 'gap'
  | 'withdrawn'
  | 'too_large'
  | 'over_quota'
  | 'too_many'
  | 'store_unavailable'
  | 'unreachable'
  | 'internal';

const STATUS = {
  bad_request: 400,
  not_joined: 401,
  not_allowed: 403,
  not_found: 404,
  gap: 409,
  withdrawn: 410,
  too_large: 413,
  over_quota: 413,
  too_many: 429,
  store_unavailable: 503,
  unreachable: 503,
  internal: 500,
} as const satisfies Record<FailureCode, number>;

export interface FailureDetails {
  why?: string | undefined;
  hint?: string | undefined;
  /** With `gap`: what the store holds of the file. */
  held?: { generation: number; bytes: number } | undefined;
}

/** A request that cannot be answered as asked. Client and service use the same class. */
export class TeamFailure extends Error {
  constructor(
    readonly code: FailureCode,
    message: string,
    readonly details: FailureDetails = {},
  ) {
    super(message);
  }

  get status(): (typeof STATUS)[FailureCode] {
    return STATUS[this.code];
  }
}

export function failureCodeOf(text: unknown): FailureCode | undefined {
  return typeof text === 'string' && text in STATUS ? (text as FailureCode) : undefined;
}
