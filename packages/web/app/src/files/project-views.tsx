/** Links to the sessions and the files of a project. */
export function ProjectViews({ project, view }: { project: string; view: 'sessions' | 'files' }) {
  const query = `?project=${encodeURIComponent(project)}`;
  return (
    <nav class="views" aria-label="Views of this project">
      <a href={`/${query}`} aria-current={view === 'sessions' ? 'page' : undefined}>
        Sessions
      </a>
      <a href={`/files${query}`} aria-current={view === 'files' ? 'page' : undefined}>
        Files
      </a>
    </nav>
  );
}
