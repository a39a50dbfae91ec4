import { useEffect, useEffectEvent, useState, type FormEvent } from 'react';
import type { z } from 'zod';
import {
  begunSecondFactor,
  recoveryCodesReply,
  secondFactorState,
  type BegunSecondFactor,
  type SecondFactorState,
} from '#contracts/api/second-factor.ts';
import { Button } from '../components/button/button.tsx';
import { Field } from '../components/field/field.tsx';
import { Loading } from '../components/loaded/loaded.tsx';
import { QrCode } from '../components/qr-code/qr-code.tsx';
import { CouldNotLoad } from '../components/state-message/could-not-load.tsx';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { messageOf } from '../formats/message-of.ts';
import { useAskBeforeUnload } from '../use-ask-before-unload.ts';
import styles from './account.module.css';

const PATH = '/login/secondfactor';

/**
 * The calls on one's own second factor; `post` makes one, and throws an Error with words to show. `confirm` and `renew`
 * answer recovery codes.
 */
export const secondFactorCalls = (
  post: <Reply>(path: string, body: object, reply: z.ZodType<Reply>) => Promise<Reply>,
) => ({
  state: () => post(PATH, {}, secondFactorState),
  begin: (password: string) => post(`${PATH}/begin`, { password }, begunSecondFactor),
  confirm: async (code: string) =>
    (await post(`${PATH}/confirm`, { code }, recoveryCodesReply)).recoveryCodes,
  renew: async (code: string) => (await post(`${PATH}/codes`, { code }, recoveryCodesReply)).recoveryCodes,
  remove: (password: string, code: string) => post(`${PATH}/remove`, { password, code }, secondFactorState),
});

type SecondFactorCalls = ReturnType<typeof secondFactorCalls>;

type Step =
  | { at: 'state' | 'password' | 'renew' | 'remove' | 'kept' }
  | { at: 'confirm'; begun: BegunSecondFactor }
  | { at: 'codes'; codes: readonly string[] };

type SecondFactorProps = {
  calls: SecondFactorCalls;
  /** It is set up before anything else: there is no way back. Called once the recovery codes are kept and the page may be left unasked. */
  onDone?: () => void;
  /** Hears whether recovery codes are shown: they are not shown again, so what they stand in must not be closed by a slip. */
  onCodesShown?: (shown: boolean) => void;
};

/**
 * One's own second factor: to set up by QR code or text, to remove, and its recovery codes, over which the page is not left
 * unasked (rule: Second factor).
 */
export function SecondFactor({ calls, onDone, onCodesShown }: SecondFactorProps) {
  const start: Step = { at: onDone ? 'password' : 'state' };
  const [step, setStep] = useState<Step>(start);
  const back = onDone ? undefined : () => setStep(start);
  const showCodes = (codes: readonly string[]): void => {
    setStep({ at: 'codes', codes });
    onCodesShown?.(true);
  };
  const finish = (): void => {
    onCodesShown?.(false);
    setStep(onDone ? { at: 'kept' } : start);
  };
  useAskBeforeUnload(step.at === 'codes');
  const kept = step.at === 'kept';
  const done = useEffectEvent(() => onDone?.());
  // Only now: until the codes are off the page, it asks before it is left.
  useEffect(() => {
    if (kept) done();
  }, [kept]);
  switch (step.at) {
    case 'state':
      return <State calls={calls} onChoose={(at) => setStep({ at })} />;
    case 'password':
      return (
        <Entries
          key="password"
          lead="You need an authenticator app on your phone. To begin, please enter your password."
          asks={['password']}
          button="Continue"
          onSend={async ({ password }) => setStep({ at: 'confirm', begun: await calls.begin(password) })}
          onBack={back}
        />
      );
    case 'confirm':
      return (
        <>
          <p className={styles['lead']}>Scan this with your authenticator app, or type the key into it.</p>
          <QrCode className={styles['qr']} text={step.begun.uri} label="QR code of the key" />
          <p className={styles['key']}>
            <span>Key</span> <code>{(step.begun.secret.match(/.{1,4}/g) ?? []).join(' ')}</code>
          </p>
          <Entries
            key="confirm"
            lead="Then enter the code that it shows."
            asks={['code']}
            button="Turn On"
            onSend={async ({ code }) => showCodes(await calls.confirm(code))}
            onBack={back}
          />
        </>
      );
    case 'codes':
      return <RecoveryCodes codes={step.codes} onDone={finish} />;
    case 'kept':
      return <Loading height={52} />;
    case 'renew':
      return (
        <Entries
          key="renew"
          lead="New recovery codes replace the ones that you have. Please enter a code from your app."
          asks={['code']}
          button="Make New Codes"
          onSend={async ({ code }) => showCodes(await calls.renew(code))}
          onBack={back}
        />
      );
    case 'remove':
      return (
        <Entries
          key="remove"
          lead="From then on your password alone signs you in."
          asks={['password', 'code']}
          button="Turn Off"
          onSend={async ({ password, code }) => {
            await calls.remove(password, code);
            setStep(start);
          }}
          onBack={back}
        />
      );
  }
}

