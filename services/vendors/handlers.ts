import { vendorStream, type VendorEvent } from '#contracts/events/index.ts';
import { vendorFold, type VendorState } from '#contracts/vendor/vendor.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { carryOut, type Command, type CommandContext } from '#services/platform/commands/index.ts';
import { changeSettings, type SettingsChanges } from './change-settings.ts';
import { changeVendorTerms, type ChangeVendorTerms } from './change-terms.ts';
import { mapVendorColumns, type MapVendorColumns } from './mapping/map-vendor-columns.ts';
import { editVendor, type EditVendor } from './edit-vendor.ts';
import { refuseNewPrefix } from './refuse-new-prefix.ts';
import { registerVendor, type RegisterVendor } from './register-vendor.ts';

/** The result of a command on a vendor: the log position it reached, null when there was nothing to change. */
type VendorChanged = { position: bigint | null };

type Handler<Input> = (
  context: CommandContext,
  command: Command,
  vendorId: number,
  input: Input,
) => Promise<VendorChanged>;

function handler<Input>(
  decide: (state: VendorState, input: Input, at: Instant, zone: string) => VendorEvent[],
  check: (context: CommandContext, vendorId: number, input: Input) => Promise<void> = async () => undefined,
): Handler<Input> {
  return async (context, command, vendorId, input) => {
    const on = { stream: vendorStream(vendorId), fold: vendorFold };
    const { position } = await carryOut(
      context,
      on,
      command,
      (state) => decide(state, input, context.clock().toISOString(), context.zone),
      { check: () => check(context, vendorId, input) },
    );
    return { position };
  };
}

/**
 * The vendors' commands, carried out (product: Vendor; rule: Vendor terms); each refuses as its decider does.
 */
export const vendorCommands = {
  register: handler<RegisterVendor>(registerVendor),
  mapColumns: handler<MapVendorColumns>(mapVendorColumns),
  /** The fields of the form. */
  edit: handler<EditVendor>(editVendor, (context, vendorId, { settings }) =>
    refuseNewPrefix(context, vendorId, settings.dxPrefix),
  ),
  changeSettings: handler<{ changes: SettingsChanges }>(changeSettings, (context, vendorId, { changes }) =>
    refuseNewPrefix(context, vendorId, changes.dxPrefix),
  ),
  changeTerms: handler<ChangeVendorTerms>((state, input, _at, zone) => changeVendorTerms(state, input, zone)),
};
