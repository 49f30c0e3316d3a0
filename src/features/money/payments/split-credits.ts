import type { PaymentFile } from '../../../database/tables/payments.ts'
import { badRequest } from '../../../kernel/problem.ts'
import { type Decimal, decimal, notBelowZero, smaller, sum, ZERO } from '../../../kernel/values/money.ts'
import { type FieldCipher, mask } from '../../../security/field-encryption.ts'
import { openText, sealText } from '../../lodgements/lodgements/index.ts'
import type { PayeeAccount } from '../../pays/snapshots/index.ts'
import { splitNet } from '../bank-files/index.ts'

/*
 * A pay split over accounts is sent as several credits, and the bank may return one of them. The ledger counts amounts
 * by pay, so the file also stores what it paid to each account.
 */

/** The amount that a file paid to one account of an employee for one run, and how much of it came back. */
export type SplitCredit = {
  employee_id: number
  pay_run_id: number
  bsb: string | null
  account_number: string
  amount: string
  returned: string
}

const COLUMN = 'payment_files.split_credits'

export const sealCredits = (cipher: FieldCipher, fileId: number, credits: readonly SplitCredit[]) =>
  credits.length === 0 ? null : sealText(cipher, COLUMN, String(fileId), JSON.stringify(credits))

export const openCredits = (
  cipher: FieldCipher,
  { id, split_credits: sealed }: Pick<PaymentFile, 'id' | 'split_credits'>,
): SplitCredit[] => (sealed === null ? [] : JSON.parse(openText(cipher, COLUMN, String(id), sealed)))

type Place = { bsb: string | null; accountNumber: string }
const digits = (text: string) => text.replace(/\D/g, '')
/** A key for an account, whatever signs its number is written with. */
export const accountKey = ({ bsb, accountNumber }: Place) => `${digits(bsb ?? '')} ${digits(accountNumber)}`
const keyOfCredit = (row: SplitCredit) => accountKey({ bsb: row.bsb, accountNumber: row.account_number })
const leftOf = (row: SplitCredit) => decimal(row.amount).minus(row.returned)

/**
 * The amount for each account when `more` of a run is paid, after the accounts received these credits. An
 * account whose credit came back has received less than its share, so it is filled first.
 */
export function fillAccounts(
  credits: readonly SplitCredit[],
  more: Decimal,
  accounts: readonly PayeeAccount[],
): { account: PayeeAccount; amount: Decimal }[] {
  const hadBy = (account: Place) =>
    sum(credits.filter((row) => keyOfCredit(row) === accountKey(account)).map(leftOf))
  const places = new Set(accounts.map(accountKey))
  const had = sum(credits.filter((row) => places.has(keyOfCredit(row))).map(leftOf))
  let left = more
  return splitNet(had.plus(more), accounts).flatMap(({ account, amount: share }) => {
    const amount = smaller(left, notBelowZero(share.minus(hadBy(account))))
    left = left.minus(amount)
    return amount.gt(ZERO) ? { account, amount } : []
  })
}

export const sentBy = (credits: readonly SplitCredit[]): Decimal => sum(credits.map(leftOf))

/** The split credits of a file of which some come back. */
export class ReturningCredits {
  readonly rows: SplitCredit[]

  constructor(rows: readonly SplitCredit[]) {
    this.rows = rows.map((row) => ({ ...row }))
  }

  /**
   * The rest of the credit to this account of the employee. All runs count together, as they do at the bank.
   * Null: the pay was not split, so there is only one account.
   */
  leftIn(employeeId: number, accountNumber: string): Decimal | null {
    const all = this.#of(employeeId)
    if (all.length === 0) return null
    const own = all.filter((row) => isAccount(row, accountNumber))
    if (own.length > 0) return sum(own.map(leftOf))
    const known = [...new Set(all.map((row) => mask(row.account_number)))].join(', ')
    throw badRequest(
      `This file paid nothing to account ${mask(accountNumber)} of employee ${employeeId}. It paid ${known}.`,
    )
  }

  /**
   * Records that this much of the employee’s credits came back: from the account that is named, or the one
   * with exactly this amount, or else the last ones. Returns the amount for each run.
   */
  take(employeeId: number, amount: Decimal, accountNumber?: string): Map<number, Decimal> {
    const own = this.#of(employeeId).filter((row) => leftOf(row).gt(ZERO))
    const byAccount = [...Map.groupBy(own, keyOfCredit).values()]
    const exact = byAccount.find((rows) => sum(rows.map(leftOf)).eq(amount))
    const meant =
      accountNumber === undefined
        ? (exact ?? own.toReversed())
        : own.filter((row) => isAccount(row, accountNumber))
    const taken = new Map<number, Decimal>()
    let left = amount
    for (const row of meant) {
      const part = smaller(left, leftOf(row))
      left = left.minus(part)
      row.returned = decimal(row.returned).plus(part).toFixed(2)
      taken.set(row.pay_run_id, part.plus(taken.get(row.pay_run_id) ?? ZERO))
    }
    return taken
  }

  #of(employeeId: number): SplitCredit[] {
    return this.rows.filter((row) => row.employee_id === employeeId)
  }
}

const SHOWN_DIGITS = 3

/** Whether this is the account, compared by its number or by the last digits that are shown. */
function isAccount(row: SplitCredit, named: string): boolean {
  const [own, wanted] = [digits(row.account_number), digits(named)]
  return own === wanted || (wanted.length >= SHOWN_DIGITS && own.endsWith(wanted))
}
