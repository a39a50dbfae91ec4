import { useState, type ReactNode } from 'react';
import type { BinTemplate } from '#contracts/api/reassortment.ts';
import { Select } from '#web-shared/components/select/select.tsx';
import { dayOf } from '#web-shared/formats/moments.ts';
import { Loaded } from '../components/loaded.tsx';
import { isUnsaved } from '../components/unsaved.tsx';
import { useTemplates } from './use-templates.ts';

/** A customer's ideal inventories, and the one that is chosen, until then the newest active one. */
type Templates = {
  templates: readonly BinTemplate[];
  /** They were read since the page was opened, and are not what was kept of an earlier visit. */
  isRead: boolean;
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
        <Chosen key={customerId} templates={templates} isRead={loaded.isFetchedAfterMount}>
          {children}
        </Chosen>
      )}
    </Loaded>
  );
}

type ChosenProps = Pick<Templates, 'templates' | 'isRead'> & Pick<WithTemplatesProps, 'children'>;

function Chosen({ templates, isRead, children }: ChosenProps) {
  const [chosen, choose] = useState<string | null>(null);
  const newest = templates[0]?.id;
  const [first, setFirst] = useState(newest);
  // The one that is shown stays while something is typed in it, which is not lost when a colleague loads another.
  if (first !== newest && !isUnsaved()) setFirst(newest);
  const template = templates.find(({ id }) => id === (chosen ?? first)) ?? templates[0];
  const choice = template && (
    <Select
      label="Ideal inventory"
      value={template.id}
      choices={templates.map(templateChoice)}
      onChange={choose}
    />
  );
  return children({ templates, isRead, template, choice, choose });
}

/** An ideal as a choice; former ones of a nickname say so. */
const templateChoice = ({ id, idealInventoryName, active, loadedAt }: BinTemplate) =>
  [id, active ? idealInventoryName : `${idealInventoryName}, ${dayOf(loadedAt)}, inactive`] as const;
