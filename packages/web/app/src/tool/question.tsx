import type { ToolBody } from '../api/contract.js';
import { Markdown } from '../text/markdown.js';
import { visible } from '../text/visible.js';

/** Questions to the user: all options, the chosen ones marked. */
export function Questions({ body }: { body: Extract<ToolBody, { view: 'question' }> }) {
  return (
    <div class="questions">
      {body.questions.map(({ question, options, answer }, at) => (
        <section key={at} class="question">
          <Markdown text={question} />
          <ul>
            {options.map(({ label, description, isChosen }, option) => (
              <li key={option} class={isChosen ? 'option is-chosen' : 'option'}>
                <span class="option-sign" aria-hidden="true">
                  {isChosen ? '✓' : ''}
                </span>
                <span>
                  <b>{visible(label)}</b> {description !== '' && <span class="quiet">{visible(description)}</span>}
                  {isChosen && <span class="hidden-text"> (chosen)</span>}
                </span>
              </li>
            ))}
            {answer !== null && (
              <li class="option is-chosen">
                <span class="option-sign" aria-hidden="true">
                  ✓
                </span>
                <span class="option-own">{visible(answer)}</span>
              </li>
            )}
          </ul>
        </section>
      ))}
    </div>
  );
}
