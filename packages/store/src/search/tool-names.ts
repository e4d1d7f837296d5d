import { type SearchableText, searchableOf, TextScanner } from '@unspool/session';

const CALL = [{ bytes: Buffer.from('"tool_use"') }];

/** Which tool answered, by the id of its call. The call mostly stands on a line that a search does not look at. */
export class ToolNames {
  private readonly seen = new Map<string, string>();
  private isWhole = false;

  constructor(private readonly file: string) {}

  /** Of a line that was looked at anyway. */
  note({ tool, toolUseId }: SearchableText): void {
    if (tool !== undefined && toolUseId !== undefined) this.seen.set(toolUseId, tool);
  }

  of({ tool, toolUseId }: SearchableText): string | undefined {
    if (tool !== undefined || toolUseId === undefined) return tool;
    if (!this.seen.has(toolUseId)) this.readAll();
    return this.seen.get(toolUseId);
  }

  private readAll(): void {
    if (this.isWhole) return;
    this.isWhole = true;
    new TextScanner(CALL).scan(this.file, (objects) => {
      for (const object of objects) for (const text of searchableOf(object)) this.note(text);
      return true;
    });
  }
}
