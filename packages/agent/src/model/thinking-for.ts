import type { JsonObject } from '@unspool/session';
import { factsOf } from '@unspool/session/models';

/** The part of a request that turns on thinking, for models that support it. */
export function thinkingFor(model: string): { thinking?: JsonObject; betas?: string[] } {
  switch (factsOf(model).takes.thinking) {
    case 'adaptive':
      return { thinking: { type: 'adaptive' } };
    case 'budget':
      return { thinking: { type: 'enabled', budget_tokens: 10_000 }, betas: ['interleaved-thinking-2025-05-14'] };
    case 'none':
      return {};
  }
}
