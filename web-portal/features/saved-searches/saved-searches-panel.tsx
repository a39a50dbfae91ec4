import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { savedSearchEdit, type SavedSearch } from '#contracts/api/saved-searches.ts';
import type { Filters, Sort } from '#contracts/stone-lists/filters.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import { Button, IconButton } from '#web-shared/components/button/button.tsx';
import { Field } from '#web-shared/components/field/field.tsx';
import { insteadOf } from '#web-shared/components/field/instead-of.ts';
import { Popover } from '#web-shared/components/overlay/popover.tsx';
import { Skeleton } from '#web-shared/components/skeleton/skeleton.tsx';
import { toastSuccess } from '#web-shared/components/toast/toast.ts';
import { newCommandId } from '#web-shared/http/http-client.ts';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { asClientSees } from '../../lib/client-view.ts';
import { useNoServer } from '../../lib/connection.ts';
import { useOpenTabs } from '../../lib/open-tabs.ts';
import { GROUP_TITLES, type ListKind } from '../../lists/list-kinds.ts';
import { savedSearchesQuery, useChangeSearches } from './api/saved-searches.ts';
import styles from './saved-searches.module.css';

type PanelProps = {
  kind: ListKind;
  line: Line;
  filters: Filters;
  sort: Sort;
  anchor: HTMLElement;
  onClose: () => void;
};

/** The user's saved searches: each is opened, mailed about and deleted here, and a new one is made of the list's filters. */
export default function SavedSearchesPanel({ kind, line, filters, sort, anchor, onClose }: PanelProps) {
  const { data, error } = useQuery(savedSearchesQuery);
  const closed = useNoServer();
  const { save } = useChangeSearches();
  const [name, setName] = useState('');
  // Kept until it is saved: what got no answer and is sent again is the same search.
  const [id, setId] = useState(newCommandId);
  const made = savedSearchEdit.safeParse({
    name,
    kind,
    line,
    ...asClientSees({ filters, sort }),
    mails: false,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!made.success) return;
    save.mutate(
      { id, ...made.data },
      {
        onSuccess: () => {
          setName(insteadOf(name, ''));
          setId(newCommandId());
          toastSuccess('Search saved');
        },
      },
    );
  };
  return (
    <Popover anchor={anchor} label="Saved searches" align="right" onClose={onClose}>
      <div className={styles['panel']}>
        <h2>Saved searches</h2>
        {data === undefined ? (
          error ? (
            <p role="alert">{messageOf(error)}</p>
          ) : (
            <Skeleton height={80} />
          )
        ) : data.length === 0 ? (
          <p className="nothing">None yet. Filter the list, then save it here under a name.</p>
        ) : (
          <ul>
            {data.map((search) => (
              <SearchItem key={search.id} search={search} onOpened={onClose} />
            ))}
          </ul>
        )}
        <form onSubmit={submit}>
          <Field
            label="Name of these filters"
            maxLength={80}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Button
            look="primary"
            type="submit"
            busy={save.isPending}
            unready={!made.success}
            disabled={closed !== null}
            title={closed ?? undefined}
          >
            Save
          </Button>
        </form>
      </div>
    </Popover>
  );
}

function SearchItem({ search, onOpened }: { search: SavedSearch; onOpened: () => void }) {
  const { showFiltered } = useOpenTabs();
  const { change, remove, see } = useChangeSearches();
  const closed = useNoServer();
  const { id, name, kind, line, filters, sort, newMatches, mails } = search;
  const open = (): void => {
    if (newMatches > 0 && closed === null) see.mutate(id);
    showFiltered(kind, line, filters, sort);
    onOpened();
  };
  const setMails = (on: boolean): void => {
    const { newMatches: _counted, ...edit } = search;
    change.mutate({ ...edit, mails: on });
  };
  return (
    <li>
      <button type="button" className={styles['name']} onClick={open}>
        <span>
          {name}
          {newMatches > 0 && <strong>{formatCount(newMatches)} new</strong>}
        </span>
        <small>
          {GROUP_TITLES[kind]}: {LINE_FACTS[line].title}
        </small>
      </button>
      {kind === 'available' && (
        <label className={styles['mails']} title={closed ?? undefined}>
          <input
            type="checkbox"
            checked={mails}
            disabled={change.isPending || closed !== null}
            aria-label={`Mail me new matches of ${name}`}
            onChange={(event) => setMails(event.target.checked)}
          />
          Mail
        </label>
      )}
      <IconButton
        icon="close"
        label={`Delete ${name}`}
        disabled={closed !== null}
        title={closed ?? `Delete ${name}`}
        onClick={() => remove.mutate(id)}
      />
    </li>
  );
}
