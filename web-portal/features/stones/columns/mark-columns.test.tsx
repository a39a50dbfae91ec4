import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { madeStones } from '../../../testing/made-stones.ts';
import { marks } from './mark-columns.tsx';

it('the brand is read as its whole name, though its first letter alone is seen', () => {
  const brand = marks(true).find(({ id }) => id === 'brand')!;
  render(
    <table>
      <tbody>
        <tr>
          <td>{brand.cell?.({ ...madeStones(1)[0]!, tier: 'Fairway' })}</td>
        </tr>
      </tbody>
    </table>,
  );
  expect(screen.getByRole('cell', { name: 'Fairway' })).toBeVisible();
  expect(screen.getByText('Fairway')).toHaveClass('visually-hidden');
});
