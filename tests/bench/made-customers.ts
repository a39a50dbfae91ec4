import { customerCommands } from '#services/customers/index.ts';
import { createUser } from '#services/identity/index.ts';
import type { CommandContext } from '#services/platform/commands/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import { PASSWORD } from '#tests/support/small-world.ts';

/** Far above what a bench requests, so that the maximum is checked and never reached. */
const MAXIMUM_CENTS = 1_000_000_000_000;

const idsOf = (count: number): number[] => Array.from({ length: count }, (_, index) => 101 + index);
const usernameOf = (customerId: number): string => `bench-${customerId}`;

/** The users of so many customers that were made before. */
export const usersOf = (count: number): string[] => idsOf(count).map(usernameOf);

/** So many customers that may do everything, each with a user; the names of those, whose password is `PASSWORD`. */
export async function makeCustomers(context: CommandContext, count: number): Promise<string[]> {
  const ids = idsOf(count);
  return inParallel(ids, 4, async (customerId) => {
    const command = {
      commandId: `customer-${customerId}`,
      actor: { username: 'bench', role: 'system' },
    } as const;
    await customerCommands.register(context, command, customerId, {
      identity: { name: `Customer ${customerId}` },
      access: { allowLogin: true, allowActions: true, lgAllowed: true, fcAllowed: true },
      terms: { maxInventoryCents: MAXIMUM_CENTS },
    });
    const username = usernameOf(customerId);
    await createUser(context, {
      username,
      firstName: '',
      lastName: '',
      email: '',
      customerId,
      password: PASSWORD,
    });
    return username;
  });
}
