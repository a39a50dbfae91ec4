export { openLeases, type Lease, type LeaseOptions, type Leases } from './leases.ts';
export { alwaysUnderLease, everyUnderLease, type UnderLease } from './under-lease.ts';
export { leaseStates, type LeaseState } from './lease-states.ts';
