import { SkipLink } from '#web-shared/components/skip-link/skip-link.tsx';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-admin';
import { SIZES } from '#web-shared/theme/tokens.ts';
import { IconButton } from '#web-shared/components/button/button.tsx';
import Drawer from '#web-shared/components/overlay/drawer.tsx';
import { useFocusKept } from '#web-shared/use-focus-kept.ts';
import { whenIdle } from '#web-shared/when-idle.ts';
import { Logo } from '../components/logo.tsx';
import { loadPages } from './lazy-page.tsx';
import { Sidebar } from './sidebar.tsx';
import { Waiting } from './states.tsx';
import styles from './layout.module.css';

/** The signed-in shell: the sidebar, which narrow screens open as a drawer, and the page. */
export function Layout({ children }: { children: ReactNode }) {
  const narrow = useMediaQuery(`(max-width: ${SIZES.md - 1}px)`, { noSsr: true });
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  useFocusOnNewPage(main, pathname);
  useFocusKept(main);
  useEffect(() => whenIdle(() => void loadPages()), []);
  return (
    <div className={styles['shell']}>
      <SkipLink to="main" />
      {narrow ? (
        <TopBar key={pathname} />
      ) : (
        <header className={styles['side']}>
          <Sidebar />
        </header>
      )}
      <main id="main" className={styles['main']} ref={main} tabIndex={-1}>
        <Suspense fallback={<Waiting />}>{children}</Suspense>
      </main>
    </div>
  );
}

/** Mounted again for each page, and therefore closed. */
function TopBar() {
  const [open, setOpen] = useState(false);
  return (
    <header className={styles['top']}>
      <IconButton icon="menu" label="Menu" aria-expanded={open} onClick={() => setOpen(true)} />
      <Logo />
      {open && (
        <Drawer label="Menu" onClose={() => setOpen(false)}>
          <Sidebar />
        </Drawer>
      )}
    </header>
  );
}

/** Another page begins at its top, with the focus on it, so that keys and screen readers go on from there. */
function useFocusOnNewPage(main: React.RefObject<HTMLElement | null>, pathname: string): void {
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    window.scrollTo({ top: 0 });
    main.current?.focus({ preventScroll: true });
  }, [main, pathname]);
}
