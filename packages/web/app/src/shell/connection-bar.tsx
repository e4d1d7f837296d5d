import { useConnection } from '../api/connection.js';

/** Says that the server is gone. What is on screen stays, and the page goes on by itself when the server is back. */
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
    'Unspool does not answer: it may be halted in its terminal. What is here stays; the page goes on when it answers.',
  locked: 'Unspool was started again. Open the address it printed to go on; this page then follows.',
};
