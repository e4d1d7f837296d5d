/**
 * What a reader must find in the corpus, recorded while the corpus is written.
 *
 * Turns: prompts and commands that call the model. Tokens: once per message id in the whole corpus, the largest
 * output. Replies of the model `<synthetic>` cost nothing and are left out. Titles: custom > ai > summary > first
 * prompt, the last of a kind.
 */
export class Truth {
  sessions = [];
  agentFiles = [];
  messages = new Map();
  lines = { total: 0, read: 0, skipped: 0, blank: 0, recovered: 0 };
  bytes = 0;

  addSession(session) {
    this.sessions.push(session);
    this.#addFile(session);
  }

  addAgentFile(file) {
    this.agentFiles.push(file);
    this.#addFile(file);
  }

  addReply(id, model, tokens) {
    const known = this.messages.get(id);
    if (!known || known.output <= tokens.output) this.messages.set(id, { model, ...tokens });
  }

  #addFile({ lines, bytes }) {
    for (const count of Object.keys(this.lines)) this.lines[count] += lines[count];
    this.bytes += bytes;
  }

  toJSON() {
    return {
      files: this.sessions.length + this.agentFiles.length,
      bytes: this.bytes,
      lines: this.lines,
      turns: this.sessions.reduce((sum, session) => sum + session.turns, 0),
      tokens: sumTokens(this.messages.values()),
      sessions: this.sessions,
      agentFiles: this.agentFiles,
      messages: Object.fromEntries(this.messages),
    };
  }
}

export function sumTokens(replies) {
  const sum = { input: 0, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 };
  for (const reply of replies) for (const kind of Object.keys(sum)) sum[kind] += reply[kind];
  return sum;
}

/** Which of the titles written to a session a reader must show. */
export function titleOf({ custom, ai, summary, firstPrompt }) {
  if (custom) return { title: custom, titleFrom: 'custom' };
  if (ai) return { title: ai, titleFrom: 'ai' };
  if (summary) return { title: summary, titleFrom: 'summary' };
  return { title: firstPrompt, titleFrom: 'prompt' };
}
