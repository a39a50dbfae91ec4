import { useListContext } from 'react-admin';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';

type ListCountProps = {
  /** What is counted: one, many. */
  noun: readonly [string, string];
  /** How many of them are shown, on a page that states it. */
  shown?: number;
  searched?: boolean;
};

/** '48 customers', '3 customers found', 'About 1,204,000 entries, estimated'; the server says what is an estimate. */
export function ListCount({ noun, shown, searched = false }: ListCountProps) {
  const { total = shown ?? 0, meta } = useListContext();
  const isEstimated = Object(meta)['estimated'] === true;
  const isPart = shown !== undefined && shown < total;
  const about = isPart ? 'about ' : 'About ';
  return (
    <>
      {isPart && `${shown} of `}
      {isEstimated && about}
      {formatNumberOf(total, noun)}
      {searched && ' found'}
      {isEstimated && ', estimated'}
    </>
  );
}
