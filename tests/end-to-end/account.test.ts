import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MailResource } from '#contracts/api/mails.ts';
import { codeAt } from '#services/identity/second-factor/totp.ts';
import { CLIENT, startOpenIdProvider } from '#services/identity/testing/openid-provider.ts';
import { bytesOf } from '#services/identity/testing/bytes-of.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { launchVitrine, type LaunchedVitrine } from '#tests/support/launched-vitrine.ts';
import { eventually, openWindow } from '#tests/support/windows.ts';
import { openOffice } from './pages/admin/office.ts';
import { loginPage } from './pages/login-page.ts';
import { profileDrawer } from './pages/profile-drawer.ts';

/** How somebody stays in control of an account (rule: Sessions; rule: Forgotten password; rule: Second factor; rule: Single sign-on). */
let vitrine: LaunchedVitrine;
beforeAll(async () => {
  vitrine = await launchVitrine();
});
afterAll(async () => {
  await vitrine?.remove();
});

/** A window of a browser of its own. */
async function open(browser: Browser) {
  const { page, problems } = await openWindow(browser, { reducedMotion: 'reduce' });
  return {
    page,
    problems,
    login: loginPage(page, vitrine.address),
    profile: profileDrawer(page),
    /** Anew at the portal's address: a page that heard of its session's end in time is at /login by itself, and may not be yet. */
    async isSignedOut(): Promise<void> {
      await page.goto(`${vitrine.address}/`);
      await page.waitForURL('**/home.html');
    },
  };
}

test('a jeweller sees where else the account is signed in, and ends it there', async (context) => {
  const browser = await openBrowser(context);
  const [here, there] = [await open(browser), await open(browser)];
  await there.login.enter('demo-customer');
  await here.login.enter('demo-customer');
  await here.profile.open();
  await here.profile.button('Account Security').click();
  const sessions = here.page.getByRole('dialog', { name: 'Account Security' }).getByRole('listitem');
  await sessions.filter({ hasText: 'This session' }).waitFor();
  expect(await sessions.count()).toBe(2);
  await sessions.getByRole('button', { name: /^End the session of Chrome on / }).click();
  await here.page.getByText('Session ended').waitFor();
  await expect.poll(() => sessions.count(), eventually).toBe(1);
  await there.isSignedOut();
  expect(here.problems).toEqual([]);
});

test("an administrator ends a user's sessions on the user's page, and others of its own", async (context) => {
  const browser = await openBrowser(context);
  const rep = await open(browser);
  await rep.login.enter('demo-rep');
  const { page, heading, problems } = await openOffice(browser, vitrine.address, 'demo-admin');
  await page.goto(`${vitrine.address}/admin/users/demo-rep`);
  await heading('demo-rep');
  const sessions = page.getByRole('region', { name: 'Where the user is signed in' });
  await sessions.getByRole('button', { name: 'End all' }).click();
  await sessions.getByText('Not signed in anywhere.').waitFor();
  await rep.isSignedOut();
  await page.getByRole('link', { name: /Administrator$/ }).click();
  await heading('Your account');
  await page.getByRole('listitem').filter({ hasText: 'This session' }).waitFor();
  expect(problems).toEqual([]);
});

test('who forgot the password chooses a new one by the link of a mail', async (context) => {
  const browser = await openBrowser(context);
  const rep = await open(browser);
  await rep.page.goto(`${vitrine.address}/admin/login`);
  await rep.page.getByRole('link', { name: 'Forgot your password?' }).click();
  await rep.page.getByLabel('Username or e-mail').fill('demo-rep');
  await rep.page.getByRole('button', { name: 'Send Link' }).click();
  await rep.page.getByText('if we know you, a link for you is under Outbox').waitFor();

  const office = await openOffice(browser, vitrine.address, 'demo-admin');
  const text = async (): Promise<string> =>
    (await office.read<MailResource[]>('/api/mails')).find(({ subject }) => /password$/.test(subject))
      ?.text ?? '';
  await expect.poll(text, eventually).toContain('/newpassword#token=');
  const [fragment] = /#token=\S+/.exec(await text()) as unknown as [string];
  await rep.page.goto(`${vitrine.address}/newpassword${fragment}`);
  await rep.page.getByLabel('New password', { exact: true }).fill('Another-pass-1');
  await rep.page.getByLabel('Repeat new password').fill('Another-pass-1');
  await rep.page.getByRole('button', { name: 'Change Password' }).click();
  await rep.page.getByRole('heading', { name: 'Password changed' }).waitFor();
  await rep.page.getByRole('link', { name: 'Log In' }).click();
  await rep.login.fill('demo-rep', 'Another-pass-1');
  await rep.login.submit();
  await rep.page.getByRole('navigation', { name: 'Main' }).waitFor();
  expect(rep.problems).toEqual([]);
});

