import { useParams, useRecordContext, useRedirect } from 'react-admin';
import {
  attributeListResource,
  editOfList,
  LIST_FACTS,
  LIST_NAMES,
  programEntries,
  type AttributeEntry,
  type AttributeListName,
  type AttributeListResource,
  type WordField,
} from '#contracts/api/attribute-lists.ts';
import { Facts, Section } from '#web-shared/components/facts/facts.tsx';
import { BackToList } from '../components/back-to.tsx';
import { EditRecord } from '../components/form/edit-record.tsx';
import { TextInput, useField } from '../components/form/fields.tsx';
import { FieldGroup } from '../components/form/record-form.tsx';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { Page } from '../components/page.tsx';
import { ConfirmedButton } from '../components/confirmed-button.tsx';
import { NotFoundPage } from '../layout/states.tsx';
import { call } from '../providers/http-client.ts';
import styles from './attribute-lists.module.css';

const OF_CODES =
  'Codes and their order are built in: matching, billing and feeds rely on them. The words here are shown everywhere, with immediate effect.';
/** Fancy colours have no codes. */
const OF_REPORTS =
  'Stones carry the words of their grading reports. Lists and filters show the words here instead; the colour that a report states does not change.';

/** An attribute list: what its entries are called can be edited; its codes and their order come with the program. */
export function AttributeListPage() {
  const { id } = useParams();
  const list = LIST_NAMES.find((name) => name === id);
  if (!list) return <NotFoundPage />;
  return LIST_FACTS[list].words.length > 0 ? <WordsPage list={list} /> : <CodesPage list={list} />;
}

/** A list whose values are only ever called by their codes. */
function CodesPage({ list }: { list: AttributeListName }) {
  const facts = programEntries(list).map(({ value, order, gradeSet }): [string, number] => [
    gradeSet === undefined ? value : `${value} (${gradeSet.toLowerCase()})`,
    order,
  ]);
  return (
    <Page title={LIST_FACTS[list].title} above={<BackToList resource="attribute-lists" />}>
      <div className={styles['codes']}>
        <p>
          These codes and their order are built in: matching, billing and feeds rely on them. They cannot be
          renamed.
        </p>
        <Section title="Codes and their places">
          <Facts facts={facts} />
        </Section>
      </div>
    </Page>
  );
}

function WordsPage({ list }: { list: AttributeListName }) {
  return (
    <EditRecord<AttributeListResource>
      noun="attribute list"
      nameOf={({ title }) => title}
      schema={editOfList(list)}
      actions={(record) => record.ownWords > 0 && <ResetButton list={record} />}
    >
      <Words list={list} />
      <Changes />
    </EditRecord>
  );
}

/** Back to what the program calls everything in the list. */
function ResetButton({ list: { id, title, entries, version } }: { list: AttributeListResource }) {
  const redirect = useRedirect();
  const reset = () =>
    call(`/api/attribute-lists/${id}`, attributeListResource, {
      method: 'PUT',
      version,
      body: { entries: entries.map(({ value }) => ({ value })) },
    });
  return (
    <ConfirmedButton
      label="Reset to default"
      question={`Reset all names in ${title} to their defaults?`}
      done={`${title} was reset.`}
      act={reset}
      onDone={() => redirect('list', 'attribute-lists')}
    />
  );
}

function Words({ list }: { list: AttributeListName }) {
  const record = useRecordContext<AttributeListResource>();
  if (!record) return null;
  const { words, longest } = LIST_FACTS[list];
  return (
    <FieldGroup title="Names" about={list.startsWith('fancy') ? OF_REPORTS : OF_CODES}>
      <div className={longest > 80 ? styles['sentences'] : styles['words']}>
        {record.entries.map((entry, place) =>
          words.map((field) => (
            <Word key={`${entry.value} ${field}`} entry={entry} place={place} field={field} />
          )),
        )}
      </div>
    </FieldGroup>
  );
}

/** What one entry is called; where that differs from the program's name, the latter is shown and a click away. */
function Word({ entry, place, field }: { entry: AttributeEntry; place: number; field: WordField }) {
  const source = `entries.${place}.${field}`;
  const { value, onChange } = useField(source);
  const own = entry.program[field] ?? '';
  return (
    <TextInput
      source={source}
      label={field === 'blDescription' ? `${entry.value}, cut BL` : entry.value}
      hint={
        value !== own && (
          <button
            type="button"
            className={styles['reset']}
            aria-label={`Reset ${entry.value} to ${own}`}
            onClick={() => onChange(own)}
          >
            Reset to {own}
          </button>
        )
      }
    />
  );
}

/** Who called what otherwise. */
function Changes() {
  const { changes = [] } = useRecordContext<AttributeListResource>() ?? {};
  if (changes.length === 0) return null;
  return (
    <Section title="Changes">
      <ol className={styles['changes']}>
        {changes.map(({ at, by, words }) => (
          <li key={at}>
            <p>
              {formatMoment(at)}, {by}
            </p>
            <ul>
              {words.map(({ value, field, from, to }) => (
                <li key={`${value} ${field}`}>
                  {value}
                  {field === 'blDescription' && ', cut BL'}: {from} → {to}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Section>
  );
}
