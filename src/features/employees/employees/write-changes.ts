import { sql } from 'kysely'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { EmployeeTerms } from '../../../database/tables/employee-terms.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import { recordAuditChange } from '../../../database/transaction-hooks.ts'
import { mapYielding } from '../../../http/yield-to-event-loop.ts'
import { errorCode, UNIQUE_VIOLATION } from '../../../kernel/read-error.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import { decimal } from '../../../kernel/values/money.ts'
import { quoteName, quotePerson } from '../../../kernel/values/quote-name.ts'
import { mask } from '../../../security/field-encryption.ts'
import type { Service } from '../../../service.ts'
import {
  type AccountChange,
  holdAccounts,
  requireAccountApproval,
  requireAccountReview,
} from '../../platform/approvals/index.ts'
import { listWithAccounts } from './account-queries.ts'
import { recordUpdated } from './events.ts'
import { type EmployeeField, SENSITIVE_FIELDS } from './fields.ts'
import { tellFormerAddresses } from './former-address.ts'
import { differences, recordHistory } from './history.ts'
import { differingFields } from './prepare.ts'
import { type OpenEmployee, revokeMovedInvitations, writeEmployees } from './queries.ts'
import { identityOf, recogniseReturned } from './returning-numbers.ts'

/** An employee during a request: as stored, decrypted, and with the changes applied. */
export type Draft = { stored: Employee; opened: OpenEmployee; current: OpenEmployee }

/** Stores the drafts that changed, with their history and events. `due` is the scheduled change that a job makes. */
export async function writeChanges(
  service: Service,
  tx: Tx,
  drafts: readonly Draft[],
  due?: DueChange,
): Promise<void> {
  const now = service.clock.now()
  const compared = await mapYielding(drafts, (draft) => ({
    ...draft,
    changed: differingFields(draft.opened, draft.current),
  }))
  const touched = compared.filter(({ changed }) => changed.length > 0)
  if (touched.length === 0) return
  if (due) await holdDueAccounts(service, tx, touched, due)
  else await approveAccounts(service, tx, touched)
  for (const { opened, current, changed } of touched)
    recordAuditChange(
      `Employee ${current.id}, ${current.first_name} ${current.last_name}`,
      Object.fromEntries(changed.map((name) => [name, opened[name]])),
      Object.fromEntries(changed.map((name) => [name, current[name]])),
      SENSITIVE_FIELDS,
    )
  const rows = await mapYielding(touched, ({ stored, current, changed }) => ({
    ...current,
    ...sealedFields(service, stored, current, changed),
    version: stored.version + 1,
    updated_at: now,
  }))
  const columns = new Set<EmployeeField | 'version' | 'updated_at'>(['version', 'updated_at'])
  for (const { changed } of touched) for (const name of changed) columns.add(name)
  await writeInOrder(tx, rows, [...columns])
  const moved = touched.filter(({ changed }) => changed.includes('email_address'))
  await tellFormerAddresses(service, tx, moved)
  await revokeMovedInvitations(
    tx,
    moved.map(({ stored }) => stored.id),
    now,
  )
  await recordHistory(
    tx,
    now,
    touched.map(({ stored, opened, current, changed }) => ({
      employee: stored,
      action: 'changed',
      changes: differences(opened, current, changed),
      identity: identityOf(service, { opened, current, changed }),
    })),
  )
  await recogniseReturned(service, tx, touched)
  await recordUpdated(service, tx, rows)
}

/** The account in the employee record that gets the net pay while the employee has no list of accounts. */
const primaryOf = (row: OpenEmployee): string | null =>
  row.primary_bank_account_number === null
    ? null
    : `${row.primary_bank_bsb ?? ''} ${row.primary_bank_account_number}`.trim()

/** The second account, with its reference and its share: both decide where the money goes. */
function secondaryOf(row: OpenEmployee): Destination {
  const { secondary_bank_account_number: number, secondary_bank_reference: reference } = row
  const amount = row.secondary_bank_amount_per_period
  if (number === null) return NOWHERE
  const share = amount === null ? null : decimal(amount).toFixed(2)
  return {
    place: JSON.stringify([row.secondary_bank_bsb, number, reference, share]),
    shown: [mask(number), reference && `reference ${quoteName(reference)}`, share && `$${share} a pay`]
      .filter(Boolean)
      .join(' '),
  }
}

/** The fund and membership that contributions go to while the employee has no list of funds. */
function fundOf(row: OpenEmployee): Destination {
  const { default_employee_fund_usi: usi, default_employee_fund_member_number: member } = row
  if (!usi && !member) return NOWHERE
  return {
    place: `${usi ?? ''} ${member ?? ''}`.trim(),
    shown: [usi ?? 'no fund', member && `member ${mask(member)}`].filter(Boolean).join(' '),
  }
}

/** A destination of money: `place` for comparing, `shown` for people. */
type Destination = { place: string | null; shown: string | null }
const NOWHERE: Destination = { place: null, shown: null }

