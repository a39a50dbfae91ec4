import { expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';

test('a browser is found, started as this user may, and shows a page', async (context) => {
  const browser = await openBrowser(context);
  const page = await browser.newPage();
  await page.setContent('<h1>Vitrine</h1>');
  const heading = page.getByRole('heading', { name: 'Vitrine' });
  expect(await heading.isVisible()).toBe(true);
  expect((await heading.boundingBox())?.width).toBeGreaterThan(0);
});
