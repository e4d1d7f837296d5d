import type { StartOptions } from './open.js';

/** The options of `unspool chat`. */
export interface ChatCommandOptions extends StartOptions {
  print?: boolean;
  demo?: boolean;
  model?: string;
  permissionMode?: string;
  dangerouslySkipPermissions?: boolean;
  allowedTools?: string[];
  disallowedTools?: string[];
  tools?: string[];
  addDir?: string[];
  systemPrompt?: string;
  appendSystemPrompt?: string;
  outputFormat?: string;
  inputFormat?: string;
  includePartialMessages?: boolean;
  replayUserMessages?: boolean;
  permissionPromptTool?: string;
  maxTurns?: string;
  maxBudgetUsd?: string;
  trust?: boolean;
  sandbox?: boolean;
  mcpConfig?: string[];
  strictMcpConfig?: boolean;
  settingSources?: string;
}
