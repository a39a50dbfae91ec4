import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { installTheme } from '#web-shared/theme/install.ts';
import { App } from './app.tsx';

installTheme();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
