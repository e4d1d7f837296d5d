import { mask } from '@unspool/redact';
import { readRange } from '@unspool/session/read';
import type { Conversation } from '../read/conversation.js';
import { oddLineAt } from '../read/odd-line.js';
import { WHOLE } from './limits.js';
import { lineAt } from './line-address.js';
import type { TextAddress, TextStyle } from './texts.js';
import { toolDetail } from './tool-detail.js';
import { lineItems } from './turn-items.js';
import type { CutText } from './view.js';

/** Which text: of a line (see line-address.ts) or of a call. */
export interface WholeTextRequest {
  line: string | undefined;
  call: string | undefined;
  of: string;
  offset: number;
}

/** Returns part of a whole text; undefined if there is none at this address. */
export function wholeText(
  conversation: Conversation,
  { line = '', call, of, offset }: WholeTextRequest,
  style: TextStyle,
): CutText | undefined {
  const address = `${call === undefined ? `line=${line}` : `call=${encodeURIComponent(call)}`}&of=${of}`;
  const text = call === undefined ? textOfLine(conversation, line, address) : textOfCall(conversation, call, address);
  if (text === undefined) return undefined;
  const shown = style.isRevealed ? { text, ranges: [] } : mask(text);
  return {
    text: shown.text.slice(offset, offset + WHOLE),
    length: shown.text.length,
    isCut: offset + WHOLE < shown.text.length,
    masked: shown.ranges.length,
    href: `${style.path}/text?${address}`,
  };
}

function textOfLine(conversation: Conversation, line: string, address: TextAddress): string | undefined {
  const node = lineAt(conversation.session, line);
  if (address.endsWith('&of=raw')) {
    if (!node) return oddLineAt(conversation, Number(line))?.text;
    return new TextDecoder().decode(readRange(conversation.file, node.place.byte, node.place.length));
  }
  return node && textAt(address, (style) => lineItems(conversation, node, style));
}

/** Only as much of a large output is read as a page can show. */
function textOfCall(conversation: Conversation, callId: string, address: TextAddress): string | undefined {
  const call = conversation.turns.pairing.calls.get(callId);
  return call && textAt(address, (style) => toolDetail(conversation, call, style));
}

/** Makes the view again and picks the text with this address. */
function textAt(address: TextAddress, make: (style: TextStyle) => unknown): string | undefined {
  let found: string | undefined;
  const take = (at: TextAddress, text: string) => {
    if (at === address) found ??= text;
  };
  make({ path: '', isRevealed: true, isWhole: true, take });
  return found;
}
