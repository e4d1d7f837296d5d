import type { Block, JsonObject } from '@unspool/session';
import { failed, misused } from '../outcome.js';
import type { Tool, ToolContext, ToolResult } from '../tool.js';
import { askAbout } from './ask-about.js';

const MAX_SEARCHES = 8;

export const webSearchTool: Tool = {
  name: 'WebSearch',
  description: 'Searches the web and returns the titles, addresses and contents of pages. Cite the sources you use.',
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', minLength: 2, description: 'What to search for' },
      allowed_domains: { type: 'array', items: { type: 'string' }, description: 'Only from these domains' },
      blocked_domains: { type: 'array', items: { type: 'string' }, description: 'Not from these domains' },
    },
    required: ['query'],
    additionalProperties: false,
  },
  isReadOnly: () => true,
  run: search,
};

/** Lets a model search with the API's own search tool, in a separate request. */
function serverTool({ allowed_domains, blocked_domains }: JsonObject): JsonObject {
  return {
    type: 'web_search_20250305',
    name: 'web_search',
    max_uses: MAX_SEARCHES,
    ...(isFilled(allowed_domains) && { allowed_domains }),
    ...(isFilled(blocked_domains) && { blocked_domains }),
  };
}

async function search(input: JsonObject, context: ToolContext): Promise<ToolResult> {
  const query = String(input['query']);
  if (isFilled(input['allowed_domains']) && isFilled(input['blocked_domains'])) {
    return misused('Set allowed_domains or blocked_domains, not both.');
  }
  const startedAt = context.now();
  const { blocks, failure } = await askAbout(
    {
      system: 'You search the web for another agent and report what you find.',
      prompt: `Perform a web search for the query: ${query}`,
      tools: [serverTool(input)],
    },
    context,
  );
  if (failure !== undefined) return failed(`The search failed: ${failure}`);
  const results = blocks.flatMap(resultOf);
  const durationSeconds = (context.now() - startedAt) / 1000;
  const parts = results.map((each) => (typeof each === 'string' ? each : `Links: ${JSON.stringify(each.content)}`));
  const content = `Web search results for query: "${query}"\n\n${parts.join('\n\n') || 'No links found.'}`;
  return { content, toolUseResult: { query, results, durationSeconds } };
}

type Found = string | { tool_use_id: string; content: { title: string; url: string }[] };

function resultOf(block: Block): Found[] {
  const { type, text, tool_use_id, content } = block as JsonObject;
  if (type === 'text') return typeof text === 'string' && text.trim() !== '' ? [text] : [];
  if (type !== 'web_search_tool_result') return [];
  if (!Array.isArray(content))
    return [`Web search error: ${String((content as JsonObject | undefined)?.['error_code'])}`];
  const links = (content as JsonObject[]).map(({ title, url }) => ({ title: String(title), url: String(url) }));
  return [{ tool_use_id: String(tool_use_id), content: links }];
}

function isFilled(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0;
}
