import type { TeamMember } from '../api/contract.js';
import { useAddress } from '../router/location.js';
import type { TeamView } from '../router/route.js';
import { Notice } from '../shell/notice.js';
import { Shell } from '../shell/shell.js';
import { Skeleton } from '../shell/skeleton.js';
import { useAppState } from '../shell/state.js';
import { TeamReads } from './reads.js';
import { TeamSearch } from './search.js';
import { TeamSessions } from './sessions.js';
import { TeamUsage } from './usage.js';

export interface TeamViewProps {
  member: TeamMember;
  query: URLSearchParams;
}

/** What the team shares: its sessions, a search over them, everybody's usage, and who opened your sessions. */
export function TeamPage({ view }: { view: TeamView }) {
  const { query } = useAddress();
  const { state } = useAppState();
  if (!state) {
    return (
      <Shell page="team">
        <Skeleton lines={10} label="Reading the team" />
      </Shell>
    );
  }
  const { team: member } = state;
  if (!member) return <NoTeam />;
  // A viewer sees only numbers, so usage is the only view.
  const shown = member.role === 'viewer' && view === 'sessions' ? 'usage' : view;
  const props = { member, query };
  switch (shown) {
    case 'sessions':
      return <TeamSessions {...props} />;
    case 'search':
      return <TeamSearch {...props} />;
    case 'usage':
      return <TeamUsage {...props} />;
    case 'reads':
      return <TeamReads {...props} />;
  }
}

function NoTeam() {
  return (
    <Shell page="team">
      <Notice title="This machine is not part of a team.">
        <p>
          A team shares sessions through a small service. Start one with <code>unspool team serve</code>, or join one
          with <code>unspool team join URL CODE</code>.
        </p>
        <p>Nothing is shared until you say so.</p>
      </Notice>
    </Shell>
  );
}
