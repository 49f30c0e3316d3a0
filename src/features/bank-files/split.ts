import { type Decimal, decimal, notBelowZero, smaller, toCent, ZERO } from '../../payroll/money.ts'

/** An account of an employee and its share of the net pay. */
export type PayeeAccount = {
  accountName: string
  bsb: string | null
  accountNumber: string
  reference: string | null
  amountType: 'FIXED' | 'PERCENTAGE' | 'REMAINDER'
  /** Dollars, or a percentage from 0 to 100. */
  amount: string | null
}

export type AccountPayment = { account: PayeeAccount; amount: Decimal }

/** Splits a net pay over the ranked accounts: fixed amounts and percentages first, the rest to the remainder. */
export function splitNet(net: Decimal, accounts: readonly PayeeAccount[]): AccountPayment[] {
  let left = notBelowZero(net)
  const payments = accounts.map((account) => {
    const wanted = wantedBy(account, net)
    const amount = account.amountType === 'REMAINDER' ? left : smaller(wanted, left)
    left = left.minus(amount)
    return { account, amount }
  })
  return payments.filter((payment) => payment.amount.gt(ZERO))
}

function wantedBy(account: PayeeAccount, net: Decimal): Decimal {
  if (account.amountType === 'FIXED') return decimal(account.amount ?? '0')
  return toCent(net.times(decimal(account.amount ?? '0')).div(decimal('100')))
}
