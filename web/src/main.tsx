import './styles/app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/router.tsx';
import { watchSession } from './lib/session.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

watchSession();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
