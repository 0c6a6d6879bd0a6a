import './styles/entrevista.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './field/app.tsx';
import { watchInstall } from './field/device/install.ts';
import { startTheme } from './field/device/theme.ts';
import { keepUpdated } from './field/device/updates.ts';
import { watchSession } from './lib/network/session.ts';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');
startTheme();
watchInstall();
watchSession();
createRoot(container).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
// If the service worker fails to register, the interview app still works, but only with a network.
void keepUpdated().catch(() => undefined);
