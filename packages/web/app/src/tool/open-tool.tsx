import { useEffect, useState } from 'preact/hooks';
import type { ToolDetail, ToolItem } from '../api/contract.js';
import type { RequestError } from '../api/request.js';
import { asRequestError } from '../api/resource.js';
import { bytes } from '../format/number.js';
import type { Conversation } from '../session/conversation.js';
import { Failed } from '../shell/notice.js';
import { Skeleton } from '../shell/skeleton.js';
import { parseAnsi } from '../text/ansi.js';
import { visible } from '../text/visible.js';
import { ToolBodyView } from './body.js';
import { JsonView } from './json-view.js';
import { Offloaded } from './offloaded.js';
import { Pictures } from './pictures.js';

/** An open call: the view of its tool, the error, pictures, offloaded output, and the JSON on request. */
export function OpenTool({ conversation, item }: { conversation: Conversation; item: ToolItem }) {
  const [detail, set] = useState<ToolDetail | undefined>(() => conversation.detail(item.callId));
  const [error, fail] = useState<RequestError | undefined>();
  const [isRevealed, reveal] = useState(false);
  const [isJson, showJson] = useState(false);
  useEffect(() => {
    let isHere = true;
    conversation.openCall(item.callId, isRevealed).then(
      (found) => isHere && set(found),
      (reason: unknown) => isHere && fail(asRequestError(reason)),
    );
    return () => {
      isHere = false;
    };
  }, [conversation, item.callId, item.status, isRevealed]);
  if (error) return <Failed error={error} />;
  if (!detail) return <Skeleton lines={4} label="Reading the call" />;
  const hidden = detail.input.masked + detail.output.masked;
  return (
    <div class="tool-body">
      {detail.error !== null && !isTold(detail) && <ErrorText text={detail.error} />}
      {detail.declined !== null && (
        <p class="declined plain-text">
          You declined this{detail.declined === '' ? '.' : `: ${visible(detail.declined)}`}
        </p>
      )}
      {isJson ? (
        <JsonView input={detail.input} output={detail.output} isShown={detail.media.length > 0} />
      ) : (
        <ToolBodyView detail={detail} isFailed={item.status === 'failed'} base={conversation.base} />
      )}
      <Pictures media={detail.media} />
      {detail.offloaded && !hasOutput(detail) && (
        <Offloaded href={detail.offloaded.href} size={detail.offloaded.bytes} isRevealed={isRevealed} />
      )}
      <div class="cut-bar">
        {detail.offloaded && hasOutput(detail) && (
          <span class="quiet">The output is kept in a file of its own ({bytes(detail.offloaded.bytes)}).</span>
        )}
        {detail.body.view !== 'json' && (
          <button type="button" class="link-button as-json" aria-pressed={isJson} onClick={() => showJson(!isJson)}>
            {isJson ? 'Back to the view' : 'Input and output as JSON'}
          </button>
        )}
        {(hidden > 0 || isRevealed) && (
          <button type="button" class="link-button" onClick={() => reveal(!isRevealed)}>
            {isRevealed ? 'Hide secrets again' : 'Secrets are hidden: reveal'}
          </button>
        )}
      </div>
    </div>
  );
}

/** These views show the beginning of the output, and the rest of it when asked. */
function hasOutput({ body }: ToolDetail): boolean {
  return body.view === 'terminal' || body.view === 'json';
}

/** Error texts often contain terminal colours. */
function ErrorText({ text }: { text: string }) {
  return (
    <p class="error-text">
      {parseAnsi(text)
        .map((run) => run.text)
        .join('')}
    </p>
  );
}

/** The terminal view shows the error text and the exit code itself. */
function isTold({ body, error }: ToolDetail): boolean {
  if (body.view !== 'terminal' || error === null) return false;
  const message = error.replace(/^(Error: )?Exit code \d+/, '').trim();
  return body.output.text.includes(message.slice(0, 200));
}
