/**
 * The transcript of a session or a sub-agent. Each method writes the client's lines for one event and records what a
 * reader must find in them.
 */
export class Transcript {
  turns = 0;
  titles = {};
  /** This file's tokens by message id. */
  replies = new Map();
  /** The first lines with their facts, for a fork to copy. */
  beginning = [];
  #parentUuid = null;
  #contextTokens;

  /** `world`: random, text, tools, truth. `setting`: client, cwd, sessionId, version, gitBranch, model, agentId, time. */
  constructor(world, setting, file) {
    Object.assign(this, world, setting);
    this.file = file;
    this.#contextTokens = this.random.integer(8000, 16_000);
  }

  prompt(words) {
    const content = this.random.chance(0.8) ? words : [{ type: 'text', text: words }];
    this.#chained('user', { message: { role: 'user', content }, permissionMode: 'default' }, this.#turnFacts(words));
    this.#fileHistory(false);
  }

  /** A user-defined command, which the client expands to a prompt that no person wrote. */
  promptCommand(name, expanded) {
    const content = `<command-message>${name}</command-message>\n<command-name>/${name}</command-name>`;
    this.#chained('user', { message: { role: 'user', content } }, this.#turnFacts(undefined));
    this.#chained('user', { message: { role: 'user', content: [{ type: 'text', text: expanded }] }, isMeta: true });
  }

  /** A command that the client answers itself. */
  localCommand() {
    const reply = (content) => this.#chained('user', { message: { role: 'user', content } });
    reply('<command-name>/cost</command-name>\n<command-message>cost</command-message>\n<command-args></command-args>');
    reply(`<local-command-stdout>${this.text.phrase(60)}</local-command-stdout>`);
  }

  bash() {
    const reply = (content) => this.#chained('user', { message: { role: 'user', content } });
    reply('<bash-input>git status</bash-input>');
    reply(`<bash-stdout>${this.text.phrase(60)}</bash-stdout><bash-stderr></bash-stderr>`);
  }

  interruption() {
    const content = [{ type: 'text', text: '[Request interrupted by user]' }];
    this.#chained('user', { message: { role: 'user', content } });
  }

  /** One reply of the model: a line for each block, all with the same id. Returns its first line. */
  reply(blocks, stopReason) {
    const id = this.random.apiId('msg_');
    const requestId = this.random.apiId('req_');
    const usage = this.#usage();
    let first;
    blocks.forEach((block, index) => {
      this.time += this.random.integer(50, 1500);
      const isLast = index === blocks.length - 1;
      const message = {
        model: this.model,
        id,
        type: 'message',
        role: 'assistant',
        content: [block],
        stop_reason: this.#hasStopReason(isLast) ? stopReason : null,
        stop_sequence: null,
        usage: this.#isFinal(isLast) ? usage : { ...usage, output_tokens: Math.min(usage.output_tokens, 2) },
      };
      const facts = { reply: { id, model: this.model, tokens: tokensOf(message.usage) } };
      const line = this.#chained('assistant', { message, requestId }, facts);
      first ??= line;
    });
    return first;
  }

