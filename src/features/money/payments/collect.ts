import type { Queryable } from '../../../database/connect.ts'
import { badRequest } from '../../../kernel/problem.ts'
import { type Decimal, smaller, sum, ZERO } from '../../../kernel/values/money.ts'
import { present } from '../../../kernel/values/present.ts'
import { mask } from '../../../security/field-encryption.ts'
import type { Service } from '../../../service.ts'
import {
  loadRemembered,
  type PayeeAccount,
  type RememberedEmployee,
  rememberNow,
} from '../../pays/snapshots/index.ts'
import type { BankPayment } from '../bank-files/index.ts'
import { partsOf } from './account-shares.ts'
import { type Item, isToRecover, partyOf } from './load-items.ts'
import { loadPayees, openPayee } from './payee-queries.ts'
import { loadSplitCredits } from './split-credit-queries.ts'
import type { SplitCredit } from './split-credits.ts'

/** One credit with its recipient. */
export type Credit = BankPayment & {
  /** The parts by run, if the employee’s pay is split over several accounts. */
  splitRuns: { runId: number; amount: Decimal }[]
  employeeId: number | null
  /** For deductions: the payee and the reference. */
  party: string | null
  name: string
  accountName: string
}

/** The credits to pay by bank now, and the items that are left out. */
export type Collected = {
  credits: Credit[]
  /** The items that the credits pay; their open amounts add up to the credits. */
  paid: Item[]
  cash: Decimal
  other: Decimal
  /** Employees to be paid by bank who have no account. */
  withoutAccount: { employee_id: number; name: string }[]
  /**
   * Employees whose credit was returned, or whose money belongs to the estate. The money waits until it is
   * redirected.
   */
  returned: HeldBackPayment[]
}

type Placed = Item & {
  method: RememberedEmployee['pay_method']
  accounts: readonly PayeeAccount[]
  number: string | null
}

/**
 * The credits of these items. Open items of one employee are summed, so a negative item that was never sent
 * lowers the others. If the sum is not above zero, the employee's items stay open. Money to recover is not
 * included. `all` also has the other items of the same runs. A fixed amount applies to the whole period, so
 * earlier payments of the run to the same account count.
 */
export async function collectCredits(
  service: Service,
  query: Queryable,
  chosen: readonly Item[],
  all: readonly Item[],
): Promise<Collected> {
  const due = chosen.filter((item) => !item.open.eq(ZERO) && !isToRecover(item))
  const placed = await placeItems(
    service,
    query,
    due.filter((item) => item.kind === 'net'),
  )
  const collected: Collected = {
    credits: [],
    paid: [],
    cash: ZERO,
    other: ZERO,
    withoutAccount: [],
    returned: [],
  }
  for (const item of placed) {
    if (item.method === 'CASH') collected.cash = collected.cash.plus(item.open)
    if (item.method === 'OTHER') collected.other = collected.other.plus(item.open)
  }
  const byBank = placed.filter((item) => item.method === 'DIRECT BANK ENTRY')
  const split = byBank.filter((item) => item.accounts.length > 1)
  const sentBefore = await loadSplitCredits(
    query,
    service.cipher,
    [...new Set(split.map((item) => item.runId))],
    [...new Set(split.map((item) => item.employeeId))],
  )
  for (const own of Map.groupBy(byBank, (item) => item.employeeId).values()) {
    const { employeeId, name } = present(own[0])
    if (!sum(own.map((item) => item.open)).gt(ZERO)) continue
    if (own.some((item) => item.accounts.length === 0)) {
      collected.withoutAccount.push({ employee_id: employeeId, name })
      continue
    }
    const back = own.find((item) => item.returned)?.returned
    if (back)
      collected.returned.push({
        employee_id: employeeId,
        employee: name,
        reason: `The credit came back on ${back.on} (${back.reason}). Enter the right account and redirect it there.`,
      })
    const died = own.find((item) => item.diedOn)?.diedOn
    if (died)
      collected.returned.push({
        employee_id: employeeId,
        employee: name,
        reason: `The employee died on ${died}: the money belongs to the estate. Enter the estate’s account in the employee’s record and redirect the payment there (payments/redirects), or settle it by hand.`,
      })
    const placed = own.filter((item) => !item.returned && !item.diedOn)
    if (!sum(placed.map((item) => item.open)).gt(ZERO)) continue
    collected.credits.push(...employeeCredits(placed, all, sentBefore))
    collected.paid.push(...placed)
  }
  const payees = due.filter((item) => item.kind === 'payee')
  for (const { employeeId, name, returned } of payees)
    if (returned)
      collected.returned.push({
        employee_id: employeeId,
        employee: name,
        reason: `A deduction came back from its payee on ${returned.on} (${returned.reason}). Change the payee’s account, or redirect the row to another payee.`,
      })
  await addPayees(
    service,
    query,
    payees.filter((item) => !item.returned),
    collected,
  )
  return collected
}

export const lastPayDate = (items: readonly Item[]) =>
  items.reduce((latest, item) => (item.payDate > latest ? item.payDate : latest), '')

/** Employees who should be paid by bank but cannot be, with the reason. */
export const withoutAccountOf = ({ withoutAccount }: Collected): HeldBackPayment[] =>
  withoutAccount.map(({ employee_id, name }) => ({
    employee_id,
    employee: name,
    reason: 'No bank account on file: add one, or change the pay method.',
  }))

