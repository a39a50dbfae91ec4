import { LoginForm as SharedLoginForm, type LoginFormProps } from '#web-shared/account/login-form.tsx';
import { CallFailed, isRefusal } from '../../lib/failures.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';

/** The form of both sign-in pages, by the portal's calls. */
export function LoginForm(props: Pick<LoginFormProps, 'signIn' | 'known' | 'autoFocus'>) {
  const hydrated = useHydrated();
  return (
    <SharedLoginForm
      {...props}
      ready={hydrated}
      asksForCode={(error) => isRefusal(error, 'SECOND_FACTOR')}
      reasonOf={reasonOf}
    />
  );
}

function reasonOf(error: unknown): string | null {
  if (!(error instanceof CallFailed)) return null;
  const { failure } = error;
  return failure.kind === 'network' || failure.status === 402 || failure.status === 429
    ? error.message
    : null;
}
