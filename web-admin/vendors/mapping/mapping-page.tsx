import { useState } from 'react';
import { feedMappingResource, type FeedFile, type FeedMappingResource } from '#contracts/api/vendor-feeds.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Section } from '#web-shared/components/facts/facts.tsx';
import { insteadOf } from '#web-shared/components/field/instead-of.ts';
import { DropFile } from '../../components/drop-file/drop-file.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Unsaved } from '../../components/unsaved.tsx';
import { ConflictNotice } from '../../components/form/conflict-notice.tsx';
import { useSeen } from '../../components/form/use-seen.ts';
import { useAct } from '../../components/use-act.ts';
import { call } from '../../providers/http-client.ts';
import { useGet } from '../../providers/use-get.ts';
import { VendorPage } from '../vendor-page.tsx';
import { attributeLabel } from './attribute-labels.ts';
import { AS_FOUND, CONVENTION_FIELDS, CONVENTIONS } from './conventions.ts';
import { ConventionsFields } from './conventions-fields.tsx';
import { FeedPreview } from './feed-preview.tsx';
import { HeadingsTable } from './headings-table.tsx';
import {
  draftOfFile,
  draftOfSaved,
  goneFrom,
  mappedTwice,
  mappingOf,
  overSaved,
  settled,
  type Draft,
} from './mapping.ts';
import { sendFeedFile } from './send-feed-file.ts';
import styles from './mapping.module.css';

/** Column mapping by example: a file of the vendor shows its headings, what they stand for, and the stones they make. */
export function MappingPage() {
  return <VendorPage current="/columns">{({ vendorId }) => <Mapping vendorId={vendorId} />}</VendorPage>;
}

function Mapping({ vendorId }: { vendorId: number }) {
  const path = `/api/vendors/${vendorId}/feed-mapping`;
  const saved = useGet(path, feedMappingResource);
  return (
    <Loaded query={saved} noun="mapping" height={240}>
      {(mapping) => <Editor key={vendorId} vendorId={vendorId} saved={mapping} path={path} />}
    </Loaded>
  );
}

type EditorProps = { vendorId: number; saved: FeedMappingResource; path: string };

function Editor({ vendorId, saved, path }: EditorProps) {
  const [file, setFile] = useState<FeedFile | null>(null);
  const [changed, setChanged] = useState<Draft | null>(null);
  /** The draft as it was read or saved; another one was edited since. */
  const [kept, setKept] = useState<Draft | null>(null);
  const draft = changed ?? draftOfSaved(saved);
  const { busy, act } = useAct();
  const { seen, conflict, noteSaved, readAgain } = useSeen({
    queryKey: [path],
    read: () => call(path, feedMappingResource, { method: 'GET' }),
    stored: saved,
    isTyped: changed !== null,
    onConflict: (now, before) => setChanged((mine) => mine && overSaved(mine, before, now)),
  });
  const unsaved = changed !== kept || draft.headings.some(({ suggested }) => suggested);
  const read = (chosen: File): void =>
    void act('read', async () => {
      const found = await sendFeedFile(vendorId, chosen);
      setFile(found);
      const asRead = draftOfFile(found);
      setKept(asRead);
      setChanged(asRead);
      return `${found.fileName}: headings in row ${found.headingRow}.`;
    });
  const save = (): void =>
    void act(
      'save',
      async () => {
        const how = { method: 'PUT', body: mappingOf(draft), version: seen.version };
        noteSaved(await call(path, feedMappingResource, how));
        const asSaved = settled(draft);
        setKept(asSaved);
        setChanged(insteadOf<Draft | null>(changed, asSaved));
        return 'Column Mapping Saved';
      },
      readAgain,
    );
  const twice = mappedTwice(draft);
  const gone = file ? goneFrom(saved, draft) : [];
  return (
    <>
      {unsaved && <Unsaved />}
      <ConflictNotice conflict={conflict} now={seen} fieldsOf={fieldsOf} />
      <DropFile
        label={file ? 'Choose another file' : 'Choose a file'}
        hint="Drop a stock list of this vendor here (.csv or .xlsx). Its headings are found, even below a title row. No stones are listed."
        accept=".csv,.txt,.tsv,.xlsx"
        busy={busy === 'read' ? 'Reading…' : null}
        onFile={read}
      />
      {draft.headings.length > 0 && (
        <>
          <Section title="Columns">
            {gone.length > 0 && <p>Not in this file, and no longer mapped once saved: {gone.join(', ')}.</p>}
            <HeadingsTable
              headings={draft.headings}
              onChange={(headings) => setChanged({ ...draft, headings })}
            />
          </Section>
          <Section title="Numbers">
            <ConventionsFields
              conventions={draft.conventions}
              onChange={(conventions) => setChanged({ ...draft, conventions })}
            />
          </Section>
          {twice.length > 0 && (
            <p role="alert">Two headings stand for the same: {twice.map(attributeLabel).join(', ')}.</p>
          )}
          <div className={styles['foot']}>
            <Button look="primary" disabled={twice.length > 0} busy={busy !== null} onClick={save}>
              {busy === 'save' ? 'Saving…' : 'Save'}
            </Button>
          </div>
        </>
      )}
      {file && twice.length === 0 && (
        <Section title="First rows">
          <FeedPreview vendorId={vendorId} fileId={file.fileId} draft={draft} />
        </Section>
      )}
    </>
  );
}

/** What each heading stands for and the conventions, as the page calls them. */
const fieldsOf = ({ columns, conventions }: FeedMappingResource): Record<string, string> => ({
  ...Object.fromEntries(
    columns.map(({ vendorColumnHeader, attribute }) => [vendorColumnHeader, attributeLabel(attribute)]),
  ),
  ...Object.fromEntries(
    CONVENTION_FIELDS.map((field) => {
      const [label, choices] = CONVENTIONS[field];
      return [label, choices[conventions[field] ?? ''] ?? AS_FOUND];
    }),
  ),
});
