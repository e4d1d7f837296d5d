import type { RawLine } from '../api/contract.js';
import { useResource } from '../api/resource.js';
import { bytes, count } from '../format/number.js';
import { Dialog } from '../shell/dialog.js';
import { Failed } from '../shell/notice.js';
import { Skeleton } from '../shell/skeleton.js';
import { JsonPart } from '../tool/json-view.js';

/** The unchanged line of the file. */
export function RawDialog({ base, byte, onClose }: { base: string; byte: number; onClose: () => void }) {
  const { data, error } = useResource<RawLine>(`${base}/raw?byte=${byte}`);
  return (
    <Dialog title="The line in the file" shape="wide" onClose={onClose}>
      {error && <Failed error={error} />}
      {!data && !error && <Skeleton lines={6} label="Reading the line" />}
      {data && (
        <>
          <p class="quiet num">
            Line {count(data.line)}, {bytes(data.length)}, from byte {count(data.byte)}
          </p>
          <JsonPart title="Line" text={data.text} />
        </>
      )}
    </Dialog>
  );
}
