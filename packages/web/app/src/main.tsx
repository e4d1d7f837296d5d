import { render } from 'preact';
import { App } from './app.js';
import { listenForKeys } from './keys/keys.js';
import { catchLinks } from './router/location.js';
import { watchInput } from './shell/focus-ring.js';
import './style/index.css';

const root = document.getElementById('app');
if (root) {
  root.replaceChildren();
  catchLinks();
  listenForKeys();
  watchInput();
  render(<App />, root);
}
