import { useState } from 'preact/hooks';
import type { MediaView } from '../api/contract.js';
import { bytes } from '../format/number.js';
import { visible } from '../text/visible.js';

/** Pictures, and documents as links. They are loaded only from our own server. */
export function Pictures({ media }: { media: MediaView[] }) {
  if (media.length === 0) return null;
  return (
    <div class="pictures">
      {media.map((one) =>
        one.link === null ? (
          <Picture key={one.href} media={one} />
        ) : (
          <Elsewhere key={one.link} kind={one.kind} link={one.link} />
        ),
      )}
    </div>
  );
}

/** It is not loaded: its server would learn who reads what. */
function Elsewhere({ kind, link }: { kind: MediaView['kind']; link: string }) {
  return (
    <p class="quiet elsewhere">
      {kind === 'image' ? 'Picture' : 'Document'} linked, not loaded: <code>{visible(link)}</code>
    </p>
  );
}

function Picture({ media }: { media: MediaView }) {
  const [isBroken, fail] = useState(false);
  const name = `${media.mediaType}, ${bytes(media.bytes)}`;
  if (!media.href.startsWith('/api/')) return <span class="quiet">{name}</span>;
  if (media.kind === 'document' || isBroken) {
    return (
      <a class="link" href={media.href} target="_blank" rel="noopener" download>
        {isBroken ? 'The picture cannot be shown' : 'Document'}: {name}
      </a>
    );
  }
  return (
    <a class="picture" href={media.href} target="_blank" rel="noopener" title={name}>
      <img
        src={media.href}
        alt={`Attached: ${name}`}
        loading="lazy"
        style={roomFor(media.size)}
        onError={() => fail(true)}
      />
    </a>
  );
}

const WIDEST = 480;
const TALLEST = 360;

/** Reserves the space of a picture until it is loaded. */
function roomFor(size: MediaView['size']) {
  if (!size) return {};
  const { width, height } = size;
  const shown = width * Math.min(1, WIDEST / width, TALLEST / height);
  return { width: `${shown}px`, height: 'auto', minHeight: '0', aspectRatio: `${width} / ${height}` };
}
