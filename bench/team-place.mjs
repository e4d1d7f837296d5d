/** Where the sessions of the team's benchmarks were made. */
export const TEAM_PLACE = {
  title: 'x',
  project: 'bench',
  cwd: '/bench',
  home: '/',
  platform: 'linux',
  slug: '-bench',
  branch: '',
};
