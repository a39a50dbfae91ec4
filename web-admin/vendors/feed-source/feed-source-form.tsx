import { useState } from 'react';
import { feedSourceResource, type FeedSourceResource } from '#contracts/api/feed-sources.ts';
import { FEED_INTERVALS } from '#contracts/vendor/feed-schedule.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Section } from '#web-shared/components/facts/facts.tsx';
import { Field, SelectField, type Choices } from '#web-shared/components/field/field.tsx';
import { insteadOf } from '#web-shared/components/field/instead-of.ts';
import { ConflictNotice } from '../../components/form/conflict-notice.tsx';
import { useSeen } from '../../components/form/use-seen.ts';
import { withTyped } from '../../components/form/use-versioned.ts';
import { Unsaved } from '../../components/unsaved.tsx';
import { useAct } from '../../components/use-act.ts';
import { WEEKDAY_NAMES } from '../../components/weekday-names.ts';
import { call } from '../../providers/http-client.ts';
import { KINDS } from '../feed-runs/feed-run-words.ts';
import { draftOf, problemOf, requestOf, type SourceDraft } from './source-draft.ts';
import { WeekdayChoice } from './weekday-choice.tsx';
import styles from './feed-source.module.css';

const SOURCE_TYPES: Choices = [
  ['NONE', 'People send it'],
  ['FOLDER', 'A folder of the file store'],
  ['HTTPS', 'An address (https)'],
];
const HOW_OFTEN: Choices = [
  ['NEVER', 'Only when asked for'],
  ['DAY', 'Once a day'],
  ...FEED_INTERVALS.map(
    (hours) => [`${hours}`, hours === 1 ? 'Every hour' : `Every ${hours} hours`] as const,
  ),
];

const LABELS: Readonly<Record<keyof SourceDraft, string>> = {
  type: 'Source',
  folder: 'Folder',
  url: 'Address',
  kind: 'The file is',
  often: 'How often',
  at: 'At',
  days: 'On',
};

type FeedSourceFormProps = {
  path: string;
  source: FeedSourceResource;
  onChange: (source: FeedSourceResource) => void;
};

/** Where a vendor's file comes from by itself, and when. */
export function FeedSourceForm({ path, source, onChange }: FeedSourceFormProps) {
  const [changed, setChanged] = useState<SourceDraft | null>(null);
  const draft = changed ?? draftOf(source);
  const { busy, act } = useAct();
  const { seen, conflict, noteSaved, readAgain } = useSeen({
    queryKey: [path],
    read: () => call(path, feedSourceResource, { method: 'GET' }),
    stored: source,
    isTyped: changed !== null,
    onConflict: (now, before) => setChanged((mine) => mine && withTyped(draftOf(now), draftOf(before), mine)),
  });
  const set = (more: Partial<SourceDraft>): void => setChanged({ ...draft, ...more });
  const problem = problemOf(draft);
  const save = (): void =>
    void act(
      'save',
      async () => {
        const body = requestOf(draft);
        const how = { method: body ? 'PUT' : 'DELETE', version: seen.version, ...(body && { body }) };
        const now = await call(path, feedSourceResource, how);
        noteSaved(now);
        onChange(now);
        setChanged(insteadOf<SourceDraft | null>(changed, null));
        return 'Feed Source Saved';
      },
      readAgain,
    );
  return (
    <>
      {changed !== null && <Unsaved />}
      <ConflictNotice conflict={conflict} now={seen} fieldsOf={fieldsOf} labels={LABELS} />
      <Section title="Where the file comes from">
        <div className={styles['fields']}>
          <SelectField
            label="Source"
            value={draft.type}
            choices={SOURCE_TYPES}
            onChange={(type) => set({ type: type as SourceDraft['type'] })}
          />
          {draft.type === 'FOLDER' && (
            <Field
              label="Folder"
              value={draft.folder}
              autoComplete="off"
              hint="A folder under vendor-drops in the file store. Its newest file is read."
              onChange={({ target }) => set({ folder: target.value })}
            />
          )}
          {draft.type === 'HTTPS' && (
            <Field
              label="Address"
              type="url"
              value={draft.url}
              autoComplete="off"
              hint={hostsHint(source.allowedHosts)}
              onChange={({ target }) => set({ url: target.value })}
            />
          )}
          {draft.type !== 'NONE' && (
            <SelectField
              label="The file is"
              value={draft.kind}
              choices={Object.entries(KINDS)}
              onChange={(kind) => set({ kind: kind as SourceDraft['kind'] })}
            />
          )}
        </div>
      </Section>
      {draft.type !== 'NONE' && (
        <Section title="When">
          <div className={styles['fields']}>
            <SelectField
              label="How often"
              value={draft.often}
              choices={HOW_OFTEN}
              onChange={(often) => set({ often })}
            />
            {draft.often !== 'NEVER' && (
              <Field
                label={draft.often === 'DAY' ? 'At' : 'From'}
                value={draft.at}
                autoComplete="off"
                hint="House time, 00:00 to 23:59."
                onChange={({ target }) => set({ at: target.value })}
              />
            )}
          </div>
          {draft.often !== 'NEVER' && <WeekdayChoice days={draft.days} onChange={(days) => set({ days })} />}
        </Section>
      )}
      {problem !== null && changed !== null && <p role="alert">{problem}</p>}
      <div className={styles['actions']}>
        <Button
          look="primary"
          unready={changed === null || problem !== null}
          busy={busy !== null}
          onClick={save}
        >
          {busy === 'save' ? 'Saving…' : 'Save'}
        </Button>
      </div>
    </>
  );
}

/** The form of a source, each field as the page shows it. */
function fieldsOf(source: FeedSourceResource): Record<keyof SourceDraft, string> {
  const draft = draftOf(source);
  return {
    ...draft,
    type: labelOf(SOURCE_TYPES, draft.type),
    kind: KINDS[draft.kind],
    often: labelOf(HOW_OFTEN, draft.often),
    days: draft.days.map((day) => WEEKDAY_NAMES[day]).join(', '),
  };
}

const labelOf = (choices: Choices, value: string): string =>
  choices.find(([choice]) => choice === value)?.[1] ?? value;

const hostsHint = (hosts: readonly string[]): string =>
  hosts.length === 0
    ? 'No host is on the list of hosts that feeds may be fetched from (VITRINE_FEED_HOSTS).'
    : `Of ${hosts.join(', ')}. A password or token in it is not shown again.`;