type StateProps = { calls: SecondFactorCalls; onChoose: (at: 'password' | 'renew' | 'remove') => void };

function State({ calls, onChoose }: StateProps) {
  const [state, setState] = useState<SecondFactorState | null>(null);
  const [problem, setProblem] = useState<{ error: unknown } | null>(null);
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    let gone = false;
    calls.state().then(
      (now) => void (gone || setState(now)),
      (error: unknown) => void (gone || setProblem({ error })),
    );
    return () => {
      gone = true;
    };
  }, [calls, attempt]);
  const retry = (): void => {
    setProblem(null);
    setAttempt(attempt + 1);
  };
  if (problem) return <CouldNotLoad what="Your second factor" error={problem.error} retry={retry} />;
  if (!state) return <Loading height={52} />;
  if (!state.enabled)
    return (
      <>
        <p className={styles['lead']}>Off. When it is on, signing in also takes a code from your phone.</p>
        <div className={styles['actions']}>
          <Button onClick={() => onChoose('password')}>Set Up</Button>
        </div>
      </>
    );
  return (
    <>
      <p className={styles['lead']}>
        On. You have {formatNumberOf(state.recoveryCodes, ['recovery code', 'recovery codes'])} left.
      </p>
      <div className={styles['actions']}>
        <Button onClick={() => onChoose('renew')}>New Recovery Codes</Button>
        <Button onClick={() => onChoose('remove')}>Turn Off</Button>
      </div>
    </>
  );
}

type Entered = { password: string; code: string };

type EntriesProps = {
  lead: string;
  asks: readonly (keyof Entered)[];
  button: string;
  onSend: (entered: Entered) => Promise<void>;
  onBack: (() => void) | undefined;
};

const INPUTS = {
  password: { label: 'Password', type: 'password', autoComplete: 'current-password' },
  code: { label: 'Code', autoComplete: 'one-time-code', autoCapitalize: 'none', spellCheck: false },
} as const;

/** What is entered for one step, and why it was refused. */
function Entries({ lead, asks, button, onSend, onBack }: EntriesProps) {
  const [entered, setEntered] = useState<Entered>({ password: '', code: '' });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      await onSend(entered);
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)}>
      <p className={styles['lead']}>{lead}</p>
      {asks.map((name, place) => (
        <Field
          key={name}
          {...INPUTS[name]}
          autoFocus={place === 0}
          value={entered[name]}
          onChange={(event) => setEntered({ ...entered, [name]: event.target.value })}
        />
      ))}
      {problem !== null && <p role="alert">{problem}</p>}
      <div className={styles['actions']}>
        <Button look="primary" type="submit" busy={busy} disabled={asks.some((name) => entered[name] === '')}>
          {button}
        </Button>
        {onBack && <Button onClick={onBack}>Cancel</Button>}
      </div>
    </form>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <>
      <p className={styles['lead']} role="status">
        These recovery codes sign you in without your phone, each once. Keep them somewhere safe: they are not
        shown again.
      </p>
      <ul className={styles['codes']} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles['actions']}>
        <Button look="primary" onClick={onDone}>
          I have kept them
        </Button>
      </div>
    </>
  );
}
