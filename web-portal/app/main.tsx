import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { reloadAsReleased } from '#web-shared/reload-as-released.ts';
import { installTheme } from '#web-shared/theme/install.ts';
import { App } from './app.tsx';

installTheme();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const app = (
  <StrictMode>
    <App />
  </StrictMode>
);
window.addEventListener('vite:preloadError', reloadAsReleased);

// A page that came as HTML is taken over, not drawn again.
if (root.hasChildNodes()) hydrateRoot(root, app);
else createRoot(root).render(app);
