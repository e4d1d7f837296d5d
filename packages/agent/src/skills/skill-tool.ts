import { join } from 'node:path';
import type { JsonObject } from '@unspool/session';
import { misused } from '../tools/outcome.js';
import type { Tool, ToolContext, ToolResult } from '../tools/tool.js';
import { readSkills, type Skill, type SkillPlace } from './skills.js';

/** Gives the model a skill's instructions. Skills are read at every call, so new ones are found at once. */
export function skillTool(place: SkillPlace | undefined): Tool {
  return {
    name: 'Skill',
    get description() {
      const known = place ? readSkills(place).map(({ name, description }) => `- ${name}: ${oneLine(description)}`) : [];
      const list = known.length === 0 ? '' : `\n\nSkills:\n${known.join('\n')}`;
      return `Gives you a skill's instructions, which the user or the project has written for one kind of work. Use it before you start such work, and only with the skills listed.${list}`;
    },
    inputSchema: {
      type: 'object',
      properties: {
        skill: { type: 'string', description: 'The name of the skill' },
        args: { type: 'string', description: 'What to use it for' },
      },
      required: ['skill'],
      additionalProperties: false,
    },
    isReadOnly: () => true,
    isParallel: () => false,
    run: async (input, context) => launch(input, readSkills(place ?? placeFrom(context))),
  };
}

function launch(input: JsonObject, skills: Skill[]): ToolResult {
  const name = String(input['skill']).replace(/^\//, '');
  const skill = skills.find((each) => each.name === name);
  if (!skill) {
    const known = skills.map((each) => each.name).join(', ') || 'none';
    return misused(`Unknown skill: ${name}. Available: ${known}`);
  }
  const args = String(input['args'] ?? '');
  const text = `Base directory for this skill: ${skill.folder}\n\n${withArguments(skill.body.replace(/^\n+/, ''), args)}`;
  return {
    content: `Launching skill: ${skill.name}`,
    toolUseResult: { success: true, commandName: skill.name },
    meta: [[{ type: 'text', text }]],
  };
}

function withArguments(body: string, args: string): string {
  if (body.includes('$ARGUMENTS')) return body.replaceAll('$ARGUMENTS', () => args);
  return args === '' ? body : `${body}\n\nARGUMENTS: ${args}`;
}

function placeFrom({ env, home, projectDir }: ToolContext): SkillPlace {
  return { configDir: env['CLAUDE_CONFIG_DIR'] || join(home, '.claude'), projectDir };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 500);
}
