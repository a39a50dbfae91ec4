export { openLeases, type Lease, type Leases } from './leases.ts';
export { alwaysUnderLease, everyUnderLease, type UnderLease } from './under-lease.ts';
export { leaseStates } from './lease-states.ts';
