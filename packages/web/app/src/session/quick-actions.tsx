import { useState } from 'preact/hooks';
import type { SessionRow } from '../api/contract.js';
import { post } from '../api/request.js';
import { showToast } from '../shell/toast.js';
import { visible } from '../text/visible.js';
import { ActionGroup } from './action-group.js';
import { ExportChoices } from './export-choices.js';

interface Props {
  row: SessionRow;
  operations: string[];
  onDone: () => void;
}

/** Actions that need no plan because they do not change the conversation: title, tags, pin, archive, export, trash. */
export function QuickActions({ row, operations, onDone }: Props) {
  const base = `/api/sessions/${encodeURIComponent(row.id)}`;
  const [title, setTitle] = useState(row.title);
  const [tag, setTag] = useState('');
  const [trashed, setTrashed] = useState<string | null>(null);
  const can = (name: string) => operations.includes(name);
  const act = async (path: string, body: unknown, done: string) => {
    try {
      await post(`${base}/${path}`, body);
      showToast(done);
      onDone();
    } catch (error) {
      showToast(error instanceof Error ? error.message : 'The action failed.');
    }
  };
  const trash = async () => {
    try {
      const { undo } = await post<{ undo: string }>(`${base}/delete`, {});
      setTrashed(undo);
    } catch (error) {
      showToast(error instanceof Error ? error.message : 'The action failed.');
    }
  };
  const bringBack = async () => {
    try {
      await post('/api/undo', { undo: trashed });
      showToast('Session restored');
      setTrashed(null);
    } catch (error) {
      showToast(error instanceof Error ? error.message : 'The action failed.');
    }
  };
  const restored = 'Restored: it can be resumed again';
  return (
    <>
      <ActionGroup name="Keep">
        <div class="quick-actions">
          {can('rename') && !row.isGone && (
            <form
              class="inline-field"
              onSubmit={(event) => {
                event.preventDefault();
                const wanted = title.trim();
                if (wanted === row.title.trim()) showToast('It already has that title');
                else if (wanted !== '') void act('rename', { title: wanted }, 'Renamed');
              }}
            >
              <input
                class="field"
                aria-label="Title"
                value={title}
                onInput={({ currentTarget }) => setTitle(currentTarget.value)}
              />
              <button type="submit" class="button">
                Rename
              </button>
            </form>
          )}
          {can('tag') && (
            <form
              class="inline-field"
              onSubmit={(event) => {
                event.preventDefault();
                if (tag.trim() === '') return;
                void act('label', { add: [tag.trim()] }, 'Tagged');
                setTag('');
              }}
            >
              <input
                class="field"
                aria-label="New tag"
                placeholder="New tag"
                value={tag}
                onInput={({ currentTarget }) => setTag(currentTarget.value)}
              />
              <button type="submit" class="button">
                Add tag
              </button>
              {row.tags.map((name) => (
                <button
                  key={name}
                  type="button"
                  class="tag"
                  title="Remove the tag"
                  onClick={() => act('label', { remove: [name] }, 'Tag removed')}
                >
                  {visible(name)} ×
                </button>
              ))}
            </form>
          )}
          <p class="quick-buttons">
            {can('pin') && (
              <button
                type="button"
                class="button"
                onClick={() => act('label', { pin: !row.isPinned }, row.isPinned ? 'No longer pinned' : 'Pinned')}
              >
                {row.isPinned ? 'Unpin' : 'Pin'}
              </button>
            )}
            {can('archive') && !row.isArchived && !row.isGone && (
              <button
                type="button"
                class="button"
                title="Keep it even after Claude Code deletes the file"
                onClick={() => act('archive', {}, 'Archived: it stays when Claude Code deletes the file')}
              >
                Archive
              </button>
            )}
            {can('restore') && (row.isArchived || row.isGone) && (
              <button type="button" class="button" onClick={() => act('restore', {}, restored)}>
                Restore
              </button>
            )}
          </p>
        </div>
      </ActionGroup>
      {can('export') && (!row.isGone || row.isArchived) && (
        <ActionGroup name="Share">
          <ExportChoices id={row.id} />
        </ActionGroup>
      )}
      {can('delete') && !row.isGone && (
        <ActionGroup name="Remove">
          {trashed === null ? (
            <p class="quick-buttons">
              <button type="button" class="button button-bad" onClick={trash}>
                Move to the trash
              </button>
              <span class="quiet">It can be undone.</span>
            </p>
          ) : (
            <p class="quick-buttons" role="status">
              It is in the trash.
              <button type="button" class="button" onClick={bringBack}>
                Undo
              </button>
              <a class="link" href="/">
                Go to the sessions
              </a>
            </p>
          )}
        </ActionGroup>
      )}
    </>
  );
}
