import { toastFailure, toastSuccess } from '#web-shared/components/toast/toast.ts';

/** Puts an address on the clipboard, and shows whether that was possible: a browser may forbid it. */
export async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
  } catch {
    return toastFailure('The link was not copied: this browser does not allow it here.', 'happier');
  }
  toastSuccess('Link copied');
}
