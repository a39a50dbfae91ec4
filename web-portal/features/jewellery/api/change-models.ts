import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  jewelleryModelSchema,
  modelImportReport,
  type JewelleryModel,
  type ModelImportReport,
} from '#contracts/api/jewellery.ts';
import { newCommandId } from '#web-shared/http/http-client.ts';
import { callForData } from '../../../lib/api-client.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

/**
 * What of a model is edited (product: Model edits and import); null empties an address or the tier, what is left out
 * stays; `version` is the one that was read.
 */
export type ModelChange = Pick<JewelleryModel, 'name' | 'version'> & {
  additionalQuantity?: number;
  photoUrl?: string | null;
  stillPhotoUrl?: string | null;
  tier?: string | null;
  hide?: boolean;
};

/** Edits a model (POST /jewellery/update_model); administrators only. */
export function useUpdateModel() {
  const client = useQueryClient();
  return useMutation({
    meta: { operation: 'Jewellery models' },
    mutationFn: (model: ModelChange): Promise<JewelleryModel> =>
      callForData({
        path: '/jewellery/update_model',
        body: { model },
        commandId: newCommandId(),
        read: (body) => jewelleryModelSchema.parse(body),
      }),
    // Refused because somebody else has changed it, it is shown as it is now, beside what was typed.
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.models }),
  });
}

/** Imports models from a spreadsheet (POST /api/jewellery-models/import); the caller shows a refusal in its own place. */
export function useImportModels() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (file: File): Promise<ModelImportReport> =>
      callForData({
        path: '/api/jewellery-models/import',
        body: file,
        commandId: newCommandId(),
        read: (body) => modelImportReport.parse(body),
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.models }),
    meta: { handled: true, operation: 'Jewellery models' },
  });
}
