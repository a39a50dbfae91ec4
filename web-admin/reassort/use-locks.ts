import { useQueryClient } from '@tanstack/react-query';
import { binTemplate } from '#contracts/api/reassortment.ts';
import { useAct } from '../components/use-act.ts';
import { call } from '../providers/http-client.ts';
import { templatesKey } from './use-templates.ts';

/** Locks stones of an ideal's stock in their stores, or frees them (rule: Locked stones). */
export function useLocks(customerId: number, templateId: string) {
  const client = useQueryClient();
  const { busy, act } = useAct();
  const lock = (name: string, locked: boolean): Promise<boolean> =>
    act(name, async () => {
      await call(`/api/reassortment/templates/${encodeURIComponent(templateId)}/locks`, binTemplate, {
        body: { customerStoneIds: [name], locked },
        customer: customerId,
      });
      await client.invalidateQueries({ queryKey: templatesKey(customerId) });
      return locked
        ? `${name} stays in its store from the next plan on.`
        : `${name} may leave its store from the next plan on.`;
    });
  return { busy, lock };
}
