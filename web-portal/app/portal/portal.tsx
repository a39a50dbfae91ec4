import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import type { User } from '#contracts/api/session.ts';
import { lesserPrices } from '#contracts/vocabulary/price-modes.ts';
import { SESSION_EXPIRED } from '#contracts/api/headers.ts';
import { Logo } from '#web-shared/components/logo.tsx';
import { forgetKept } from '#web-shared/last-seen.ts';
import { customerQuery } from '../../features/customers/api/get-customer.ts';
import { NoConnection } from '../../features/offline/no-connection.tsx';
import { useConnection } from '../../features/offline/use-connection.ts';
import { useKeepSeen } from '../../features/offline/use-keep-seen.ts';
import { hasDuty, sessionQuery } from '../../features/session/api/check-session.ts';
import { forgetAddress, keepAddress, keptAddress } from '../../features/session/kept-address.ts';
import { settleTicket, ticketInHand } from '../../features/session/api/sign-in-ticket.ts';
import { logOut } from '../../features/session/api/log-out.ts';
import { customerActedFor, forgetSession } from '../../lib/api-client.ts';
import { clientViewNow, useClientView } from '../../lib/client-view.ts';
import { setAway, useNoServer } from '../../lib/connection.ts';
import { onSessionElsewhere, rightsOf } from '#web-shared/browser-session.ts';
import { CallFailed, isOutage, saysNothingOfSession, statusOf, type Reaction } from '../../lib/failures.ts';
import { NO_MESSAGE } from '#web-shared/formats/message-of.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { onPurgedElsewhere, purgeSaved } from '../../lib/saved-state.ts';
import { customerIdOf, SessionContext, type Session } from '../../lib/session.ts';
import { clearToasts, toastFailure } from '#web-shared/components/toast/toast.ts';
import { useSessionClock } from './session-clock.ts';
import { Shell } from './shell.tsx';
import styles from './portal.module.css';

const MustSetUpSecondFactor = lazy(() => import('../../features/session/must-set-up-second-factor.tsx'));
const MustChangePassword = lazy(() => import('../../features/session/must-change-password.tsx'));

/**
 * The signed-in part: confirms the sign-in, and ends it when a failure requires it (product: Session; rule:
 * 402 or sign-out).
 */
export default function Portal() {
  const navigate = useNavigate();
  const [{ client, react, leave, stand }] = useState(() =>
    openSession(() => void navigate('/login', { replace: true })),
  );
  useEffect(stand, [stand]);
  const { search, hash } = useLocation();
  const asked = search !== '';
  useEffect(() => {
    if (asked) forgetAddress();
  }, [asked]);
  // What was asked for before the sign-in; the ticket of one stands behind the #.
  const kept = asked ? null : keptAddress();
  if (kept !== null) return <Navigate to={{ pathname: '/', search: kept, hash }} replace />;
  return (
    <QueryClientProvider client={client}>
      <SessionGate onReaction={react} onLeave={leave} />
    </QueryClientProvider>
  );
}

/** One session's cache, and the two ways it ends; `goToSignIn` is absolute, so an early one serves to the end. */
function openSession(goToSignIn: () => void) {
  let ending = false;
  let standing = false;
  /** From when the portal is shown until another page takes its place, which answers that are still to come leave alone. */
  const stand = (): (() => void) => {
    standing = true;
    return () => {
      standing = false;
    };
  };
  const end = (): void => {
    forgetKept();
    setAway(null);
    forgetSession();
    goToSignIn();
  };
  const react = (reaction: Reaction): void => {
    if (!standing) return;
    // The first failure says why. What is asked meanwhile is refused because the session has been ended.
    if (reaction.signOut && ending) return;
    toastFailure(reaction.message, reaction.style);
    if (!reaction.signOut) return;
    ending = true;
    // After a 401 there is nothing to end: the cookie may be that of a session which another page has begun meanwhile.
    // Otherwise it goes if the server can be reached; if not, the session ends with its hour. Drafts stay for this user.
    void Promise.allSettled(reaction.message === SESSION_EXPIRED ? [] : [logOut()]).then(end);
  };
  const leave = async (username: string): Promise<void> => {
    // Even when the server cannot be reached.
    forgetKept();
    try {
      await logOut();
      ending = true;
      purgeSaved(username);
      clearToasts();
      end();
    } catch (error) {
      toastFailure(error instanceof CallFailed ? error.message : NO_MESSAGE);
    }
  };
  return { client: createQueryClient(react), react, leave, stand };
}

type GateProps = { onReaction: (reaction: Reaction) => void; onLeave: (username: string) => Promise<void> };

/** As whom the portal is shown; another `key` is another portal. */
type Shown = { user: User; key: string };

