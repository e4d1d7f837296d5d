import { protobufFields } from './protobuf-fields.js';

/** What a receiver reports about a request that it accepted in part, or with a warning. */
export interface PartialSuccess {
  rejectedSpans: number;
  message: string;
}

/** Reads the response to an export request. Undefined if everything was accepted, or the response does not say. */
export function partialSuccessOf(body: Uint8Array, contentType: string): PartialSuccess | undefined {
  if (body.length === 0) return undefined;
  const found = contentType.includes('protobuf') ? fromProtobuf(body) : fromJson(body);
  return found && (found.rejectedSpans > 0 || found.message !== '') ? found : undefined;
}

function fromJson(body: Uint8Array): PartialSuccess | undefined {
  let answer: unknown;
  try {
    answer = JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    // Many receivers respond to success with a word or a page.
    return undefined;
  }
  const partial = fieldOf(answer, 'partialSuccess') ?? fieldOf(answer, 'partial_success');
  if (partial === undefined) return undefined;
  const rejected = Number(fieldOf(partial, 'rejectedSpans') ?? fieldOf(partial, 'rejected_spans') ?? 0);
  const message = fieldOf(partial, 'errorMessage') ?? fieldOf(partial, 'error_message') ?? '';
  return { rejectedSpans: Number.isFinite(rejected) ? rejected : 0, message: String(message) };
}

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as { [key: string]: unknown })[key] : undefined;
}

function fromProtobuf(body: Uint8Array): PartialSuccess | undefined {
  const partial = protobufFields(body)?.find((field) => field.number === 1)?.value;
  if (!(partial instanceof Uint8Array)) return undefined;
  const result: PartialSuccess = { rejectedSpans: 0, message: '' };
  for (const { number, value } of protobufFields(partial) ?? []) {
    if (number === 1 && typeof value === 'bigint') result.rejectedSpans = Number(value);
    if (number === 2 && value instanceof Uint8Array) result.message = Buffer.from(value).toString('utf8');
  }
  return result;
}
