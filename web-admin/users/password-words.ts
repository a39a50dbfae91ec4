import { configuration } from '#web-shared/configuration.ts';

/** Where a new password is to be had: it is mailed, or kept where no mail server is set up. */
export const whereThePasswordIs = (email: string): string =>
  configuration().sendsMails
    ? `The password is on its way to ${email}.`
    : 'No mail server is set up: an administrator reads the password under Outbox.';
