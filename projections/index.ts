import type { AnyProjection } from './engine/index.ts';
import { auditProjection } from './audit/index.ts';
import { billsProjection } from './billing/index.ts';
import { cartsProjection } from './carts/index.ts';
import { customersProjection } from './customers/index.ts';
import { desiresProjection } from './desires/index.ts';
import { billFiguresProjection, parcelFiguresProjection } from './figures/index.ts';
import { instructionsProjection } from './instructions/index.ts';
import { modelOrdersProjection, modelsProjection, piecesProjection } from './jewellery/index.ts';
import { parcelsProjection } from './parcels/index.ts';
import { vendorsProjection } from './vendors/index.ts';

/** Every read model, in the order of the status page. `zone` is the house's time zone. */
export function createProjections(zone: string): readonly AnyProjection[] {
  return [
    parcelsProjection(zone),
    customersProjection,
    instructionsProjection,
    cartsProjection,
    desiresProjection,
    vendorsProjection,
    modelsProjection,
    piecesProjection,
    modelOrdersProjection,
    auditProjection(zone),
    billsProjection,
    parcelFiguresProjection(zone),
    billFiguresProjection,
  ];
}
