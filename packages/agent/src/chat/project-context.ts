import { dirname } from 'node:path';
import { gitBranch, gitStatus } from '../context/git.js';
import { type MemoryPlace, memoryFiles, nestedMemoryFiles } from '../context/memory-files.js';
import { preambleOf, reminder, systemPrompt } from '../context/system-prompt.js';

export interface ContextOptions extends MemoryPlace {
  platform: NodeJS.Platform;
  now(): number;
  systemPrompt?: string | undefined;
  appendSystemPrompt?: string | undefined;
}

/** Tells the model about the project. Read once, at the first prompt, so that the prompt cache stays valid. */
export class ProjectContext {
  private preamble: string[] = [];
  private loading: Promise<void> | undefined;
  private readonly seen = new Set<string>();
  private readonly today: string;

  constructor(private readonly options: ContextOptions) {
    this.today = new Date(options.now()).toISOString().slice(0, 10);
  }

  /** Sets the driving program's system prompt. Call this before the first prompt. */
  setPrompts({
    systemPrompt: own,
    appendSystemPrompt,
  }: Pick<ContextOptions, 'systemPrompt' | 'appendSystemPrompt'>): void {
    if (own !== undefined) this.options.systemPrompt = own;
    if (appendSystemPrompt !== undefined) this.options.appendSystemPrompt = appendSystemPrompt;
  }

  load(): Promise<void> {
    this.loading ??= this.read();
    return this.loading;
  }

  preambleParts(): string[] {
    return this.preamble;
  }

  system(model: string): string[] {
    const { projectDir: cwd, platform } = this.options;
    const own = this.options.systemPrompt;
    const append = this.options.appendSystemPrompt;
    return systemPrompt({ cwd, platform, isGit: this.isGit(), model, today: this.today, own, append });
  }

  /** Returns instructions from the folders above this file, each only once. */
  nested(file: string): string | undefined {
    const files = nestedMemoryFiles(file, this.options, this.seen);
    if (files.length === 0) return undefined;
    const parts = files.map(({ path, content }) => `${path}:\n\n${content.trim()}`);
    return reminder(
      `The folder ${dirname(file)} has instructions of its own. Follow them there.\n\n${parts.join('\n\n')}`,
    );
  }

  private isGit(): boolean {
    return gitBranch(this.options.projectDir) !== undefined;
  }

  private async read(): Promise<void> {
    const memory = memoryFiles(this.options);
    this.preamble = preambleOf(memory, await gitStatus(this.options.projectDir));
  }
}
