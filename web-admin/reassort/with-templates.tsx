import { useState, type ReactNode } from 'react';
import type { BinTemplate } from '#contracts/api/reassortment.ts';
import { Select } from '#web-shared/components/select/select.tsx';
import { dayOf } from '#web-shared/formats/moments.ts';
import { Loaded } from '../components/loaded.tsx';
import { useTemplates } from './use-templates.ts';

/** A customer's ideal inventories, and the one that is chosen, at first the newest active one. */
export type Templates = {
  templates: readonly BinTemplate[];
  template: BinTemplate | undefined;
  /** The field in which another one is chosen. */
  choice: ReactNode;
  choose: (templateId: string) => void;
};

type WithTemplatesProps = { customerId: number; children: (templates: Templates) => ReactNode };

/** What is about one of a customer's ideal inventories, once they are loaded. */
export function WithTemplates({ customerId, children }: WithTemplatesProps) {
  const loaded = useTemplates(customerId);
  return (
    <Loaded query={loaded} noun="ideal inventories" height={240}>
      {(templates) => (
        <Chosen key={customerId} templates={templates}>
          {children}
        </Chosen>
      )}
    </Loaded>
  );
}

type ChosenProps = Pick<Templates, 'templates'> & Pick<WithTemplatesProps, 'children'>;

function Chosen({ templates, children }: ChosenProps) {
  // The one that was shown first stays: what is typed in it is not lost when a colleague loads another.
  const [chosen, choose] = useState(templates[0]?.id);
  const template = templates.find(({ id }) => id === chosen) ?? templates[0];
  const choice = template && (
    <Select
      label="Ideal inventory"
      value={template.id}
      choices={templates.map(templateChoice)}
      onChange={choose}
    />
  );
  return children({ templates, template, choice, choose });
}

/** An ideal as a choice; former ones of a nickname say so. */
const templateChoice = ({ id, idealInventoryName, active, loadedAt }: BinTemplate) =>
  [id, active ? idealInventoryName : `${idealInventoryName}, ${dayOf(loadedAt)}, inactive`] as const;
