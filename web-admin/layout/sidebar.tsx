import { useEffect, useRef } from 'react';
import { LinkBase, useLocation } from 'react-admin';
import { Logo } from '../components/logo.tsx';
import { SchemeToggle } from '#web-shared/components/scheme-toggle.tsx';
import { houseZoneName } from '#web-shared/formats/moments.ts';
import { Skeleton } from '#web-shared/components/skeleton/skeleton.tsx';
import { ACCOUNT } from '../providers/auth-provider.ts';
import { mayOpen, roleOf } from '../providers/access.ts';
import type { ResourceName } from '../providers/resources.ts';
import type { User } from '#contracts/api/session.ts';
import { personName } from '#web-shared/formats/person-name.ts';
import { useLogOut } from '../session/use-log-out.ts';
import { useSignedIn } from '../providers/use-signed-in.ts';
import { MENU } from './menu.ts';
import { MenuNote } from './menu-note.tsx';
import styles from './sidebar.module.css';

/** The pages that the user may open, and at the foot the user. */
export function Sidebar() {
  const user = useSignedIn();
  const pages = useShowingThePage();
  return (
    <aside className={styles['sidebar']} aria-label="Sidebar">
      <div className={styles['brand']}>
        <Logo />
      </div>
      <nav ref={pages} className={styles['groups']} aria-label="Main">
        {user ? <Groups user={user} /> : <GroupsSkeleton />}
      </nav>
      <div className={styles['foot']}>
        <div className={styles['person']}>
          {user ? <Person user={user} /> : <Skeleton width={96} height={28} />}
          <SchemeToggle />
        </div>
        <p className={styles['clock']}>Times: {houseZoneName()}</p>
        <div className={styles['ways']}>
          <a className={styles['item']} href="/">
            Back to the portal
          </a>
          <LogOut />
        </div>
      </div>
    </aside>
  );
}

/** Scrolls the menu as far as it takes to show the page one is on: a low window does not show all of them. */
function useShowingThePage() {
  const menu = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const here = menu.current?.querySelector<HTMLElement>('[aria-current=page]');
    if (!menu.current || !here) return;
    const [top, end] = [here.offsetTop - MARGIN, here.offsetTop + here.offsetHeight + MARGIN];
    const { scrollTop, clientHeight } = menu.current;
    menu.current.scrollTop = Math.max(Math.min(scrollTop, top), end - clientHeight);
  }, [pathname]);
  return menu;
}
/** The space kept visible above and below, in pixels. */
const MARGIN = 40;

function Groups({ user }: { user: User }) {
  const groups = MENU.map(({ title, pages }) => ({
    title,
    pages: pages.filter(({ resource }) => mayOpen(user, resource)),
  })).filter(({ pages }) => pages.length > 0);
  return groups.map(({ title, pages }) => (
    <section key={title} className={styles['group']} aria-labelledby={`menu-${title}`}>
      <h2 id={`menu-${title}`}>{title}</h2>
      <ul>
        {pages.map((page) => (
          <li key={page.resource}>
            <MenuLink {...page} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

function MenuLink({ resource, title }: { resource: ResourceName; title: string }) {
  const { pathname } = useLocation();
  const place = pathname.split('/')[1];
  // A parcel is opened out of the history.
  const here = (place === 'parcels' ? 'history' : place) === resource;
  return (
    <LinkBase className={styles['page']} to={`/${resource}`} {...(here && { 'aria-current': 'page' })}>
      {title} <MenuNote resource={resource} />
    </LinkBase>
  );
}

function GroupsSkeleton() {
  return [88, 104].map((width) => (
    <div key={width} className={styles['page']}>
      <Skeleton width={width} />
    </div>
  ));
}

function Person({ user }: { user: User }) {
  const role = roleOf(user) === 'administrator' ? 'Administrator' : 'Sales rep';
  return (
    <LinkBase className={styles['account']} to={ACCOUNT} title="Your account">
      {personName(user)}
      <small>{role}</small>
    </LinkBase>
  );
}

function LogOut() {
  const logOut = useLogOut();
  return (
    <button type="button" className={styles['item']} onClick={() => void logOut()}>
      Log Out
    </button>
  );
}