export type HeldBackPayment = { employee_id: number | null; employee: string; reason: string }

export function requireAccounts({ withoutAccount }: Collected): void {
  if (withoutAccount.length === 0) return
  const names = withoutAccount.map(({ employee_id: id, name }) => `${name} (${id})`).join(', ')
  throw badRequest(`No bank account on file for ${names}. Add one, or change the pay method.`)
}

/**
 * Each item with the accounts it is paid to. If the pay's snapshot has no account, the employee's current
 * accounts are used.
 */
async function placeItems(service: Service, query: Queryable, items: readonly Item[]): Promise<Placed[]> {
  const snapshots = await loadRemembered(
    service,
    query,
    items.flatMap((item) => item.snapshotId ?? []),
  )
  const homeless = items.filter((item) => isHomeless(snapshots.get(item.snapshotId ?? 0)))
  const today = new Map(
    (
      await rememberNow(
        service,
        query,
        homeless.map((item) => item.employeeId),
      )
    ).map((employee) => [employee.id, employee]),
  )
  return items.map((item) => {
    const own = snapshots.get(item.snapshotId ?? 0)
    const employee = isHomeless(own) ? today.get(item.employeeId) : own
    return {
      ...item,
      method: employee?.pay_method ?? 'OTHER',
      accounts: employee?.accounts ?? [],
      number: employee?.number ?? null,
    }
  })
}

const isHomeless = (employee: RememberedEmployee | undefined) =>
  !employee || (employee.pay_method === 'DIRECT BANK ENTRY' && employee.accounts.length === 0)

function employeeCredits(
  own: readonly Placed[],
  all: readonly Item[],
  sentBefore: readonly SplitCredit[],
): Credit[] {
  const groups = [...Map.groupBy(own, (item) => `${item.runId} ${keyOf(item.accounts)}`).values()].map(
    (items) => ({ items, amount: sum(items.map((item) => item.open)) }),
  )
  let toTake = sum(groups.map(({ amount }) => (amount.lt(ZERO) ? ZERO.minus(amount) : ZERO)))
  const credits = new Map<string, Credit>()
  for (const { items, amount } of groups) {
    if (!amount.gt(ZERO)) continue
    const taken = smaller(amount, toTake)
    toTake = toTake.minus(taken)
    const item = present(items[0])
    for (const { account, amount: part } of partsOf(item, amount.minus(taken), all, sentBefore))
      addCredit(credits, item, account, part)
  }
  return [...credits.values()]
}

function addCredit(credits: Map<string, Credit>, item: Placed, account: PayeeAccount, amount: Decimal): void {
  const key = keyOf([account])
  const found = credits.get(key)
  const total = found ? amount.plus(found.amount) : amount
  const payDate = found && found.payDate > item.payDate ? found.payDate : item.payDate
  const ofRun = item.accounts.length > 1 ? [{ runId: item.runId, amount }] : []
  // If a number is too long, or the bank would alter it, it no longer identifies the employee.
  const number = /^[A-Za-z0-9-]{1,11}$/.test(item.number ?? '') ? item.number : item.employeeId
  credits.set(key, {
    employeeId: item.employeeId,
    splitRuns: [...(found?.splitRuns ?? []), ...ofRun],
    party: null,
    name: item.name,
    accountName: account.accountName,
    whose: `${account.label} of ${item.name} (${item.employeeId})`,
    bsb: account.bsb,
    account: account.accountNumber,
    names: [account.accountName, item.name],
    fallbackName: `EMPLOYEE ${number}`,
    reference: account.reference,
    payDate,
    isWages: true,
    amount: total.toFixed(2),
  })
}

const keyOf = (accounts: readonly PayeeAccount[]) =>
  JSON.stringify(accounts.map(({ label: _, ...account }) => account))

/** One credit for each payee and reference. */
async function addPayees(
  service: Service,
  query: Queryable,
  items: readonly Item[],
  collected: Collected,
): Promise<void> {
  if (items.length === 0) return
  const ids = items.map((item) => partyOf(item.party).payeeId)
  const payees = new Map((await loadPayees(query, ids)).map((payee) => [payee.id, payee]))
  for (const [party, own] of Map.groupBy(items, (item) => item.party)) {
    const amount = sum(own.map((item) => item.open))
    const { payeeId, reference } = partyOf(party)
    const payee = payees.get(payeeId)
    if (!payee || !amount.gt(ZERO)) continue
    collected.credits.push({
      employeeId: null,
      splitRuns: [],
      party,
      name: payee.name,
      accountName: payee.name,
      whose: `the account of ${payee.name} (payee ${payee.id})`,
      bsb: payee.bsb,
      account: openPayee(service.cipher, payee),
      names: [payee.name],
      fallbackName: `PAYEE ${payee.id}`,
      reference,
      payDate: lastPayDate(own),
      isWages: false,
      amount: amount.toFixed(2),
    })
    collected.paid.push(...own)
  }
}

/** A credit for display, with the account number masked. */
export const shownCredit = ({ employeeId, name, accountName, account, amount }: Credit) => ({
  employee_id: employeeId,
  format_name: name,
  account_name: accountName,
  account_number: mask(account),
  amount: Number(amount),
})
