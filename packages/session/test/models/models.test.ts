import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { apiModel, contextWindowOf, DEFAULT_MODEL, factsOf, MODELS, modelNamed, modelOf } from '../../src/models.js';

interface Recorded {
  aliases: { [alias: string]: string };
  models: { [id: string]: object };
}

const fixture = new URL('../../fixtures/models/client.json', import.meta.url);
const recorded: Recorded = JSON.parse(readFileSync(fixture, 'utf8'));

describe('the registry', () => {
  it('lists each id and each alias once', () => {
    const names = MODELS.flatMap(({ id, aliases = [] }) => [id, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(MODELS.map((model) => [model.id, model] as const))('finds %s by its own name', (id, model) => {
    expect(modelOf(id)).toBe(model);
    expect(modelNamed(id)).toBe(id);
  });

  it.each(MODELS.map((model) => [model.id, model] as const))("has the client's assumptions about %s", (id, model) => {
    const { limits, takes, isOffered } = model;
    expect(recorded.models[id]).toMatchObject({
      contextWindow: limits.context,
      maxOutputTokens: limits.output,
      thinking: { adaptive: 'adaptive', budget: 'enabled', none: null }[takes.thinking],
      systemMessages: takes.systemMessages,
      isOffered,
    });
  });
});

describe('aliases', () => {
  it('equal those of the client', () => {
    const ours = MODELS.flatMap(({ id, aliases = [] }) => aliases.map((alias) => [alias, id]));
    expect(Object.fromEntries(ours)).toEqual(recorded.aliases);
  });

  it.each([
    ['default', 'claude-opus-5-5'],
    ['opus', 'claude-opus-5-5'],
    ['sonnet', 'claude-sonnet-5-5'],
    ['haiku', 'claude-haiku-5-5'],
    ['fable', 'claude-fable-5-2'],
    ['OPUS', 'claude-opus-5-5'],
    ['sonnet[1m]', 'claude-sonnet-5-5[1m]'],
    ['Sonnet[1M]', 'claude-sonnet-5-5[1m]'],
    ['my-model', 'my-model'],
    ['My-Model[1m]', 'My-Model[1m]'],
  ])('%s is %s', (name, model) => expect(modelNamed(name)).toBe(model));

  it('name a model that the client offers, the default one too', () => {
    for (const { aliases, isOffered } of MODELS) if (aliases) expect(isOffered).toBe(true);
    expect(modelNamed('default')).toBe(DEFAULT_MODEL);
  });
});

describe('a name', () => {
  it.each([
    ['claude-opus-4-5-20251101', 'claude-opus-4-5'],
    ['claude-opus-4-20250514', 'claude-opus-4'],
    ['claude-opus-4-0', 'claude-opus-4'],
    ['claude-opus-5-latest', 'claude-opus-5'],
    ['claude-opus-5-5[1m]', 'claude-opus-5-5'],
    ['us.anthropic.claude-haiku-5-5-v1:0', 'claude-haiku-5-5'],
    ['anthropic.claude-3-haiku-20240307-v1:0', 'claude-3-haiku'],
    ['bedrock/anthropic.claude-opus-4-1', 'claude-opus-4-1'],
    ['anthropic/claude-opus-4.1', 'claude-opus-4-1'],
    ['claude-fable-5-2@20261101', 'claude-fable-5-2'],
    ['CLAUDE-FABLE-5.2', 'claude-fable-5-2'],
  ])('%s is %s', (name, id) => expect(modelOf(name)?.id).toBe(id));

  it.each([
    'claude-opus-5-6',
    'claude-opus-5-55',
    'claude-opus-4-2-20260101',
    'claude-opus-41',
    'claude-sonnet-6',
    'claude-haiku-5',
    'xclaude-sonnet-4-5',
    'claude-sonnet-4x5',
    'claude-sonnet-4~',
    'opus-5-5',
    'gpt-9',
    '',
  ])('"%s" is no model we know', (name) => expect(modelOf(name)).toBeUndefined());
});

describe('the context window', () => {
  it.each([
    ['claude-sonnet-5', 1_000_000],
    ['claude-sonnet-5-5', 1_000_000],
    ['claude-haiku-5-5', 1_000_000],
    ['claude-opus-5-5', 1_000_000],
    ['claude-sonnet-4-5', 200_000],
    ['claude-sonnet-4-5[1m]', 1_000_000],
    ['claude-opus-9', 1_000_000],
    ['gpt-9', 200_000],
  ])('of %s has %i tokens', (model, tokens) => expect(contextWindowOf(model)).toBe(tokens));
});

it('treats an unknown Claude as new and requests nothing special of other models', () => {
  expect(factsOf('claude-opus-9').takes).toEqual({ thinking: 'adaptive', systemMessages: true });
  expect(factsOf('gpt-9').takes).toEqual({ thinking: 'none', systemMessages: false });
});

it('sends a model name to the API without the long-context mark', () => {
  expect(apiModel('claude-sonnet-4-5[1m]')).toBe('claude-sonnet-4-5');
  expect(apiModel('claude-sonnet-4-5')).toBe('claude-sonnet-4-5');
});
