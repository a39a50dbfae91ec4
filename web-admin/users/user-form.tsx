import { useRecordContext } from 'react-admin';
import type { User } from '#contracts/api/session.ts';
import type { UserResource } from '#contracts/api/users.ts';
import { newUserRequest, userChanges } from '#contracts/api/users.ts';
import { ChoiceInput, FlagInput, TextInput, useField } from '../components/form/fields.tsx';
import { Labelled } from '#web-shared/components/field/field.tsx';
import { CreateRecord, EditRecord } from '../components/form/edit-record.tsx';
import { FieldGroup } from '../components/form/record-form.tsx';
import { Section } from '#web-shared/components/facts/facts.tsx';
import { Sections } from '../components/sections.tsx';
import { UserSessions } from '../components/sessions.tsx';
import { UserSecondFactor } from './user-second-factor.tsx';
import { useSignedIn } from '../providers/use-signed-in.ts';
import { CustomerPicker } from '../components/customer-picker.tsx';
import { ResetPassword } from './reset-password.tsx';
import { SHOW_PRICES } from '../components/show-prices.ts';
import { whereThePasswordIs } from './password-words.ts';

const COMMON = {
  noun: 'user',
  nameOf: ({ username }: UserResource) => username,
};

const ONLY_ADMINISTRATORS = 'Only an administrator can change this for another sales rep.';
const ONLY_ADMINISTRATORS_SHOW = 'Only an administrator can set which prices a sales rep sees.';
const SHOWN_BY_MODE = 'Retail and None see no Rap, limits, invoices or holdings; None sees no price at all.';

const LABELS = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'E-mail',
  customerId: 'Customer',
  showPrices: 'Prices',
  active: 'Active',
  salesRep: 'Sales rep',
  administrator: 'Administrator',
  mustChangePassword: 'Must choose a new password',
};

/** A user's edit form; deactivating ends its sessions immediately (product: Users screen; rule: Reps). */
export function UserEdit() {
  const me = useSignedIn();
  return (
    <EditRecord<UserResource>
      {...COMMON}
      schema={userChanges}
      labels={LABELS}
      actions={(user) => <Actions user={user} />}
      isFixed={(user) => refusedOf(me, user).all}
      beneath={({ username, administrator, salesRep }) => (
        <SignedIn username={username} staff={administrator || salesRep} />
      )}
    >
      <UserInputs known />
    </EditRecord>
  );
}

/** What the signed-in one may not change of a user (rule: Reps); nothing while it is being asked who that is. */
function refusedOf(me: User | null | undefined, user: UserResource | undefined) {
  if (me === undefined || me?.administrator === true || !user)
    return { all: false, reach: false, prices: false };
  const other = user.username !== me?.username;
  return { all: other && user.administrator, reach: other && user.salesRep, prices: user.salesRep };
}

function Actions({ user }: { user: UserResource }) {
  const me = useSignedIn();
  const { all, reach } = refusedOf(me, user);
  // One's own is changed under Profile in the portal.
  return all || reach || user.username === me?.username ? null : (
    <ResetPassword username={user.username} email={user.email} />
  );
}

/** The user's second factor and where it is signed in, for administrators. */
function SignedIn({ username, staff }: { username: string; staff: boolean }) {
  if (useSignedIn()?.administrator !== true) return null;
  return (
    <Sections>
      <UserSecondFactor username={username} staff={staff} />
      <Section title="Where the user is signed in">
        <UserSessions username={username} />
      </Section>
    </Sections>
  );
}

/** A new user with its defaults (product: User); its password is sent by mail. */
export function UserCreate() {
  return (
    <CreateRecord<UserResource>
      {...COMMON}
      schema={newUserRequest}
      defaultValues={{
        username: '',
        firstName: '',
        lastName: '',
        email: '',
        active: true,
        administrator: false,
        salesRep: false,
        showPrices: 'WHOLESALE',
        customerId: null,
      }}
      createdNote={({ username, email }) => `${username} was created. ${whereThePasswordIs(email)}`}
    >
      <UserInputs />
    </CreateRecord>
  );
}

function CustomerInput() {
  const { value, onChange, tied } = useField('customerId');
  return (
    <Labelled label={LABELS.customerId} hint={null} problem={tied.problem}>
      {(control) => (
        <CustomerPicker
          control={control}
          empty="None"
          customerId={typeof value === 'number' ? value : null}
          onChoose={onChange}
          onBlur={tied.onBlur}
          inputRef={tied.ref}
        />
      )}
    </Labelled>
  );
}

function UserInputs({ known = false }: { known?: boolean }) {
  const me = useSignedIn();
  const { all, reach, prices } = refusedOf(me, useRecordContext<UserResource>());
  return (
    <>
      <FieldGroup
        title="The user"
        disabled={all}
        about={all ? 'Only an administrator can change an administrator.' : undefined}
      >
        <TextInput
          source="username"
          label="Username"
          disabled={known}
          hint={known ? 'A username cannot be changed.' : 'Letters, digits, ".", "_", "-" or "@".'}
        />
        <TextInput source="firstName" label={LABELS.firstName} />
        <TextInput source="lastName" label={LABELS.lastName} />
        <TextInput
          source="email"
          label={LABELS.email}
          type="email"
          disabled={reach}
          hint={reach ? ONLY_ADMINISTRATORS : null}
        />
      </FieldGroup>
      <FieldGroup title="What the user sees" disabled={all}>
        <CustomerInput />
        <ChoiceInput
          source="showPrices"
          label={LABELS.showPrices}
          disabled={prices}
          hint={prices ? ONLY_ADMINISTRATORS_SHOW : SHOWN_BY_MODE}
          choices={Object.entries(SHOW_PRICES)}
        />
      </FieldGroup>
      <FieldGroup title="Access" disabled={all}>
        <FlagInput
          source="active"
          label={LABELS.active}
          disabled={reach}
          hint={
            reach
              ? ONLY_ADMINISTRATORS
              : 'Without it, the user cannot sign in; open sessions end immediately.'
          }
        />
        <FlagInput
          source="salesRep"
          label={LABELS.salesRep}
          disabled={reach}
          hint={reach ? ONLY_ADMINISTRATORS : null}
        />
        <FlagInput
          source="administrator"
          label={LABELS.administrator}
          disabled={me?.administrator !== true}
          hint={me?.administrator === true ? null : 'Only an administrator can create an administrator.'}
        />
      </FieldGroup>
    </>
  );
}
