import { type Decimal, decimal, notBelowZero, smaller, toCent, ZERO } from '../../../kernel/values/money.ts'
import type { PayeeAccount } from '../../pays/snapshots/index.ts'

export type AccountPayment = { account: PayeeAccount; amount: Decimal }

/**
 * Splits a net pay over the ranked accounts: fixed amounts and percentages first, then the remainder. Every
 * share is rounded to whole cents before the remainder is calculated, so the payments add up to the net.
 */
export function splitNet(net: Decimal, accounts: readonly PayeeAccount[]): AccountPayment[] {
  const payable = toCent(notBelowZero(net))
  let left = payable
  const payments = accounts.map((account) => {
    const amount = account.amountType === 'REMAINDER' ? left : smaller(wantedBy(account, payable), left)
    left = left.minus(amount)
    return { account, amount }
  })
  return payments.filter((payment) => payment.amount.gt(ZERO))
}

function wantedBy(account: PayeeAccount, payable: Decimal): Decimal {
  const amount = decimal(account.amount ?? '0')
  return toCent(account.amountType === 'FIXED' ? amount : payable.times(amount).div(decimal('100')))
}
