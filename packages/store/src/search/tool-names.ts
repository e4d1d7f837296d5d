import type { SearchableText } from '@unspool/session';

/** Which tool answered, by the id of its call, as far as the call was seen. */
export class ToolNames {
  private readonly seen = new Map<string, string>();

  note({ tool, toolUseId }: SearchableText): void {
    if (tool !== undefined && toolUseId !== undefined) this.seen.set(toolUseId, tool);
  }

  of({ tool, toolUseId }: Pick<SearchableText, 'tool' | 'toolUseId'>): string | undefined {
    return tool ?? (toolUseId === undefined ? undefined : this.seen.get(toolUseId));
  }
}
