import { useQuery } from '@tanstack/react-query';
import { attributesReply } from '#contracts/api/attributes.ts';
import { Skeleton } from '../../web-portal/components/skeleton/skeleton.tsx';
import { Facts, Section } from '../components/facts.tsx';
import { FailedState } from '../components/failed-state.tsx';
import { Page } from '../components/page.tsx';
import { call } from '../providers/http-client.ts';
import styles from './catalogue.module.css';

/**
 * The attribute lists in their order (specification, section 3). Matching counts steps in them and every recorded grade
 * is one of theirs: they change with the program alone.
 */
export function AttributeListsPage() {
  const { data, error, refetch } = useQuery({
    queryKey: ['attributes'],
    queryFn: () => call('/attributes/all', attributesReply),
  });
  return (
    <Page
      title="Attribute Lists"
      above="Catalogue"
      summary="Matching counts steps in these lists, and every recorded grade is one of theirs: they change with the program."
    >
      {error ? (
        <FailedState error={error} heading="The lists could not be loaded" onRetry={() => void refetch()} />
      ) : data ? (
        <div className={styles['lists']}>
          <List title="Shapes" rows={data.shapes.map((row) => [row.shapeCode, row.description])} />
          <List title="Colours" rows={data.colours.map((row) => [row.colour, row.description])} />
          <List title="Clarities" rows={data.clarities.map((row) => [row.clarity, String(row.order)])} />
          <List
            title="Fluorescences"
            rows={data.fluorescences.map((row) => [row.fluorescence, row.description])}
          />
          <List title="Cut, polish, symmetry" rows={data.grades.map((row) => [row.grade, row.gradeSet])} />
          <List title="Tiers" rows={data.tiers.map((row) => [row.value, row.description])} />
          <List
            title="Fancy colours"
            rows={data.fancyColours.map((row, place) => [row.description, String(place + 1)])}
          />
          <List
            title="Fancy intensities"
            rows={data.fancyIntensities.map((row, place) => [row.description, String(place + 1)])}
          />
          <List
            title="Fancy overtones"
            rows={data.fancyOvertones.map((row, place) => [row.description, String(place + 1)])}
          />
        </div>
      ) : (
        <div role="status" aria-label="Loading">
          <Skeleton height={320} />
        </div>
      )}
    </Page>
  );
}

function List({ title, rows }: { title: string; rows: readonly (readonly [string, string])[] }) {
  const named = rows.map(([name, about], place): [string, string] => [
    rows.findIndex(([other]) => other === name) === place ? name : `${name} (${about})`,
    about,
  ]);
  return (
    <Section title={title}>
      <Facts facts={named} />
    </Section>
  );
}