  /** A reply written by the client. */
  syntheticReply() {
    const usage = { input_tokens: 0, output_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
    const content = [{ type: 'text', text: 'No response requested.' }];
    const id = this.random.uuid();
    const message = { id, model: '<synthetic>', role: 'assistant', type: 'message', stop_reason: 'stop_sequence' };
    this.#chained('assistant', { message: { ...message, usage, content } });
  }

  toolResult(call, { content, toolUseResult, is_error }) {
    const block = { tool_use_id: call.id, type: 'tool_result', content, ...(is_error && { is_error }) };
    this.#chained('user', { message: { role: 'user', content: [block] }, toolUseResult });
    if (call.name === 'Edit' || call.name === 'Write') this.#fileHistory(true);
  }

  progress(call, data, facts) {
    this.#chained('progress', { data, toolUseID: call.id, parentToolUseID: call.id }, facts);
  }

  /** A sub-agent's reply as its parent records it. */
  agentProgress(call, agentId, line, facts) {
    const data = { type: 'agent_progress', message: line, normalizedMessages: [], prompt: call.input.prompt, agentId };
    this.progress(call, data, facts);
  }

  /** A prompt sent while the model works. It belongs to the current turn. */
  queuedPrompt(words) {
    const { sessionId } = this;
    this.#plain({ type: 'queue-operation', operation: 'enqueue', timestamp: this.#now(), sessionId, content: words });
    this.#plain({ type: 'queue-operation', operation: 'remove', timestamp: this.#now(), sessionId });
    this.#chained('attachment', { attachment: { type: 'queued_command', prompt: words, commandMode: 'prompt' } });
  }

  turnDuration() {
    this.#chained('system', { subtype: 'turn_duration', durationMs: this.random.integer(1000, 90_000), isMeta: false });
  }

  compactWhenFull() {
    if (this.#contextTokens < 165_000) return;
    const logicalParentUuid = this.#parentUuid;
    this.#parentUuid = null;
    const compactMetadata = { trigger: 'auto', preTokens: this.#contextTokens };
    const fields = { logicalParentUuid, content: 'Conversation compacted', isMeta: false, level: 'info' };
    this.#chained('system', { subtype: 'compact_boundary', ...fields, compactMetadata });
    const content = `This session is being continued from a previous conversation.\n${this.text.prose(9000)}`;
    const marks = { isVisibleInTranscriptOnly: true, isCompactSummary: true };
    this.#chained('user', { message: { role: 'user', content }, ...marks });
    this.#contextTokens = this.random.integer(15_000, 30_000);
  }

  customTitle(title) {
    this.#plain({ type: 'custom-title', customTitle: title, sessionId: this.sessionId }, { title: { custom: title } });
  }

  aiTitle(title) {
    this.#plain({ type: 'ai-title', aiTitle: title, sessionId: this.sessionId }, { title: { ai: title } });
  }

  summary(title) {
    this.#plain({ type: 'summary', summary: title, leafUuid: this.#parentUuid }, { title: { summary: title } });
  }

  lastPrompt(words) {
    this.#plain({ type: 'last-prompt', lastPrompt: words, leafUuid: this.#parentUuid, sessionId: this.sessionId });
  }

  /** Copies the beginning of another session, with the same uuids and replies and a new session id. */
  forkOf(other) {
    for (const { entry, facts } of other.beginning) {
      this.#write(entry.sessionId ? { ...entry, sessionId: this.sessionId } : entry, facts);
      if (entry.uuid) this.#parentUuid = entry.uuid;
    }
    this.cwd = other.cwd;
    this.time = Math.max(this.time, other.time);
  }

  think = () => ({
    type: 'thinking',
    thinking: this.random.chance(0.25) ? '' : this.text.prose(this.random.lognormal(900, 0.9)),
    signature: `${this.text.base64(this.random.lognormal(700, 0.7))}==`,
  });

  say = () => ({ type: 'text', text: this.text.prose(this.random.lognormal(600, 1)) });

  #usage() {
    const written = this.random.integer(50, 4000);
    const longLived = this.client.isNew && this.random.chance(0.5) ? this.random.integer(0, written) : 0;
    const output = Math.max(3, Math.round(this.random.lognormal(350, 0.9)));
    const read = this.#contextTokens;
    this.#contextTokens = Math.min(180_000, read + written + output);
    return {
      input_tokens: this.random.integer(1, 12),
      cache_creation_input_tokens: written,
      cache_read_input_tokens: read,
      cache_creation: { ephemeral_5m_input_tokens: written - longLived, ephemeral_1h_input_tokens: longLived },
      output_tokens: this.client.usage === 'never-final' ? this.random.integer(1, 8) : output,
      service_tier: 'standard',
    };
  }

  #isFinal(isLast) {
    return isLast || this.client.usage !== 'final-on-last';
  }

  #hasStopReason(isLast) {
    return this.client.usage === 'final-on-every' || (this.client.usage === 'final-on-last' && isLast);
  }

  #turnFacts(firstPrompt) {
    return { isPrompt: true, ...(firstPrompt && { title: { firstPrompt } }) };
  }

  #fileHistory(isSnapshotUpdate) {
    if (this.agentId) return;
    const messageId = this.#parentUuid;
    const trackedFileBackups = {};
    for (let count = Math.min(40, this.turns); count > 0; count--) {
      const backupFileName = `${this.random.hex(16)}@v${this.random.integer(1, 9)}`;
      trackedFileBackups[this.text.file()] = { backupFileName, version: 1, backupTime: this.#now() };
    }
    const snapshot = { messageId, trackedFileBackups, timestamp: this.#now() };
    this.#plain({ type: 'file-history-snapshot', messageId, snapshot, isSnapshotUpdate });
  }

  /**
   * A line that belongs to the chain, with its keys in the client's order, because fast readers rely on it. Clients since
   * 2.1.92 put the surroundings last; replies and attachments have their type after their content.
   */
  #chained(type, { toolUseResult, ...content }, facts) {
    const { cwd, sessionId, version, gitBranch } = this;
    const surroundings = { userType: 'external', cwd, sessionId, version, gitBranch };
    const { isNew } = this.client;
    const entry = {
      parentUuid: this.#parentUuid,
      isSidechain: this.agentId !== undefined,
      ...(!isNew && surroundings),
      ...(this.agentId && { agentId: this.agentId }),
      ...(type === 'assistant' || type === 'attachment' ? { ...content, type } : { type, ...content }),
      uuid: this.random.uuid(),
      timestamp: this.#now(),
      ...(toolUseResult !== undefined && { toolUseResult }),
      ...(isNew && surroundings),
    };
    this.#parentUuid = entry.uuid;
    this.#write(entry, facts);
    return entry;
  }

  #plain(entry, facts) {
    this.#write(entry, facts);
  }

  #write(entry, facts = {}) {
    this.file.write(entry, facts);
    if (this.beginning.length < 60) this.beginning.push({ entry, facts });
    if (facts.isPrompt) this.turns++;
    if (facts.title) this.#noteTitle(facts.title);
    if (facts.reply) this.noteReply(facts.reply);
  }

  #noteTitle(title) {
    if (title.firstPrompt && this.titles.firstPrompt) return;
    Object.assign(this.titles, title);
  }

  noteReply({ id, model, tokens }) {
    const known = this.replies.get(id);
    if (!known || known.output <= tokens.output) this.replies.set(id, tokens);
    this.truth.addReply(id, model, tokens);
  }

  #now() {
    return new Date(this.time).toISOString();
  }
}

function tokensOf(usage) {
  return {
    input: usage.input_tokens,
    output: usage.output_tokens,
    cacheRead: usage.cache_read_input_tokens,
    cacheWrite5m: usage.cache_creation.ephemeral_5m_input_tokens,
    cacheWrite1h: usage.cache_creation.ephemeral_1h_input_tokens,
  };
}
