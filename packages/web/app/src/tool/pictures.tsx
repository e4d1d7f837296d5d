import { useState } from 'preact/hooks';
import type { MediaView } from '../api/contract.js';
import { bytes } from '../format/number.js';

/** Pictures as pictures, documents as a link. They come from our own server only. */
export function Pictures({ media }: { media: MediaView[] }) {
  if (media.length === 0) return null;
  return (
    <div class="pictures">
      {media.map((one) => (
        <Picture key={one.href} media={one} />
      ))}
    </div>
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

/** The place it will take is kept free until it is there. */
function roomFor(size: MediaView['size']) {
  if (!size) return {};
  const { width, height } = size;
  const shown = width * Math.min(1, WIDEST / width, TALLEST / height);
  return { width: `${shown}px`, height: 'auto', minHeight: '0', aspectRatio: `${width} / ${height}` };
}
