import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { JewelleryModel, ModelImportReport } from '#contracts/api/jewellery.ts';
import { Button, whileBusy } from '#web-shared/components/button/button.tsx';
import { ModalHead } from '#web-shared/components/overlay/modal-head.tsx';
import { CouldNotLoad } from '#web-shared/components/state-message/could-not-load.tsx';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { WideDialog } from '../../lists/wide-dialog.tsx';
import { toastSuccess } from '#web-shared/components/toast/toast.ts';
import { useNoServer } from '../../lib/connection.ts';
import { useImportModels } from './api/change-models.ts';
import { modelsQuery } from './api/get-models.ts';
import { EditModel } from './edit-model.tsx';
import { ModelsTable } from './models-table.tsx';
import styles from './models.module.css';

/**
 * Manage jewellery models: upload of a spreadsheet, and an Edit for each model; administrators only (product:
 * Manage jewellery models).
 */
export default function ManageModels({ onClose }: { onClose: () => void }) {
  const models = useQuery(modelsQuery('all'));
  const [edited, setEdited] = useState<string | null>(null);
  // The focus comes back to where it was when a model has been edited.
  const [lastEdited, setLastEdited] = useState<string | null>(null);
  // As it is now: what another administrator changes meanwhile is seen.
  const editing = models.data?.models.find(({ name }) => name === edited);
  const [looksFor, setLooksFor] = useState('');
  const wanted = looksFor.trim().toLowerCase();
  const shown = models.data?.models.filter(({ name, description = '' }) =>
    `${name} ${description}`.toLowerCase().includes(wanted),
  );
  return (
    <WideDialog labelledBy="manage-models" onClose={onClose} maxWidth={editing ? 'sm' : 'lg'}>
      <div className={styles['dialog']}>
        <ModalHead
          id="manage-models"
          title="Manage jewellery models"
          className={styles['head']}
          onClose={onClose}
        />
        {editing ? (
          <EditModel
            model={editing}
            onDone={(saved) => {
              if (saved) toastSuccess('Model saved');
              setEdited(null);
            }}
          />
        ) : (
          <>
            <ImportSheet />
            <input
              type="search"
              className={styles['search']}
              aria-label="Find a model"
              placeholder="Find a model"
              value={looksFor}
              onChange={(event) => setLooksFor(event.target.value)}
            />
            {models.isError && !models.data ? (
              <CouldNotLoad what="The models" error={models.error} retry={models.refetch} />
            ) : (
              <Models
                models={shown}
                lastEdited={lastEdited}
                onEdit={({ name }) => {
                  setEdited(name);
                  setLastEdited(name);
                }}
              />
            )}
          </>
        )}
      </div>
    </WideDialog>
  );
}

function Models({
  models,
  lastEdited,
  onEdit,
}: {
  models: readonly JewelleryModel[] | undefined;
  lastEdited: string | null;
  onEdit: (model: JewelleryModel) => void;
}) {
  if (!models) return <p role="status">Loading…</p>;
  if (models.length === 0) return <p role="status">0 found</p>;
  return (
    <ModelsTable
      words={['Model', 'Description', 'Tier']}
      figures={['On hand', 'Additional']}
      more={['Hidden']}
      action="Edit"
    >
      {models.map((model) => (
        <tr key={model.name} data-hidden={model.hide}>
          <th scope="row">
            {model.name}
            <small>{model.description}</small>
          </th>
          <td>{model.description}</td>
          <td>{model.tier}</td>
          <td data-figure>{model.availableQuantity}</td>
          <td data-figure>{model.additionalQuantity}</td>
          <td>{model.hide ? 'Hidden' : ''}</td>
          <td>
            <Button
              aria-label={`Edit ${model.name}`}
              autoFocus={model.name === lastEdited}
              onClick={() => onEdit(model)}
            >
              Edit
            </Button>
          </td>
        </tr>
      ))}
    </ModelsTable>
  );
}

function ImportSheet() {
  const input = useRef<HTMLInputElement>(null);
  const { mutate, isPending, data, error, reset } = useImportModels();
  const noServer = useNoServer();
  const choose = (files: FileList | null): void => {
    const file = files?.[0];
    if (file) mutate(file);
    if (input.current) input.current.value = ''; // the same file may be chosen again
  };
  return (
    <div className={styles['import']}>
      <label>
        <span>Import models from a spreadsheet (.xlsx or .csv)</span>
        <input
          ref={input}
          type="file"
          accept=".xlsx,.csv"
          disabled={noServer !== null}
          title={noServer ?? undefined}
          {...(isPending ? whileBusy(true) : { onClick: reset })}
          onChange={(event) => choose(event.target.files)}
        />
      </label>
      {isPending && <p role="status">Importing…</p>}
      {error && <p role="alert">{error.message}</p>}
      {data && <Report report={data} />}
    </div>
  );
}

function Report({ report: { rows, imported, changed, unchanged, skipped } }: { report: ModelImportReport }) {
  return (
    <div role="status" className={styles['report']}>
      <p>
        {formatNumberOf(rows, ['row', 'rows'])}: {imported} imported, {changed} changed, {unchanged}{' '}
        unchanged, {skipped.length} skipped.
      </p>
      {skipped.length > 0 && (
        <ul>
          {skipped.map(({ row, name, reason }) => (
            <li key={row}>
              Row {row}
              {name ? ` (${name})` : ''}: {reason}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
