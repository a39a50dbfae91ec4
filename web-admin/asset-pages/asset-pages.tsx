import { useRedirect } from 'react-admin';
import { assetPageEdit, assetPageResource, type AssetPageResource } from '#contracts/api/asset-pages.ts';
import { CreateRecord, EditRecord } from '../components/form/edit-record.tsx';
import { NumberInput, TextInput } from '../components/form/fields.tsx';
import { FieldGroup } from '../components/form/record-form.tsx';
import { LinkButton } from '../components/link-button.tsx';
import { RecordList } from '../components/list-page/record-list.tsx';
import type { Column } from '../components/record-table/column.tsx';
import { ConfirmedButton } from '../components/confirmed-button.tsx';
import { MOST_ROWS } from '../providers/data-provider.ts';
import { call } from '../providers/http-client.ts';

const COLUMNS: readonly Column<AssetPageResource>[] = [
  { source: 'title', label: 'Title', sortable: true },
  { source: 'path', label: 'Path', sortable: true, card: 'whole line' },
  { source: 'place', label: 'Place', sortable: true, numeric: true },
];

/** The pages that the portal's profile drawer offers (product: Profile drawer). */
export function AssetPageList() {
  return (
    <RecordList
      noun={['page', 'pages']}
      searches="Find a page"
      empty="The profile drawer has no pages yet."
      actions={
        <LinkButton to="/asset-pages/create" look="primary">
          New
        </LinkButton>
      }
      label="Asset pages"
      columns={COLUMNS}
      opens="edit"
      sort={['place', 'ASC']}
      perPage={MOST_ROWS}
    />
  );
}

const COMMON = {
  noun: 'asset page',
  nameOf: ({ title }: AssetPageResource) => title,
  schema: assetPageEdit,
  labels: { title: 'Title', path: 'Path', place: 'Place' },
};

const inputs = (
  <FieldGroup
    title="Page"
    about="A page of this site begins with /. A page elsewhere begins with https:// and must allow framing."
  >
    <TextInput source="title" label="Title" />
    <TextInput source="path" label="Path" />
    <NumberInput source="place" label="Place" hint="Lower numbers come first." />
  </FieldGroup>
);

export function AssetPageEdit() {
  const redirect = useRedirect();
  return (
    <EditRecord<AssetPageResource>
      {...COMMON}
      actions={({ id, title, version }) => (
        <ConfirmedButton
          question={`Remove the page ${title}?`}
          done={`${title} was removed.`}
          act={() => call(`/api/asset-pages/${id}`, assetPageResource, { method: 'DELETE', version })}
          onDone={() => redirect('list', 'asset-pages')}
        />
      )}
    >
      {inputs}
    </EditRecord>
  );
}

export function AssetPageCreate() {
  return (
    <CreateRecord<AssetPageResource> {...COMMON} defaultValues={{ title: '', path: '', place: 0 }}>
      {inputs}
    </CreateRecord>
  );
}
