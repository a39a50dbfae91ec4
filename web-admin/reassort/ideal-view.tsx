import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState, type ReactNode } from 'react';
import { useCanAccess } from 'react-admin';
import { loadIdealReply } from '#contracts/api/reassortment-stock.ts';
import { binReply, binTemplate, type BinReply, type BinTemplate } from '#contracts/api/reassortment.ts';
import { z } from 'zod';
import { Button } from '#web-shared/components/button/button.tsx';
import { Field } from '#web-shared/components/field/field.tsx';
import { insteadOf } from '#web-shared/components/field/instead-of.ts';
import { StateMessage } from '#web-shared/components/state-message/state-message.tsx';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { fileInBase64 } from '../components/file-base64.ts';
import { DownloadButton } from '../components/download-button.tsx';
import { ConflictNotice } from '../components/form/conflict-notice.tsx';
import { useSeen } from '../components/form/use-seen.ts';
import { Loaded } from '../components/loaded.tsx';
import { ConfirmedButton } from '../components/confirmed-button.tsx';
import { Unsaved, useLeaving } from '../components/unsaved.tsx';
import { useAct } from '../components/use-act.ts';
import { call, codeOf, errorsOf } from '../providers/http-client.ts';
import { BinGrid } from './bin-grid.tsx';
import { ChooseFile } from '../components/choose-file.tsx';
import { gridOfBins } from './grid-of-bins.ts';
import { withTyped, type QuantityEdit } from './quantity-cell.tsx';
import { Section } from './section.tsx';
import { quantitiesByBin, PIECES, typedChanges, withSeen, type Typed } from './typed-quantities.ts';
import { binsKey, readBins, useBins, useSeenVersion } from './use-templates.ts';
import { WithTemplates } from './with-templates.tsx';
import styles from './reassort.module.css';

/** A customer's ideal inventories: loaded from a spreadsheet, shown and edited as a grid (product: Crosstab). */
export function IdealView({ customerId }: { customerId: number }) {
  return (
    <WithTemplates customerId={customerId}>
      {({ templates, isRead, template, choice, choose }) => (
        <>
          <LoadIdeal customerId={customerId} templates={templates} onLoaded={choose} />
          {template ? (
            <Ideal
              key={template.id}
              customerId={customerId}
              template={template}
              isRead={isRead}
              choice={choice}
            />
          ) : (
            <StateMessage heading="There is no ideal inventory yet">
              Load a crosstab of weights against colours and clarities, or a file with one line per bin.
            </StateMessage>
          )}
        </>
      )}
    </WithTemplates>
  );
}

type LoadIdealProps = {
  customerId: number;
  templates: readonly BinTemplate[];
  onLoaded: (templateId: string) => void;
};