const between = (before: Destination, after: Destination) => ({
  before: before.place,
  after: after.place,
  shown: [before.shown, after.shown] as const,
})

/**
 * Every field of the record that decides where money goes needs the same approval. `from` is the day of a change that
 * is dated into the future.
 */
export async function approveAccounts(
  service: Service,
  tx: Tx,
  drafts: readonly (Draft & { from?: CivilDate | null })[],
): Promise<void> {
  const company = companyOf(drafts)
  if (!company) return
  const changes = accountChanges(drafts)
  const isChanged = changes.some(({ before, after }) => before !== after)
  const lists = isChanged
    ? await listWithAccounts(
        tx,
        drafts.map(({ stored }) => stored.id),
      )
    : new Set<number | undefined>()
  const unused = (change: RecordChange) => change.inRecord && lists.has(change.employeeId)
  await requireAccountApproval(
    service,
    tx,
    company,
    changes.map((change) =>
      unused(change)
        ? {
            ...change,
            whose: `${change.whose} in the record, which is not used while there is a list of accounts`,
          }
        : change,
    ),
  )
}

export type DueChange = Pick<EmployeeTerms, 'is_account_reviewed'>

/** A job cannot ask for approval: the request did. The money waits from the day on which it goes elsewhere. */
async function holdDueAccounts(
  service: Service,
  tx: Tx,
  drafts: readonly Draft[],
  due: DueChange,
): Promise<void> {
  const company = companyOf(drafts)
  const changes = accountChanges(drafts).filter(({ before, after }) => before !== after)
  if (company && changes.length > 0)
    await holdAccounts(service, tx, company, changes, due.is_account_reviewed)
}

function companyOf([first]: readonly Draft[]): { id: number; customer_id: number } | undefined {
  return first && { id: first.stored.company_id, customer_id: first.stored.customer_id }
}

/** `inRecord` is set for the accounts that pays go to only while the employee has no list of accounts. */
type RecordChange = AccountChange & { inRecord?: true }

/** The fields that decide where money goes, before and after. Unchanged ones are included. */
function accountChanges(drafts: readonly (Draft & { from?: CivilDate | null })[]): RecordChange[] {
  return drafts.flatMap(({ opened, current, from }): RecordChange[] => {
    const whose = `${quotePerson(current)} (employee ${current.id})`
    const pay = { whose, employeeId: current.id, ...(from ? { from } : {}) }
    const [method, newMethod] = [opened.pay_method, current.pay_method]
    return [
      { ...pay, inRecord: true, before: primaryOf(opened), after: primaryOf(current) },
      { ...pay, inRecord: true, ...between(secondaryOf(opened), secondaryOf(current)) },
      ...(method === newMethod
        ? []
        : [
            {
              ...pay,
              before: method,
              after: newMethod,
              shown: [METHODS[method], METHODS[newMethod]] as const,
            },
          ]),
      {
        ...pay,
        ...between(fundOf(opened), fundOf(current)),
        whose: `the super fund of ${whose}`,
        isSuper: true,
      },
    ]
  })
}

const METHODS = {
  'DIRECT BANK ENTRY': 'paid by bank',
  CASH: 'paid in cash',
  OTHER: 'paid by other means',
} as const satisfies Record<Employee['pay_method'], string>

/** Requests approval for the accounts of new employees. A first account is no change, so nothing is held and no one is notified. */
export function approveNewAccounts(tx: Tx, company: Company, rows: readonly OpenEmployee[]) {
  const changes = rows.flatMap((row): AccountChange[] => {
    const whose = `${quotePerson(row)} (new employee)`
    return [
      { whose, before: null, after: primaryOf(row) },
      ...[secondaryOf(row), fundOf(row)].map((after) => ({ whose, ...between(NOWHERE, after) })),
    ]
  })
  return requireAccountReview(tx, company, changes)
}

/** Writes all rows in one statement. If a number moves between employees, the rows are written one by one. */
async function writeInOrder(tx: Tx, rows: Employee[], columns: (EmployeeField | 'version' | 'updated_at')[]) {
  await sql`savepoint employees`.execute(tx)
  try {
    await writeEmployees(tx, rows, columns)
  } catch (error) {
    if (errorCode(error) !== UNIQUE_VIOLATION) throw error
    await sql`rollback to savepoint employees`.execute(tx)
    await writeEmployees(
      tx,
      rows.map((row) => ({ ...row, number: null })),
      ['number'],
    )
    await writeEmployees(tx, rows, columns)
  }
}

function sealedFields(
  service: Service,
  stored: Employee,
  current: OpenEmployee,
  changed: readonly EmployeeField[],
) {
  return Object.fromEntries(
    SENSITIVE_FIELDS.map((name) => {
      const plain = current[name]
      if (!changed.includes(name) || typeof plain !== 'string')
        return [name, changed.includes(name) ? null : stored[name]]
      return [name, service.cipher.seal(`employees.${name}`, stored.id, plain)]
    }),
  ) as Partial<Employee>
}
