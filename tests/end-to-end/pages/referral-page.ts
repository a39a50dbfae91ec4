import type { Page } from 'playwright-core';

/** Refer a friend, as a person sees it. */
export function referralPage(page: Page) {
  return {
    gifterName: page.getByLabel('Your name'),
    gifterEmail: page.getByLabel('Your e-mail'),
    async refer(name: string, email: string): Promise<void> {
      await page.getByLabel("Your friend's name").fill(name);
      await page.getByLabel("Your friend's e-mail").fill(email);
      await page.getByRole('button', { name: 'Send Referral' }).click();
    },
  };
}
