import { toastFailure, toastSuccess } from '#web-shared/components/toast/toast.ts';

/** What is copied, as its messages call it. */
const NAMES = { link: 'Link', list: 'List' } as const;

/** Puts a text on the clipboard, and shows whether that was possible: a browser may forbid it. */
export async function copyText(text: string, what: keyof typeof NAMES): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return toastFailure(`The ${what} was not copied: this browser does not allow it here.`, 'happier');
  }
  toastSuccess(`${NAMES[what]} copied`);
}
