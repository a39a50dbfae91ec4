import { toastFailure } from '#web-shared/components/toast/toast.ts';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { statusOf } from '../providers/http-client.ts';

/** Shows a failed call; what a person can act on, and a lost connection, in the happier style (product: Error catalogue). */
export const toastError = (error: unknown): void =>
  toastFailure(messageOf(error), [undefined, 402].includes(statusOf(error)) ? 'happier' : 'error');