function SessionGate({ onReaction, onLeave }: GateProps) {
  const session = useQuery(sessionQuery);
  const clientView = useClientView();
  // As whom the recovery codes of a second factor that must be set up are read: they are not shown again, and what other
  // windows do does not take them off the page (rule: Second factor).
  const [reading, setReading] = useState<Shown | null>(null);
  // There was a session, and it has ended: after its hour, by an administrator or in another window.
  const ended = reading === null && session.data !== undefined && isExpiry(session.error);
  useEffect(() => {
    if (ended) onReaction({ message: SESSION_EXPIRED, style: 'error', signOut: true });
  }, [ended, onReaction]);
  // Other rights or prices are another portal: nothing that stands on the page stays (rule: View as customer; rule: Client view).
  const shown =
    reading ?? (session.data && { user: session.data, key: `${rightsOf(session.data)} ${clientView}` });
  if (shown)
    return (
      <SignedIn
        key={shown.key}
        user={shown.user}
        codesShown={reading !== null}
        onCodesShown={(codesShown) => setReading(codesShown ? shown : null)}
        onReaction={onReaction}
        onLeave={onLeave}
      />
    );
  if (session.isError) {
    if (!saysNothingOfSession(session.error)) return <NotSignedIn />;
    const outage = isOutage(session.error);
    return (
      <main className={styles['splash']}>
        <NoConnection
          heading={outage ? 'No connection' : 'One moment'}
          message={session.error.message}
          looking={<SigningIn />}
          // A ticket is of who comes now; what is kept may be another person's.
          mayShowLastSeen={outage && ticketInHand() === null}
        />
      </main>
    );
  }
  return (
    <main className={styles['splash']} aria-busy="true">
      <SigningIn />
    </main>
  );
}

function SigningIn() {
  return (
    <>
      <Logo large />
      <span className="visually-hidden">Signing in…</span>
    </>
  );
}

/** The session has ended: nothing of it stays on this device but what the address asks for, for the next sign-in. */
function NotSignedIn() {
  const { search } = useLocation();
  useEffect(() => keepAddress(search), [search]);
  useEffect(() => {
    forgetKept();
    // The next sign-in here is another one.
    settleTicket();
  }, []);
  return <Navigate to="/home.html" replace />;
}

type SignedInProps = GateProps & {
  user: User;
  codesShown: boolean;
  onCodesShown: (shown: boolean) => void;
};

function SignedIn({ user, codesShown, onCodesShown, onReaction, onLeave }: SignedInProps) {
  useSessionClock(onReaction);
  useConnection(onReaction);
  const noServer = useNoServer();
  const client = useQueryClient();
  useEffect(() => {
    const confirm = (): void => void client.invalidateQueries({ queryKey: queryKeys.session });
    // A page that the browser kept and shows again may be of another session than the browser now has.
    const shown = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) confirm();
    };
    window.addEventListener('pageshow', shown);
    const stopHearing = [onPurgedElsewhere(user.username, confirm), onSessionElsewhere(confirm)];
    return () => {
      window.removeEventListener('pageshow', shown);
      for (const stop of stopHearing) stop();
    };
  }, [client, user.username]);
  const duty = hasDuty(user);
  // Staff who view as a customer keep nothing of the customer's on their device.
  const kept = !user.viewingAs && !duty;
  useKeepSeen(kept ? JSON.stringify([rightsOf(user), customerActedFor(), clientViewNow()]) : null);
  const customer = useQuery({ ...customerQuery, enabled: !duty });
  const logOutNow = useCallback(() => void onLeave(user.username), [onLeave, user.username]);
  const value = useMemo((): Session => {
    const own = customer.data?.customer ?? null;
    return {
      user,
      staff: isStaff(user),
      administrator: user.administrator,
      customer: own,
      // Also while it is asked for again after a failure: what is shown stays.
      customerKnown: customer.isFetched,
      showPrices:
        customer.data?.showPrices ?? lesserPrices(user.showPrices, clientViewNow() ?? user.showPrices),
      actionsClosed: noServer ?? closedReason(user, own),
      logOut: logOutNow,
    };
  }, [user, customer.data, customer.isFetched, noServer, logOutNow]);

  if (user.mustChangePassword) {
    return (
      <main className={styles['splash']}>
        <Logo large />
        <Suspense fallback={null}>
          <MustChangePassword username={user.username} onLogOut={logOutNow} />
        </Suspense>
      </main>
    );
  }
  if (duty) {
    const done = (): void => void client.resetQueries({ queryKey: queryKeys.session });
    return (
      <main className={styles['splash']}>
        <Logo large />
        <Suspense fallback={null}>
          <MustSetUpSecondFactor
            codesShown={codesShown}
            onCodesShown={onCodesShown}
            onDone={done}
            onLogOut={logOutNow}
          />
        </Suspense>
      </main>
    );
  }
  return (
    <SessionContext value={value}>
      <Shell />
    </SessionContext>
  );
}

const isStaff = ({ administrator, salesRep }: User): boolean => administrator || salesRep;
const isExpiry = (error: Error | null): boolean => statusOf(error) === 401;

/** For whom staff act is known before anything of that customer has been read. */
function closedReason(user: User, customer: Session['customer']): string | null {
  if (isStaff(user)) return customerIdOf(user) === null ? 'Choose the customer you act for first.' : null;
  return customer?.allowActions === false ? 'Your account may look, but not make changes.' : null;
}
