import { StringDecoder } from 'node:string_decoder';

/** In characters. What comes after that in a line is left out, and the rest is not JSON. */
const LONGEST_LINE = 16 * 1024 * 1024;

/** The lines of a stream as they arrive. readline would take longer to load. */
export async function* linesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  // Pieces of the last line, joined once: a line may arrive in thousands of them.
  let pieces: string[] = [];
  let length = 0;
  for await (const chunk of stream) {
    const [rest = '', ...more] = decoder.write(Buffer.from(chunk)).split('\n');
    let last = rest;
    for (const next of more) {
      yield pieces.join('') + last;
      pieces = [];
      length = 0;
      last = next;
    }
    length += last.length;
    if (length <= LONGEST_LINE) pieces.push(last);
  }
  const end = pieces.join('');
  if (end !== '') yield end;
}
