import { SkipLink } from '#web-shared/components/skip-link/skip-link.tsx';
import { useEffect, useRef } from 'react';
import { Link, Outlet, useLocation, useNavigationType } from 'react-router';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { buttonClass, IconButton } from '#web-shared/components/button/button.tsx';
import { Logo } from '#web-shared/components/logo.tsx';
import { SchemeToggle } from '#web-shared/components/scheme-toggle.tsx';
import { useConfiguration } from '#web-shared/configuration.ts';
import { useTitle } from '#web-shared/use-title.ts';
import { NAVIGATION, titleOf } from './site-map.ts';
import styles from './site.module.css';

/** The frame around every public page: navigation bar, mobile menu, footer (product: Public pages). It stays while pages change. */
export default function SiteLayout() {
  const { pathname } = useLocation();
  useTitle(titleOf(pathname));
  useStartOfNewPage();
  return (
    <div className={styles['site']}>
      <SkipLink to="content" />
      <NavigationBar />
      <main id="content" tabIndex={-1} className={styles['content']}>
        <Outlet />
      </main>
      <Footer />
    </div>
  );
}

/** A page that a link leads to is read from its top, with keyboard and screen reader too; going back restores what was. */
function useStartOfNewPage(): void {
  const { pathname } = useLocation();
  const cameBy = useNavigationType();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (cameBy === 'POP') return;
    window.scrollTo(0, 0);
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname, cameBy]);
}

function NavigationBar() {
  const { pathname } = useLocation();
  const menu = useRef<HTMLElement>(null);
  const close = (): void => menu.current?.hidePopover?.();
  const links = NAVIGATION.map(({ path, title }) => (
    <li key={path}>
      <Link
        to={path}
        aria-current={pathname === path || `${pathname}.html` === path ? 'page' : undefined}
        onClick={close}
      >
        {title}
      </Link>
    </li>
  ));
  const logIn = (
    <Link to="/login" className={buttonClass('primary')} onClick={close}>
      Log In
    </Link>
  );
  return (
    <header className={styles['bar']}>
      <Link to="/home.html" className={styles['mark']} aria-label={`${PRODUCT_NAME}, home`}>
        <Logo />
      </Link>
      <nav aria-label="Public" className={styles['links']}>
        <ul>{links}</ul>
      </nav>
      <div className={styles['corner']}>
        <SchemeToggle />
        {logIn}
        <span className={styles['menuButton']}>
          {/* The browser opens it, so it opens before any script has come. */}
          <IconButton icon="menu" label="Menu" popoverTarget="site-menu" />
        </span>
      </div>
      <nav id="site-menu" aria-label="Menu" className={styles['menu']} popover="auto" ref={menu}>
        <ul>
          {links}
          <li>{logIn}</li>
        </ul>
      </nav>
    </header>
  );
}

function Footer() {
  const { houseEmail, socialLinks } = useConfiguration();
  return (
    <footer className={styles['footer']}>
      <div className={styles['footerInner']}>
        <div>
          <Logo />
          <p>Inventory on subscription, for jewellers.</p>
        </div>
        <nav aria-label="Footer">
          <h2>{PRODUCT_NAME}</h2>
          <ul>
            <li>
              <Link to="/about">About</Link>
            </li>
            <li>
              <Link to="/news">News</Link>
            </li>
            <li>
              <a href={`mailto:${houseEmail}`}>{houseEmail}</a>
            </li>
          </ul>
        </nav>
        <nav aria-label="Social media">
          <h2>Follow us</h2>
          <ul>
            {socialLinks.map(({ name, url }) => (
              <li key={name}>
                <a href={url} target="_blank" rel="noreferrer">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
