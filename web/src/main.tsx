import './styles/app.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { paths } from './app/paths.ts';
import { App } from './app/router.tsx';
import { session, watchSession } from './lib/session.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

watchSession();
const app = (
  <StrictMode>
    <App />
  </StrictMode>
);
// The landing page comes drawn (vite/prerender.ts). Whoever is signed in goes elsewhere: nothing of it is kept.
if (root.hasChildNodes() && window.location.pathname === paths.home && !session.get()) {
  hydrateRoot(root, app);
} else {
  root.replaceChildren();
  createRoot(root).render(app);
}
// theme-bootstrap.js hid the drawn page from somebody with a session.
document.documentElement.classList.remove('com-sessao');
