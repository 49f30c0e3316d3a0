import type { Authority } from '../../../countries/contract/authority.ts'
import type { PayView } from '../../pays/pays/index.ts'
import type { CorrectionPreview } from './schema.ts'

/** The amount sent for the pay, and the amount its new figures leave open or overpaid. */
export type CorrectedMoney = {
  paid: number
  isSettled: boolean
  open: number
  toRecover: number
  superSent: number
  superOpen: number
  superOverpaid: number
}

type Follow = CorrectionPreview['follows'][number]
type Corrected = {
  pay: PayView
  authority: Pick<Authority, 'correction'>
  changes: CorrectionPreview['changes']
  money: CorrectedMoney
  mailedAt: Date | null
  laterCount: number
}

const MONEY = new Intl.NumberFormat('en-AU', { style: 'currency', currency: 'AUD' })

/** The tasks that follow from the correction, as sentences. */
export function followsOf(corrected: Corrected): Follow[] {
  const { pay, changes, laterCount } = corrected
  if (pay.status !== 'processed')
    return [{ kind: 'nothing', amount: null, message: 'It is a draft: nothing was paid or reported yet.' }]
  if (changes.length === 0)
    return [{ kind: 'nothing', amount: null, message: 'No figure of this pay would be different.' }]
  const later: Follow[] =
    laterCount === 0
      ? []
      : [
          {
            kind: 'later-pays',
            amount: null,
            message: `${laterCount === 1 ? 'A later pay' : `${laterCount} later pays`} would now come out differently. They do not change until you recalculate them.`,
          },
        ]
  return [...moneyFollows(corrected), ...superFollows(corrected), ...reportFollows(corrected), ...later]
}

function moneyFollows({ pay, money, mailedAt }: Corrected): Follow[] {
  const name = pay.format_name
  const follows: Follow[] = []
  if (money.toRecover > 0)
    follows.push({
      kind: 'recover-difference',
      amount: money.toRecover,
      message: `${name} was paid ${MONEY.format(money.toRecover)} too much. Agree with ${name} how it is repaid: it is never deducted from a later pay automatically.`,
    })
  else if (money.paid > 0 && money.open > 0)
    follows.push({
      kind: 'pay-difference',
      amount: money.open,
      message: `${MONEY.format(money.open)} more is owed to ${name}. The next bank file of this run pays that difference and nothing else.`,
    })
  else if (money.open > 0)
    follows.push({
      kind: 'pay-difference',
      amount: money.open,
      message: `Nothing was paid yet: the bank file will contain ${MONEY.format(money.open)}.`,
    })
  if (mailedAt)
    follows.push({
      kind: 'payslip',
      amount: null,
      message: 'The payslip that was e-mailed shows the old figures: send it again.',
    })
  return follows
}

function superFollows({ money }: Corrected): Follow[] {
  if (money.superOverpaid > 0)
    return [
      {
        kind: 'super-overpaid',
        amount: money.superOverpaid,
        message: `The fund received ${MONEY.format(money.superOverpaid)} too much super: settle it with the fund.`,
      },
    ]
  if (money.superSent > 0 && money.superOpen > 0)
    return [
      {
        kind: 'super-difference',
        amount: money.superOpen,
        message: `${MONEY.format(money.superOpen)} of super is open: the next super file of this run includes it.`,
      },
    ]
  return []
}

function reportFollows({ pay, authority }: Corrected): Follow[] {
  if (!pay.stp_needs_update) return []
  return [{ ...authority.correction, amount: null }]
}
