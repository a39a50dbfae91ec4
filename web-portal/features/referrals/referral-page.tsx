import { useState, type FormEvent } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { ReferralRequest } from '#contracts/api/referrals.ts';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Field } from '#web-shared/components/field/field.tsx';
import { Logo } from '#web-shared/components/logo.tsx';
import { SchemeToggle } from '#web-shared/components/scheme-toggle.tsx';
import { ShapeDrawing } from '#web-shared/components/shape-drawing/shape-drawing.tsx';
import { CallFailed, problemsByField, statusOf } from '../../lib/failures.ts';
import { NO_MESSAGE } from '#web-shared/formats/message-of.ts';
import { SUCCESS_MS, toastFailure, toastSuccess } from '#web-shared/components/toast/toast.ts';
import { useTitle } from '#web-shared/use-title.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { sendReferral } from './api/send-referral.ts';
import styles from './referral-page.module.css';

/** What is wrong, by field. */
const NO_PROBLEMS: ReadonlyMap<string, string> = new Map();

/** /referral, and /referralform in a frame (product: Referral page): recommends the service to a friend. */
export default function ReferralPage({ embedded = false }: { embedded?: boolean }) {
  const goHome = useGoHome(embedded);
  useTitle('Refer a Friend');
  if (embedded)
    return (
      <main className={styles['embedded']}>
        <h1>Refer a Friend</h1>
        <ReferralForm onSent={goHome} />
      </main>
    );
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <Link to="/" className={styles['home']} aria-label="Home">
          <Logo />
        </Link>
        <SchemeToggle />
      </header>
      <main className={styles['main']}>
        <div className={styles['words']}>
          <span className={styles['pair']} aria-hidden="true">
            <ShapeDrawing shapeCode="RD" colour="E" detailed />
            <ShapeDrawing shapeCode="RD" colour="F" detailed />
          </span>
          <h1>Refer a Friend</h1>
          <p>
            Know a jeweller whose case deserves more than the bank allows? We write to them once, in your
            name, and tell them how {PRODUCT_NAME} works. Nothing else is done with their address.
          </p>
        </div>
        <ReferralForm onSent={goHome} />
      </main>
    </div>
  );
}

/** To `/`: of this window, or from a frame of the window around it, once the message has been read. */
function useGoHome(embedded: boolean): () => void {
  const navigate = useNavigate();
  if (!embedded) return () => void navigate('/');
  return () => {
    setTimeout(() => {
      (window.top ?? window).location.href = new URL('/', window.location.href).href;
    }, SUCCESS_MS);
  };
}

/** Read when it is sent: what was written before the page was taken over counts too. */
function written(form: HTMLFormElement): ReferralRequest {
  const data = new FormData(form);
  const entry = (name: keyof ReferralRequest): string => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  return {
    gifterName: entry('gifterName'),
    gifterEmail: entry('gifterEmail'),
    recipientName: entry('recipientName'),
    recipientEmail: entry('recipientEmail'),
  };
}

function ReferralForm({ onSent }: { onSent: () => void }) {
  const hydrated = useHydrated();
  const [query] = useSearchParams();
  // The page was drawn without a query string.
  const prefilled = (name: 'name' | 'email'): string | null => (hydrated ? query.get(name) : null);
  const [state, setState] = useState<'writing' | 'sending' | 'sent'>('writing');
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = written(event.currentTarget);
    setState('sending');
    setProblems(NO_PROBLEMS);
    try {
      await sendReferral(form);
      setState('sent');
      toastSuccess('Referral Sent');
      onSent();
    } catch (error) {
      setState('writing');
      const refused = problemsByField(error);
      setProblems(refused);
      // What belongs to none of the fields is shown beside the form.
      const named = [...refused.keys()];
      if (named.length === 0 || !named.every((name) => Object.hasOwn(form, name)))
        toastFailure(error instanceof CallFailed ? error.message : NO_MESSAGE, styleOf(error));
    }
  };
  const field = (
    name: keyof ReferralRequest,
    label: string,
    rest: { type?: string; autoComplete?: string },
    given: string | null = null,
  ) => (
    <Field
      key={`${name} ${given ?? ''}`}
      label={label}
      name={name}
      defaultValue={given ?? ''}
      problem={problems.get(name) ?? null}
      required
      maxLength={200}
      {...rest}
    />
  );
  return (
    // `post`: if a browser ever submits the form by itself, no e-mail address ends up in a URL.
    <form className={styles['form']} method="post" onSubmit={(event) => void submit(event)}>
      <fieldset>
        <legend>You</legend>
        {field('gifterName', 'Your name', { autoComplete: 'name' }, prefilled('name'))}
        {field('gifterEmail', 'Your e-mail', { type: 'email', autoComplete: 'email' }, prefilled('email'))}
      </fieldset>
      <fieldset>
        <legend>Your friend</legend>
        {field('recipientName', "Your friend's name", { autoComplete: 'off' })}
        {field('recipientEmail', "Your friend's e-mail", { type: 'email', autoComplete: 'off' })}
      </fieldset>
      <Button look="primary" large wide type="submit" busy={state !== 'writing'} disabled={!hydrated}>
        {state === 'sending' ? 'Sending…' : 'Send Referral'}
      </Button>
    </form>
  );
}

const styleOf = (error: unknown): 'happier' | 'error' => (statusOf(error) === 402 ? 'happier' : 'error');
