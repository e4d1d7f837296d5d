import type { Story, StoryTurn } from './story.js';

/** The session as one JSON object: what the pages show, with every call opened and sub-agents inside their calls. */
export async function* storyToJson(story: Story): AsyncGenerator<string> {
  yield `{"title":${JSON.stringify(story.title)},"folder":${JSON.stringify(story.folder ?? null)},"resumes":${JSON.stringify(story.resumes)},`;
  yield `"preamble":${JSON.stringify(story.preamble())},"turns":[`;
  let isFirst = true;
  for (const turn of story.turns()) {
    yield (isFirst ? '\n' : ',\n') + JSON.stringify(await whole(story, turn));
    isFirst = false;
  }
  yield '\n]}\n';
}

async function whole(story: Story, turn: StoryTurn): Promise<object> {
  const items: object[] = [];
  for (const item of turn.view.items) {
    if (item.type !== 'tool') {
      items.push(item);
      continue;
    }
    const agents: object[] = [];
    for (const agent of item.agents) {
      const inner = await story.agent(agent.agentId);
      const turns: object[] = [];
      if (inner) for (const each of inner.turns()) turns.push(await whole(inner, each));
      agents.push({ ...agent, turns });
    }
    items.push({ ...item, agents, detail: story.detail(item) ?? null });
  }
  return { ...stripped(turn), items };
}

/** Drops fields that only drawings need. */
function stripped({ head }: StoryTurn): object {
  const { bands: _, context: __, ...rest } = head;
  return rest;
}
