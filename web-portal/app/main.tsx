import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { installTheme } from '#web-shared/theme/install.ts';
import { App } from './app.tsx';

const RELOADED = 'vitrine:reloaded';
/** Sooner than that it would not help. */
const RELOAD_AGAIN_MS = 30_000;

installTheme();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const app = (
  <StrictMode>
    <App />
  </StrictMode>
);
// A version of the application that is no longer there: the page is reloaded in the current one.
window.addEventListener('vite:preloadError', () => {
  const last = Number(sessionStorage.getItem(RELOADED));
  if (Date.now() - last < RELOAD_AGAIN_MS) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  window.location.reload();
});

// A page that came as HTML is taken over, not drawn again.
if (root.hasChildNodes()) hydrateRoot(root, app);
else createRoot(root).render(app);
