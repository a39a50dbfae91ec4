import { useListContext } from 'react-admin';
import { ListPager } from './list-pager.tsx';

/**
 * This many rows stand on one page, so the lists of a house of usual size have no pages (product: Limits).
 */
export const ON_ONE_PAGE = 250;

/** Pages, where there are more rows than one page takes. */
export function PagerWhenMany() {
  const { total = 0, perPage } = useListContext();
  return total > perPage ? <ListPager /> : null;
}
