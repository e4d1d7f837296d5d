import type { Token, Tokens } from 'marked';
import { safeAddress } from '../html/escape.js';
import { codeSpan } from './code.js';

/**
 * The parts of a paragraph as Markdown that every viewer reads alike: tags are text, pictures are links, and links lead to
 * pages or mail. What could start a tag, code or a link is written as a character reference, not with a backslash: a
 * viewer that makes links of bare addresses reads a backslash as part of the address.
 */
export function safeInline(tokens: readonly Token[]): string {
  const line = new SafeLine();
  line.addAll(tokens);
  return line.text;
}

/** Text outside code. */
export function safeText(text: string): string {
  return text
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '&#92;')
    .replaceAll('<', '&lt;')
    .replaceAll('`', '&#96;')
    .replace(/\](?=[(:])/g, '&#93;');
}

class SafeLine {
  text = '';

  constructor(/** Whether the word being written holds an address. */ private isInAddress = false) {}

  addAll(tokens: readonly Token[]): void {
    for (const token of tokens) this.add(token);
  }

  private add(token: Token): void {
    switch (token.type) {
      case 'strong':
      case 'em':
      case 'del':
        this.emphasis(token as Tokens.Strong | Tokens.Em | Tokens.Del);
        break;
      case 'codespan':
        this.code((token as Tokens.Codespan).text);
        break;
      case 'br':
        this.put('\\\n');
        break;
      case 'link':
        this.link(token as Tokens.Link);
        break;
      case 'image':
        this.image(token as Tokens.Image);
        break;
      case 'escape':
        this.put(safeEscape((token as Tokens.Escape).text));
        break;
      case 'checkbox':
        break;
      default:
        if ('tokens' in token && token.tokens) this.addAll(token.tokens);
        else this.words(token.raw);
    }
  }

  private emphasis({ type, raw, tokens }: Tokens.Strong | Tokens.Em | Tokens.Del): void {
    const marks = /^[*_~]{1,2}/.exec(raw)?.[0] ?? '';
    const mark = type === 'em' ? marks.slice(0, 1) : marks;
    this.put(mark);
    this.addAll(tokens);
    this.put(mark);
  }

  /** An address right before the span would take its first backtick for a part of itself. */
  private code(text: string): void {
    if (this.isInAddress || this.text.endsWith('`')) this.put(' ');
    this.put(codeSpan(text));
  }

  private link({ href, raw, tokens }: Tokens.Link): void {
    const label = new SafeLine(this.isInAddress);
    label.addAll(tokens);
    const address = safeAddress(href);
    if (address === undefined) this.words(raw);
    else if (label.text === address && PLAIN_ADDRESS.test(address)) this.put(address);
    else this.linkTo(address, label.text);
  }

  private image({ href, raw, text }: Tokens.Image): void {
    const address = safeAddress(href);
    if (address === undefined) this.words(raw);
    else this.linkTo(address, safeText(text) || 'picture');
  }

  private linkTo(address: string, label: string): void {
    // After an exclamation mark it would be a picture.
    this.replaceLast('!');
    this.put(`[${label.replace(/[[\]]/g, reference)}](${encoded(address)})`);
  }

  private words(text: string): void {
    // A bracket and a parenthesis of two tokens must not become a link either.
    if (/^[(:]/.test(text)) this.replaceLast(']');
    this.put(safeText(text));
  }

  private replaceLast(character: string): void {
    if (this.text.endsWith(character)) this.text = this.text.slice(0, -1) + reference(character);
  }

  private put(text: string): void {
    const wordStart = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\n')) + 1;
    const word = wordStart > 0 ? text.slice(wordStart) : this.text.slice(-3) + text;
    this.isInAddress = (this.isInAddress && wordStart === 0) || /:\/\/|www\./i.test(word);
    this.text += text;
  }
}

function safeEscape(character: string): string {
  return /[!<[\]()&:`\\|]/.test(character) ? reference(character) : `\\${character}`;
}

const PLAIN_ADDRESS = /^[\w:/?#@%&=+,.~-]+$/;

/** Without a character that could end the link. */
function encoded(address: string): string {
  const bytes = (character: string) => Buffer.from(character).toString('hex').replace(/../g, '%$&');
  return address.replace(/[^\w:/?#@%&=+,.~-]/gu, bytes);
}

function reference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
