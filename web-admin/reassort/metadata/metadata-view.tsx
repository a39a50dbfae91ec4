import { useState } from 'react';
import { useCanAccess } from 'react-admin';
import { learntWords, type LearntWords } from '#contracts/api/reassortment-stock.ts';
import { columnMapsBody, storesBody, valueMapsBody } from '#contracts/api/reassortment.ts';
import { CUSTOMER_STONE_PROPERTIES } from '#contracts/reassortment/customer-stone.ts';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { useAct } from '../../components/use-act.ts';
import { fileInBase64 } from '../../components/file-base64.ts';
import { call } from '../../providers/http-client.ts';
import { ChooseFile } from '../../components/choose-file.tsx';
import styles from '../reassort.module.css';
import { EditableTable } from './editable-table.tsx';

/**
 * A customer's stores, and what its headings and values mean here (product: Reassortment entities). Reps read them, and learn
 * nothing: what a file suggests is to be saved.
 */
export function MetadataView({ customerId }: { customerId: number }) {
  const [learnt, setLearnt] = useState<LearntWords | null>(null);
  const { canAccess = false } = useCanAccess({ resource: 'reassort', action: 'edit' });
  const { busy, act } = useAct();
  const learn = (file: File): void =>
    void act('learn', async () => {
      const body = { excelBody: await fileInBase64(file) };
      const words = await call('/reassortment/learnmaps', learntWords, { body, customer: customerId });
      setLearnt(words);
      const [headings, values] = [unmappedColumns(words).length, unmappedValues(words).length];
      return `${formatNumberOf(headings, ['heading', 'headings'])} and ${formatNumberOf(values, ['value', 'values'])} of ${file.name} are not mapped.`;
    });
  return (
    <>
      <EditableTable
        title="Stores"
        about="Each store by the id and the name that the customer's files use."
        customerId={customerId}
        calls={{ get: '/reassortment/getstores', set: '/reassortment/setstores' }}
        reply={storesBody}
        columns={[
          { field: 'storeId', label: 'Store id' },
          { field: 'storeName', label: 'Store name' },
        ]}
        saved="Stores saved"
      />
      {canAccess && (
        <div className={styles['section']}>
          <div className={styles['buttons']}>
            <ChooseFile
              label="Learn from a stock file"
              accept=".xlsx,.csv"
              busy={busy && 'Reading…'}
              onFile={learn}
            />
          </div>
          <p>
            Headings and values of the file that are not mapped yet come first in the tables below, with a
            suggestion if there is one. Nothing is saved until you save it.
          </p>
        </div>
      )}
      <EditableTable
        title="Column mapping"
        about="What each of the customer's column headings means here. Headings with the same name need no row."
        customerId={customerId}
        calls={{
          get: '/reassortment/getcolumnmaps',
          set: '/reassortment/setcolumnmaps',
          clear: '/reassortment/clearcolumnmaps',
        }}
        reply={columnMapsBody}
        columns={[
          { field: 'columnHeader', label: 'Column heading' },
          { field: 'customerStoneProperty', label: 'Property', choices: CUSTOMER_STONE_PROPERTIES },
        ]}
        saved="Column Mapping Saved"
        found={learnt ? unmappedColumns(learnt) : []}
      />
      <EditableTable
        title="Value mapping"
        about="What each of the customer's values means here. A value that is on the list needs no row."
        customerId={customerId}
        calls={{
          get: '/reassortment/getvaluemaps',
          set: '/reassortment/setvaluemaps',
          clear: '/reassortment/clearvaluemaps',
        }}
        reply={valueMapsBody}
        columns={[
          { field: 'customerStoneProperty', label: 'Property', choices: CUSTOMER_STONE_PROPERTIES },
          { field: 'inputValue', label: "The customer's value" },
          { field: 'outputValue', label: 'Value here' },
        ]}
        saved="Value Mapping Saved"
        found={learnt ? unmappedValues(learnt) : []}
      />
    </>
  );
}

const unmappedColumns = ({ columns }: LearntWords) =>
  columns
    .filter(({ customerStoneProperty }) => customerStoneProperty === null)
    .map(({ columnHeader, suggestion }) => ({ columnHeader, customerStoneProperty: suggestion ?? '' }));

const unmappedValues = ({ values }: LearntWords) =>
  values
    .filter(({ outputValue }) => outputValue === null)
    .map(({ customerStoneProperty, inputValue, suggestion }) => ({
      customerStoneProperty,
      inputValue,
      outputValue: suggestion ?? '',
    }));
