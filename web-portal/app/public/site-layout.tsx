import { SkipLink } from '#web-shared/components/skip-link/skip-link.tsx';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { buttonClass, IconButton } from '#web-shared/components/button/button.tsx';
import { Logo } from '#web-shared/components/logo.tsx';
import { SchemeToggle } from '#web-shared/components/scheme-toggle.tsx';
import { useConfiguration } from '#web-shared/configuration.ts';
import { NAVIGATION } from './site-map.ts';
import styles from './site.module.css';

/** The frame of every public page: navigation bar, mobile menu, footer (product: Public pages). */
export function SiteLayout({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`;
  }, [title]);
  return (
    <div className={styles['site']}>
      <SkipLink to="content" />
      <NavigationBar />
      <main id="content" tabIndex={-1} className={styles['content']}>
        {children}
      </main>
      <Footer />
    </div>
  );
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

/** Request a Demo and Get in Touch: links that open a mail (product: Routes). */
export function MailLinks({ centred = false }: { centred?: boolean }) {
  const { houseEmail } = useConfiguration();
  const mail = (subject: string): string => `mailto:${houseEmail}?subject=${encodeURIComponent(subject)}`;
  return (
    <p className={styles['mailLinks']} data-centred={centred}>
      <a className={buttonClass('primary', true)} href={mail('Request a Demo')}>
        Request a Demo
      </a>
      <a className={buttonClass('outlined', true)} href={mail('Get in Touch')}>
        Get in Touch
      </a>
    </p>
  );
}

/** The last words of a page, and what to do next. */
export function Closing({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className={styles['closing']}>
      <h2>{heading}</h2>
      <p>{children}</p>
      <MailLinks centred />
    </section>
  );
}
