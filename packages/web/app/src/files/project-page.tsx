import { useMemo } from 'preact/hooks';
import type { ProjectFile, ProjectRef } from '../api/contract.js';
import { url } from '../api/request.js';
import { useResource } from '../api/resource.js';
import { count, many } from '../format/number.js';
import { ago } from '../format/time.js';
import { useAddress } from '../router/location.js';
import { sessionUrl } from '../router/route.js';
import { ProjectRail } from '../session/project-rail.js';
import { Failed, Notice } from '../shell/notice.js';
import { Shell } from '../shell/shell.js';
import { Skeleton } from '../shell/skeleton.js';
import { visible } from '../text/visible.js';
import { FileDiffs } from './file-diffs.js';
import { ProjectViews } from './project-views.js';
import type { ShownFile } from './shown-file.js';

interface Answer {
  project: ProjectRef;
  files: ProjectFile[];
  more: number;
}

/** The files of a project over all its sessions: one diff each, whose lines lead to the session and turn. */
export function ProjectFilesPage() {
  const key = useAddress().query.get('project') ?? '';
  const { data, error, reload } = useResource<Answer>(url('/api/project/files', { project: key }));
  const files = useMemo(() => data?.files.map((file) => shownFile(file, key)), [data]);
  return (
    <Shell page="list" rail={<ProjectRail project={data?.project} />}>
      <div class="list-head project-head">
        <div class="list-title">
          <h1>{visible(data?.project.name ?? 'Files')}</h1>
          <ProjectViews project={key} view="files" />
        </div>
      </div>
      {error && <Failed error={error} onRetry={reload} />}
      {!error && !files && <Skeleton lines={10} label="Reading the changes" />}
      {files?.length === 0 && <Notice title="The sessions of this project changed no files." />}
      {data && files && files.length > 0 && (
        <FileDiffs owner={key} files={files}>
          {many(files.length, 'file')} changed over all sessions
          {data.more > 0 && `; ${count(data.more)} more are not shown`}
        </FileDiffs>
      )}
    </Shell>
  );
}

const MAX_NAMED = 3;

function shownFile({ path, lastAt, sessions, earlier }: ProjectFile, project: string): ShownFile {
  const letters = sessions.map((_, at) => letterOf(at));
  return {
    path,
    version: String(lastAt),
    diff: url('/api/project/diff', { project, path, at: lastAt }),
    blame: null,
    by: (
      <>
        {sessions.slice(0, MAX_NAMED).map(({ id, title, at }, index) => (
          <a key={id} class="turn-link file-session" href={sessionUrl(id)} title={`${visible(title)}\n${ago(at)}`}>
            <b>{letters[index]}</b> <span class="one-line">{visible(title)}</span>
          </a>
        ))}
        {sessions.length > MAX_NAMED && <span class="quiet">and {sessions.length - MAX_NAMED} more</span>}
        {earlier > 0 && (
          <span class="quiet" title="Their changes are already in the first version shown">
            {many(earlier, 'earlier session')} left out
          </span>
        )}
      </>
    ),
    turnLink: (diff) => (write, kind) => {
      const { session, turn } = diff.writes?.[write] ?? { session: 0, turn: 0 };
      const { id = '', title = '' } = sessions[session] ?? {};
      const name = `${letters[session]}${turn}`;
      const label = `${name}: ${kind === 'added' ? 'written' : 'removed'} in turn ${turn} of “${visible(title)}”`;
      return (
        <a class="turn-link num" href={sessionUrl(id, turn)} title={label} aria-label={label}>
          {name}
        </a>
      );
    },
  };
}

/** Sessions are called a, b, c, … in the margin of a diff. There are at most twenty. */
function letterOf(at: number): string {
  return String.fromCharCode(97 + at);
}
