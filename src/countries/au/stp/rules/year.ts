import { auIncomeYear } from '../../../../kernel/values/dates.ts'
import { amountsOf } from '../amounts.ts'
import { type Element, SUPER_EARNINGS_CODES, superEarningsOn } from '../taxonomy.ts'
import { payDateIn } from './income.ts'
import { firstRepeated, listAt, payeeRule, type Rule, valueAt } from './rule.ts'

/** Rules about a payee's year: super and deductions. */
export const YEAR_RULES: readonly Rule[] = [
  payeeRule(
    {
      id: 'VR.ATO.PAYEVNTEMP.000181',
      code: 'CMN.ATO.PAYEVNTEMP.000181',
      meaning:
        'Super liability and earnings are sent: either of the two before 1 July 2026, both since (000182 in an update).',
      source: '0003 validation rules; vendor help pages on Payday Super',
      status: 'vendor',
    },
    (payee, { event }) => {
      const codes = entitlementsOf(payee)
      const { code, needs } = superEarningsOn(payDateIn(event))
      const wanted = ['L', code]
      const isSent = (each: string) => codes.includes(each)
      const isComplete = needs === 'both' ? wanted.every(isSent) : wanted.some(isSent)
      return isComplete
        ? null
        : {
            field: 'EntitlementTypeC',
            message: 'Super liability or the earnings it is based on are missing.',
          }
    },
  ),
  payeeRule(
    {
      id: 'TASMAN.STP.SUPER-CODE-BY-DATE',
      code: 'CMN.ATO.GEN.200001',
      meaning: 'Ordinary time earnings (O) up to 30 June 2026, qualifying earnings (Q) from then on.',
      source: 'Vendor help pages on Payday Super; a refusal of O was not found',
      status: 'unverified',
    },
    (payee, { event }) => {
      const { code } = superEarningsOn(payDateIn(event))
      const sent = entitlementsOf(payee)
      const retired = SUPER_EARNINGS_CODES.find((each) => each !== code && sent.includes(each))
      return retired
        ? { field: 'EntitlementTypeC', message: `The code ${retired} is not in use on this payday.` }
        : null
    },
  ),
  payeeRule(
    {
      id: 'VR.ATO.PAYEVNTEMP.000168',
      code: 'CMN.ATO.PAYEVNTEMP.000168',
      meaning: 'A deduction type appears once.',
    },
    (payee) => {
      const codes = listAt(payee, 'PayrollPeriod', 'DeductionCollection', 'Deduction').map(
        (row) => valueAt(row, 'RemunerationTypeC') ?? '',
      )
      return firstRepeated(codes) === undefined
        ? null
        : { field: 'RemunerationTypeC', message: `The deduction ${firstRepeated(codes)} appears twice.` }
    },
  ),
  payeeRule(
    {
      id: 'VR.ATO.PAYEVNTEMP.000179',
      code: 'CMN.ATO.PAYEVNTEMP.000179',
      meaning: 'The period of an update is in the income year of its date.',
    },
    (payee, { action, event }) => {
      if (action !== 'update') return null
      const year = auIncomeYear(payDateIn(event))
      const start = valueAt(payee, 'PayrollPeriod', 'StartD') ?? ''
      return start < year.start || start > year.end
        ? { field: 'StartD', message: 'The period is in a different income year from the update.' }
        : null
    },
  ),
  payeeRule(
    {
      id: 'TASMAN.STP.NOT-NEGATIVE',
      code: 'CMN.ATO.GEN.XML03',
      meaning: 'No year-to-date amount is negative.',
      source: 'Vendor help pages for STP Phase 2',
      status: 'vendor',
    },
    (payee) => {
      const [name] =
        Object.entries(amountsOf({ Payee: payee })).find(([, text]) => text.startsWith('-')) ?? []
      return name ? { field: name, message: 'The year-to-date amount is negative.' } : null
    },
  ),
]

/** Rules that depend on earlier lodgements. */
export const HISTORY_RULES: readonly Rule[] = [
  {
    id: 'CMN.ATO.PAYEVNT.EM92168',
    code: 'CMN.ATO.PAYEVNT.EM92168',
    meaning:
      'An update or finalisation needs a pay event of the same year, payer and branch that was accepted.',
    source: 'Vendor help pages quoting message EM92168',
    status: 'vendor',
    check: ({ action, hasLodgedInYear }) =>
      action === 'update' && hasLodgedInYear === false
        ? [
            {
              payee: null,
              field: 'PaymentRecordTransactionD',
              message: 'No pay event of this year has been accepted yet.',
            },
          ]
        : [],
  },
  {
    id: 'CMN.ATO.PAYEVNT.EM14160',
    code: 'CMN.ATO.PAYEVNT.EM14160',
    meaning: 'A file is replaced once: the original and one replacement.',
    source: 'Vendor help pages quoting message EM14160',
    status: 'vendor',
    check: ({ isReplacedTwice }) =>
      isReplacedTwice
        ? [{ payee: null, field: 'AmendmentI', message: 'The event was already replaced once.' }]
        : [],
  },
]

function entitlementsOf(payee: Element): string[] {
  return listAt(
    payee,
    'PayrollPeriod',
    'SuperannuationContributionCollection',
    'SuperannuationContribution',
  ).map((row) => valueAt(row, 'EntitlementTypeC') ?? '')
}