/** Loads a file under a nickname; the only active one is meant unless another is typed (product: Reassortment inputs). */
function LoadIdeal({ customerId, templates, onLoaded }: LoadIdealProps) {
  const { canAccess = false } = useCanAccess({ resource: 'reassort', action: 'edit' });
  const active = [
    ...new Set(templates.filter(({ active }) => active).map(({ idealInventoryName }) => idealInventoryName)),
  ];
  const [typed, setTyped] = useState<string | null>(null);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const { busy, act } = useAct();
  const client = useQueryClient();
  const name = typed ?? (active.length === 1 ? active[0]! : '');
  const { mayLeave } = useLeaving();
  // The file takes the place of the grid below, with what is typed in it.
  const load = (file: File): void => {
    if (!mayLeave()) return;
    void act('load', async () => {
      setProblems([]);
      try {
        const { template, ignored } = await call('/reassortment/loadideal', loadIdealReply, {
          body: { customerId, templateName: name.trim(), excelBody: await fileInBase64(file) },
          customer: customerId,
        });
        setProblems(
          ignored.map(
            ({ sheet, column, reason }) =>
              `Left aside: column ${column}${sheet && ` of ${sheet}`}: ${reason}`,
          ),
        );
        await client.invalidateQueries({ queryKey: ['reassort', customerId] });
        onLoaded(template.id);
        return 'Ideal Inventory Loaded';
      } catch (failure) {
        const { excelBody, ...cells } = errorsOf(failure) ?? {};
        setProblems(Object.entries(cells).map(([cell, message]) => `${cell}: ${message}`));
        throw failure;
      }
    });
  };
  return (
    <Section title="Load an ideal inventory">
      <div className={styles['buttons']}>
        <Field
          label="Nickname"
          value={name}
          disabled={!canAccess}
          hint="An ideal inventory with the same nickname becomes inactive."
          onChange={({ target }) => setTyped(target.value)}
        />
        <ChooseFile
          label="Load Ideal Inventory"
          accept=".xlsx,.csv"
          disabled={!canAccess || name.trim() === ''}
          busy={busy && 'Loading…'}
          onFile={load}
        />
      </div>
      {problems.length > 0 && (
        <ul className={styles['faults']} aria-label="Problems in the file">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </Section>
  );
}

const NO_BINS: readonly BinReply[] = [];

const REPLACED = 'Somebody has replaced or retired this ideal inventory since you opened it: it is inactive.';

type IdealProps = { customerId: number; template: BinTemplate; isRead: boolean; choice: ReactNode };

function Ideal({ customerId, template, isRead, choice }: IdealProps) {
  const version = useSeenVersion(customerId, template, isRead);
  const { busy, act } = useAct();
  const loaded = useBins(customerId, template.id);
  const bins = loaded.data;
  const { canAccess = false } = useCanAccess({ resource: 'reassort', action: 'edit' });
  /** What was typed in the grid; null while it is only read. */
  const [typed, setTyped] = useState<Typed | null>(null);
  const onType: QuantityEdit['onType'] = useCallback(
    (bin, field, text) => setTyped((before) => withTyped(before ?? new Map(), bin, field, text)),
    [],
  );
  const isTyped = typed !== null && typed.size > 0;
  const { seen, conflict, dropConflict, noteSaved, readAgain } = useSeen<readonly BinReply[]>({
    queryKey: binsKey(customerId, template.id),
    read: () => readBins(customerId, template.id),
    stored: bins ?? NO_BINS,
    isTyped,
  });
  // What is typed is of the ideal that was active: another in its place is not changed by it.
  const [wasActive] = useState(template.active);
  const isReplaced = wasActive && !template.active;
  const path = `/api/reassortment/templates/${encodeURIComponent(template.id)}`;
  const send = async (): Promise<string> => {
    const changes = typedChanges(seen, typed ?? new Map());
    if (changes.length > 0) {
      // The notice says what the next try does.
      if (wasActive && !isReplaced && !(await version.isActive())) throw new Error(REPLACED);
      noteSaved(
        await call(`${path}/bins`, z.array(binReply), {
          body: { bins: withSeen(changes, seen) },
          customer: customerId,
        }),
      );
      await version.noteEdited();
    }
    setTyped(insteadOf<Typed | null>(typed, null));
    return `${formatNumberOf(changes.length, ['bin has', 'bins have'])} other quantities.`;
  };
  const save = (): Promise<boolean> => act('save', send, readAgain);
  const name = template.idealInventoryName;
  const clear = async (what: 'clearbins' | 'clearresults'): Promise<void> => {
    try {
      await call(`/reassortment/${what}`, z.array(binTemplate), {
        body: { templateId: template.id, seen: version.seen },
        customer: customerId,
      });
    } catch (failure) {
      // The message says what was not seen: who clears it again means it.
      if (codeOf(failure) === 'CHANGED_MEANWHILE') await version.noteSeen();
      throw failure;
    }
  };
  const editing = (
    <>
      <Button
        onClick={() => {
          setTyped(null);
          dropConflict();
        }}
      >
        Cancel
      </Button>
      <Button look="primary" busy={busy !== null} onClick={() => void save()}>
        Save bins
      </Button>
    </>
  );
  const reading = (
    <>
      {choice}
      <DownloadButton path={`${path}/workbook`} options={{ method: 'GET', customer: customerId }}>
        Export ideal inventory
      </DownloadButton>
      {canAccess && bins && <Button onClick={() => setTyped(new Map())}>Edit bins</Button>}
      {canAccess && (
        <>
          <ConfirmedButton
            label="Clear results"
            question={`Retire the results of ${name}? Its bins stay, and its plans can still be read.`}
            done={`The results of ${name} were retired.`}
            act={() => clear('clearresults')}
          />
          <ConfirmedButton
            label="Clear bins"
            question={`Retire ${name} with its bins and results?`}
            done={`${name} was retired.`}
            act={() => clear('clearbins')}
          />
        </>
      )}
    </>
  );
  return (
    <Section
      title={name}
      about={`${formatNumberOf(template.bins, ['bin', 'bins'])} of ${template.templateString}`}
      actions={typed ? editing : reading}
    >
      {isTyped && <Unsaved />}
      <ConflictNotice
        conflict={isReplaced && isTyped ? { message: REPLACED, before: seen } : null}
        now={seen}
        fieldsOf={quantitiesByBin}
        about="Saving changes this inactive ideal, not its replacement."
      />
      <ConflictNotice conflict={conflict} now={seen} fieldsOf={quantitiesByBin} />
      <Loaded query={loaded} noun="bins" height={240}>
        {(found) => (
          <BinGrid
            label={name}
            bins={gridOfBins(isTyped ? seen : found)}
            edit={typed ? { fields: [...PIECES, 'targetValue'], typed, onType } : undefined}
          />
        )}
      </Loaded>
    </Section>
  );
}
