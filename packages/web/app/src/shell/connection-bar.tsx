import { useConnection } from '../api/connection.js';

/** Says that the server is gone. The page stays on screen and continues by itself when the server is back. */
export function ConnectionBar() {
  const connection = useConnection();
  if (connection === 'here') return null;
  return (
    <p class="connection-bar" role="status">
      {WORDS[connection]}
    </p>
  );
}

const WORDS = {
  gone: (
    <>
      Unspool has stopped. Start it again with <code>unspool</code> and open the address it prints.
    </>
  ),
  silent:
    'Unspool is not responding. It may be paused in its terminal. The page stays as it is and continues when it answers.',
  locked: 'Unspool was restarted. Open the address it printed; this page then continues too.',
};
