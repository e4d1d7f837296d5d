import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Transcript } from './transcript.mjs';

/**
 * Writes a whole session of about `targetBytes`, including its sub-agents.
 * Returns its transcript and those of its sub-agents.
 */
export function converse(world, setting, { openFile, path, targetBytes, forkOf }) {
  const session = new Transcript(world, setting, openFile(path));
  const agents = [];
  const isLongEnough = () => agents.reduce((sum, agent) => sum + agent.file.bytes, session.file.bytes) >= targetBytes;
  if (forkOf) session.forkOf(forkOf);
  do {
    turn({ session, agents, openFile, isLongEnough });
    session.time += session.random.integer(20_000, 1_200_000);
  } while (!isLongEnough());
  session.file.close(session.time);
  return { session, agents };
}

function turn(conversation) {
  const { session, isLongEnough } = conversation;
  const { random, text } = session;
  const words = ask(session);
  // A tenth of the turns are long, with dozens of steps.
  for (let steps = Math.round(random.lognormal(6, 0.9)); steps > 0 && !isLongEnough(); steps--) step(conversation);
  if (random.chance(0.04)) session.queuedPrompt(text.phrase(80));
  if (random.chance(0.03)) session.interruption();
  else session.reply(random.chance(session.thinks) ? [session.think(), session.say()] : [session.say()], 'end_turn');
  if (session.client.hasProgress) session.turnDuration();
  if (random.chance(0.02)) session.syntheticReply();
  if (random.chance(0.03)) session.localCommand();
  if (random.chance(0.03)) session.bash();
  name(session);
  if (session.client.title === 'ai') session.lastPrompt(words);
  session.compactWhenFull();
}

function ask(session) {
  const { random, text } = session;
  // Every session starts with a prompt, so that it has a title.
  if (session.turns > 0 && random.chance(0.05)) {
    session.promptCommand(text.word(), text.prose(random.lognormal(2000, 0.5)));
    return '';
  }
  const words = text.phrase(random.chance(0.05) ? random.lognormal(12_000, 0.8) : random.lognormal(220, 1));
  session.prompt(words);
  return words;
}

function name(session) {
  const { random, text, client } = session;
  if (client.title === 'summary' && random.chance(0.1)) session.summary(text.phrase(50));
  if (client.title === 'ai' && random.chance(0.4)) session.aiTitle(text.phrase(50));
  if (client.title !== 'summary' && random.chance(0.05)) session.customTitle(text.phrase(30));
}

/** The model calls tools and gets their results. */
function step(conversation) {
  const { session } = conversation;
  const { random, tools } = session;
  const calls = Array.from({ length: random.chance(0.15) ? random.integer(2, 3) : 1 }, () =>
    tools.call(session.hasAgents && random.chance(0.03) ? session.client.agentTool : tools.anyName(), session.cwd),
  );
  const blocks = [...calls];
  if (random.chance(0.45)) blocks.unshift(session.say());
  if (random.chance(session.thinks)) blocks.unshift(session.think());
  session.reply(blocks, 'tool_use');
  session.time += random.integer(100, 9000);
  for (const call of calls) answer(call, conversation);
}

function answer(call, conversation) {
  const { session } = conversation;
  if (call.name === session.client.agentTool) return session.toolResult(call, delegate(call, conversation));
  if (session.client.hasProgress) reportProgress(session, call);
  session.toolResult(call, session.tools.result(call));
}

function reportProgress(session, call) {
  const { random } = session;
  if (random.chance(0.6)) {
    session.progress(call, { type: 'hook_progress', hookEvent: 'PostToolUse', hookName: `PostToolUse:${call.name}` });
  }
  if (call.name !== 'Bash' || !random.chance(0.3)) return;
  const fullOutput = session.text.code(800);
  for (let seconds = random.integer(1, 4); seconds > 0; seconds--) {
    session.progress(call, { type: 'bash_progress', output: fullOutput.slice(-300), fullOutput, totalLines: 10 });
  }
}

/** A sub-agent does the call's work in its own file. In a dirty corpus that file may be missing. */
function delegate(call, { session, agents, openFile }) {
  const { random, client } = session;
  const agentId = client.agentLayout === 'project' ? random.hex(8) : `a${random.hex(16)}`;
  const isFileGone = session.isDirty && client.hasProgress && random.chance(0.3);
  const { input } = call;
  if (isFileGone) replyInProgressOnly(session, call, agentId);
  else agents.push(runAgent({ session, call, agentId, path: agentPath(session, agentId), openFile }));
  const content = [{ type: 'text', text: session.text.prose(random.lognormal(3000, 0.7)) }];
  const counts = { totalDurationMs: 9999, totalTokens: 12_345, totalToolUseCount: 7 };
  // Looks like a reply's usage, but repeats the usage on the sub-agent's own lines.
  const usage = { input_tokens: 3, output_tokens: 99, cache_creation_input_tokens: 5, cache_read_input_tokens: 7 };
  const toolUseResult = { status: 'completed', prompt: input.prompt, agentId, content, ...counts, usage };
  return { content, toolUseResult };
}

function agentPath(session, agentId) {
  const folder = dirname(session.file.path);
  if (session.client.agentLayout === 'project') return join(folder, `agent-${agentId}.jsonl`);
  return join(folder, session.sessionId, 'subagents', `agent-${agentId}.jsonl`);
}

function runAgent({ session, call, agentId, path, openFile }) {
  const agent = agentOf(session, agentId, openFile(path));
  agent.prompt(call.input.prompt);
  for (let steps = session.random.integer(2, 14); steps > 0; steps--) {
    const tool = session.tools.call(session.tools.anyName(), session.cwd);
    const line = agent.reply([tool], 'tool_use');
    if (session.client.hasProgress && session.random.chance(0.5)) session.agentProgress(call, agentId, line);
    agent.toolResult(tool, session.tools.result(tool));
  }
  agent.reply([agent.say()], 'end_turn');
  session.time = agent.time;
  agent.file.close(agent.time);
  if (session.client.hasAgentMeta) {
    const meta = { agentType: 'Explore', description: call.input.description, toolUseId: call.id, spawnDepth: 1 };
    writeFileSync(path.replace(/\.jsonl$/, '.meta.json'), JSON.stringify(meta));
  }
  return agent;
}

function replyInProgressOnly(session, call, agentId) {
  const lost = [];
  const agent = agentOf(session, agentId, { write: (entry, facts) => lost.push({ entry, facts }) });
  for (let steps = session.random.integer(1, 4); steps > 0; steps--) agent.reply([agent.say()], 'end_turn');
  for (const { entry, facts } of lost) session.agentProgress(call, agentId, entry, facts);
}

function agentOf(session, agentId, file) {
  const { random, text, tools, truth, client, cwd, sessionId, version, gitBranch, time } = session;
  const model = random.chance(0.6) ? 'claude-haiku-4-5-20251001' : session.model;
  const setting = { client, cwd, sessionId, version, gitBranch, time, model, agentId };
  return new Transcript({ random, text, tools, truth }, setting, file);
}
