/** The name of Claude Code where agents are named: its sessions carry none. */
export const OWN_CLIENT = 'claude';
