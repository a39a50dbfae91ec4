/** The simulator's own tables; made where they are not there yet. */
export const SIMULATOR_SCHEMA = `
create schema if not exists trading_simulator;
create table if not exists trading_simulator.instruction (
  instance text not null, instruction_id text not null, parcel_name text not null,
  arrival bigint generated always as identity,
  state text not null check (state in ('pending', 'done', 'withdrawn')),
  due_at timestamptz not null,
  account_code text not null, action text not null, body jsonb not null,
  primary key (instance, instruction_id, parcel_name)
);
-- Of a request: the return that overtook it; undone, that one leaves the request as it was.
alter table trading_simulator.instruction add column if not exists overtaken_by text;
create index if not exists instruction_pending on trading_simulator.instruction (instance, due_at) where state = 'pending';
create table if not exists trading_simulator.document (
  instance text not null, seq bigint not null,
  -- Text, not jsonb: it keeps whatever a test has it send. The other columns only of what it wrote itself.
  body text not null, doc_type text, account_code text, parcel_name text,
  primary key (instance, seq)
);
create index if not exists document_parcel on trading_simulator.document (instance, parcel_name, seq) where parcel_name is not null;
create table if not exists trading_simulator.doc_number (
  instance text not null, doc_type text not null, last bigint not null, primary key (instance, doc_type)
);`;
