import { screen, within } from '@testing-library/react';
import type { Filters } from '../../../../components/data-table/filters.ts';
import { grid } from '../../../../testing/render-portal.tsx';

/** The headings of the table in front. */
export const headings = async (): Promise<string[]> =>
  within(await grid())
    .getAllByRole('columnheader')
    .map((head) => head.textContent.replace(/[↑↓]/, ''));

/** The address of a list with filters, as Copy link gives it. */
export const linkTo = (page: string, filters: Filters): string =>
  `/?${new URLSearchParams({ page, filters: JSON.stringify(filters) }).toString()}`;

/** The group of buttons for what is selected. */
export const actions = () => within(screen.getByRole('group', { name: 'Actions' }));