test('an administrator sets up a second factor, signs in with its codes, and another resets it', async (context) => {
  const browser = await openBrowser(context);
  const { page, heading, problems } = await openOffice(browser, vitrine.address, 'demo-admin');
  await page.goto(`${vitrine.address}/admin/account`);
  await heading('Your account');
  const factor = page.getByRole('region', { name: 'Second factor' });
  await factor.getByRole('button', { name: 'Set Up' }).click();
  await factor.getByLabel('Password').fill('Demo-pass-1');
  await factor.getByRole('button', { name: 'Continue' }).click();
  await factor.getByRole('img', { name: 'QR code of the key' }).waitFor();
  const secret = (await factor.locator('code').innerText()).replaceAll(' ', '');
  await factor.getByLabel('Code', { exact: true }).fill('000000');
  await factor.getByRole('button', { name: 'Turn On' }).click();
  await factor.getByText('That code is not right, or was used. Please try the next one.').waitFor();
  await factor.getByLabel('Code', { exact: true }).fill(codeAt(bytesOf(secret), new Date()));
  await factor.getByRole('button', { name: 'Turn On' }).click();
  const codes = factor.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await codes.first().waitFor();
  const [first, second] = (await codes.allInnerTexts()) as [string, string];
  await factor.getByRole('button', { name: 'I have kept them' }).click();
  await factor.getByText('You have 10 recovery codes left.').waitFor();

  const portal = await open(browser);
  await portal.login.open();
  await portal.login.fill('demo-admin', 'Demo-pass-1');
  await portal.login.submit();
  await portal.page.getByLabel('Code', { exact: true }).fill(first);
  await portal.login.submit();
  await portal.page.getByRole('navigation', { name: 'Main' }).waitFor();

  const office = (await openWindow(browser)).page;
  await office.goto(`${vitrine.address}/admin/login`);
  await office.getByLabel('Username').fill('demo-admin');
  await office.getByLabel('Password').fill('Demo-pass-1');
  await office.getByRole('button', { name: 'Sign In' }).click();
  await office.getByLabel('Code').fill(second);
  await office.getByRole('button', { name: 'Sign In' }).click();
  await office.getByRole('navigation', { name: 'Main' }).waitFor();

  expect(await vitrine.tool('users', 'reset-second-factor', 'demo-admin')).toContain('the password alone');
  const again = await open(browser);
  await again.login.enter('demo-admin');
  expect([...problems, ...portal.problems].filter((problem) => !problem.includes('402'))).toEqual([]);
});

test('staff sign in by the provider of the house, and must set up a second factor otherwise', async (context) => {
  const browser = await openBrowser(context);
  const provider = await startOpenIdProvider();
  const strict = await launchVitrine({
    VITRINE_SECOND_FACTOR: 'required',
    VITRINE_OIDC_ISSUER: provider.issuer,
    VITRINE_OIDC_CLIENT_ID: CLIENT.clientId,
    VITRINE_OIDC_CLIENT_SECRET: CLIENT.clientSecret,
    VITRINE_OIDC_NAME: 'House Login',
  });
  context.onTestFinished(async () => {
    await strict.remove();
    await provider.close();
  });
  provider.open(`${strict.address}/login/oidc/callback`);
  provider.person('stranger', { email: 'stranger@example.com', email_verified: true });
  const { page, problems } = await openWindow(browser, { reducedMotion: 'reduce' });
  await page.goto(`${strict.address}/login`);
  await page.getByRole('link', { name: 'Sign in with House Login' }).click();
  await page.getByText('No member of staff has the e-mail address that you signed in with.').waitFor();

  provider.person('the-rep', { email: 'demo-rep@example.com', email_verified: true });
  const rep = (await openWindow(browser)).page;
  await rep.goto(`${strict.address}/admin/login`);
  await rep.getByRole('link', { name: 'Sign in with House Login' }).click();
  await rep.getByRole('navigation', { name: 'Main' }).waitFor();

  const admin = (await openWindow(browser)).page;
  await admin.goto(`${strict.address}/admin/login`);
  await admin.getByLabel('Username').fill('demo-admin');
  await admin.getByLabel('Password').fill('Demo-pass-1');
  await admin.getByRole('button', { name: 'Sign In' }).click();
  await admin.getByRole('heading', { name: 'Set up your second factor' }).waitFor();
  await admin.goto(`${strict.address}/`);
  const dialog = admin.getByRole('dialog', { name: 'Set up your second factor' });
  await dialog.getByLabel('Password').fill('Demo-pass-1');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  await dialog.getByLabel('Code', { exact: true }).fill(codeAt(bytesOf(secret), new Date()));
  await dialog.getByRole('button', { name: 'Turn On' }).click();
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await admin.getByRole('navigation', { name: 'Main' }).waitFor();
  expect(problems).toEqual([]);
});
