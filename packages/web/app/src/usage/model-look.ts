import { MODELS, modelOf } from '@unspool/session/models';

const FAMILIES = ['fable', 'mythos', 'opus', 'sonnet', 'haiku'] as const;
const SHADES = 4;

/**
 * The classes for a model's colour: a colour per family, a shade per version. They depend on the model alone, so that it
 * looks the same in every period and on every machine.
 */
export function lookOf(model: string): string {
  const id = modelOf(model)?.id ?? model;
  const family = FAMILIES.find((name) => id.includes(name));
  if (!family) return 'm-other m-shade-0';
  // Models are listed newest first; counted from the end, a new one changes no colour.
  const versions = MODELS.map((known) => known.id).filter((known) => known.includes(family));
  const age = versions.length - 1 - Math.max(0, versions.indexOf(id));
  return `m-${family}-${Math.floor(age / SHADES)} m-shade-${age % SHADES}`;
}
