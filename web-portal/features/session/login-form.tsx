import { LoginForm as SharedLoginForm, type LoginFormProps } from '#web-shared/account/login-form.tsx';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { isRefusal, statusOf } from '../../lib/failures.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';

/** The form of both sign-in pages, by the portal's calls. */
export function LoginForm(props: Pick<LoginFormProps, 'signIn' | 'known' | 'autoFocus'>) {
  const hydrated = useHydrated();
  return (
    <SharedLoginForm
      {...props}
      ready={hydrated}
      asksForCode={(error) => isRefusal(error, 'SECOND_FACTOR')}
      reasonOf={(error) => (statusOf(error) === 401 ? null : messageOf(error))}
    />
  );
}
