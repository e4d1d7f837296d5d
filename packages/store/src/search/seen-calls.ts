import type { SearchableText } from '@unspool/session/facts';

export type SeenCall = Pick<SearchableText, 'tool' | 'file'>;

/** The calls seen so far, by id, to look up what outputs answer. */
export class SeenCalls {
  private readonly seen = new Map<string, SeenCall>();

  note(text: SearchableText): void {
    if (text.tool !== undefined && text.toolUseId !== undefined) this.seen.set(text.toolUseId, text);
  }

  /** The call that a text belongs to or answers. */
  of(text: Pick<SearchableText, 'tool' | 'file' | 'toolUseId'>): SeenCall {
    if (text.tool !== undefined || text.toolUseId === undefined) return text;
    return this.seen.get(text.toolUseId) ?? {};
  }
}
