import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { installTheme } from '../theme/install.ts';
import { App, loadPage } from './app.tsx';

installTheme();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const app = (
  <StrictMode>
    <App />
  </StrictMode>
);
if (root.hasChildNodes()) {
  // The page came as HTML: it is taken over, not drawn again.
  await loadPage(window.location.pathname);
  hydrateRoot(root, app);
} else createRoot(root).render(app);
