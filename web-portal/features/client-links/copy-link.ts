import { toastSuccess } from '#web-shared/components/toast/toast.ts';

export async function copyLink(url: string): Promise<void> {
  await navigator.clipboard.writeText(url);
  toastSuccess('Link copied');
}
