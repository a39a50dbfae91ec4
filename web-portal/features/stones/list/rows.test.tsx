import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { TENTATIVE_NOTE } from '../../../lists/stone-facts.ts';
import { grid, portalWorld } from '../../../testing/render-portal.tsx';

const world = portalWorld(120, 12);

describe('Rows', () => {
  it('of tentative availability say so in their tooltip', async () => {
    world.show();
    await grid();
    const tentative = document.querySelector('[data-tentative="true"]');
    expect(tentative).toHaveAttribute('title', TENTATIVE_NOTE);
    expect(TENTATIVE_NOTE).toBe(
      'This diamond may not be available. We will check for you once your request is placed.',
    );
  });
  it('have a certificate icon that opens the certificate', async () => {
    const user = world.show();
    await grid();
    await user.click(screen.getAllByRole('button', { name: /^Certificate of VTR-/ })[0]!);
    expect(await screen.findByRole('dialog')).toBeVisible();
  });
  it('have a video camera that opens the video', async () => {
    const user = world.show();
    await grid();
    await user.click(screen.getAllByRole('button', { name: /^Show VTR-/ })[0]!);
    expect(await within(await screen.findByRole('dialog')).findByTitle(/^Video of/)).toBeVisible();
  });
});
