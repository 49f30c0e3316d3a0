import {
  auIncomeYear,
  type CivilDate,
  civilDate,
  isCivilDate,
  partsOf,
} from '../../../../kernel/values/dates.ts'
import { WITH_COUNTRY, WITHOUT_BONUSES, WITHOUT_DIRECTORS_FEES, WITHOUT_OVERTIME } from '../income-types.ts'
import { childOf, type Element } from '../taxonomy.ts'
import { payDateOf } from './payer.ts'
import { firstRepeated, incomeRule, listAt, payeeRule, type Rule, type RuleContext, valueAt } from './rule.ts'

const VENDOR_LIST = 'Vendor help pages for STP Phase 2; the tax office’s own id is not public'

const typeOf = (income: Element) => valueAt(income, 'IncomeStreamTypeC') ?? ''

/** A rule against an amount that some income types must not have. */
function notWith(id: string, field: string, types: readonly string[], meaning: string): Rule {
  return incomeRule(
    { id, code: 'CMN.ATO.GEN.200001', meaning, source: VENDOR_LIST, status: 'vendor' },
    (income) =>
      valueAt(income, field) !== undefined && types.includes(typeOf(income))
        ? { field, message: `${field} is not reported with income of the type ${typeOf(income)}.` }
        : null,
  )
}

/** Rules about each income of a payee. */
export const INCOME_RULES: readonly Rule[] = [
  payeeRule(
    {
      id: 'VR.ATO.PAYEVNTEMP.000170',
      code: 'CMN.ATO.PAYEVNTEMP.000170',
      meaning: 'Income other than under a voluntary agreement needs a tax file number (000176 in an update).',
    },
    (payee) =>
      incomesIn(payee).some((income) => typeOf(income) !== 'VOL') && tfnOf(payee) === undefined
        ? { field: 'TaxFileNumberId', message: 'The employee has no tax file number.' }
        : null,
  ),
  payeeRule(
    {
      id: 'VR.ATO.PAYEVNTEMP.000171',
      code: 'CMN.ATO.PAYEVNTEMP.000171',
      meaning: 'Income under a voluntary agreement needs the contractor’s ABN.',
    },
    (payee) =>
      incomesIn(payee).some((income) => typeOf(income) === 'VOL') &&
      valueAt(payee, 'Identifiers', 'AustralianBusinessNumberId') === undefined
        ? { field: 'AustralianBusinessNumberId', message: 'The contractor has no ABN.' }
        : null,
  ),
  payeeRule(
    {
      id: 'TASMAN.STP.INCOME-ONCE',
      code: 'CMN.ATO.GEN.200001',
      meaning: 'An income type appears once for each payee, and once for each country where one is sent.',
      source: VENDOR_LIST,
      status: 'vendor',
    },
    (payee) => {
      const keys = incomesIn(payee).map(
        (income) => `${typeOf(income)} ${valueAt(income, 'AddressDetailsCountryC') ?? ''}`,
      )
      return firstRepeated(keys) === undefined
        ? null
        : { field: 'IncomeStreamTypeC', message: `The income type ${firstRepeated(keys)} appears twice.` }
    },
  ),
  incomeRule(
    {
      id: 'CMN.ATO.PAYEVNTEMP.000358',
      code: 'CMN.ATO.PAYEVNTEMP.000358',
      meaning: 'Working holiday makers, inbound assignees and foreign employment have a country.',
      source: 'Vendor help page quoting message 000358',
      status: 'vendor',
    },
    (income) =>
      WITH_COUNTRY.includes(typeOf(income)) && valueAt(income, 'AddressDetailsCountryC') === undefined
        ? {
            field: 'AddressDetailsCountryC',
            message: `Income of the type ${typeOf(income)} needs a country: set the payee’s country_of_nationality.`,
          }
        : null,
  ),
  incomeRule(
    {
      id: 'TASMAN.STP.COUNTRY-ONLY-THERE',
      code: 'CMN.ATO.GEN.200001',
      meaning: 'Other income types are sent without a country.',
      source: VENDOR_LIST,
      status: 'derived',
    },
    (income) =>
      !WITH_COUNTRY.includes(typeOf(income)) && valueAt(income, 'AddressDetailsCountryC') !== undefined
        ? { field: 'AddressDetailsCountryC', message: 'This income type is sent without a country.' }
        : null,
  ),
  notWith(
    'TASMAN.STP.OVERTIME-TYPE',
    'OvertimePaymentA',
    WITHOUT_OVERTIME,
    'Overtime is not reported with voluntary agreements, labour hire and other specified payments.',
  ),
  notWith(
    'TASMAN.STP.BONUS-TYPE',
    'GrossBonusesAndCommissionsA',
    WITHOUT_BONUSES,
    'Bonuses are not reported with voluntary agreements, labour hire and other specified payments.',
  ),
  notWith(
    'TASMAN.STP.DIRECTORS-TYPE',
    'GrossDirectorsFeesA',
    WITHOUT_DIRECTORS_FEES,
    'Directors’ fees are not reported with these income types (the public list may be incomplete).',
  ),
  notWith(
    'TASMAN.STP.EXEMPT-FOREIGN-TYPE',
    'IndividualNonBusinessExemptForeignEmploymentIncomeA',
    ['CHP', 'VOL', 'WHM'],
    'Exempt foreign income is not reported with closely held payees, voluntary agreements and working holiday makers.',
  ),
  incomeRule(
    {
      id: 'TASMAN.STP.CDEP-NIL',
      code: 'CMN.ATO.GEN.200001',
      meaning: 'Community development employment payments are nil or left out.',
      source: VENDOR_LIST,
      status: 'vendor',
    },
    (income) => {
      const field = 'IndividualNonBusinessCommunityDevelopmentEmploymentProjectA'
      return Number.parseFloat(valueAt(income, field) ?? '0') === 0
        ? null
        : { field, message: 'Reporting of these payments has ceased.' }
    },
  ),
  incomeRule(
    {
      id: 'VR.ATO.PAYEVNTEMP.000012',
      code: 'CMN.ATO.PAYEVNTEMP.000012',
      meaning: 'An allowance of the type OD has a description.',
    },
    (income) =>
      listAt(income, 'AllowanceCollection', 'Allowance').some(
        (row) => valueAt(row, 'TypeC') === 'OD' && !valueAt(row, 'OtherAllowanceTypeDe'),
      )
        ? { field: 'OtherAllowanceTypeDe', message: 'An allowance of the type OD has no description.' }
        : null,
  ),
  incomeRule(
    {
      id: 'TASMAN.STP.LUMP-SUM-E-YEAR',
      code: 'CMN.ATO.GEN.200001',
      meaning:
        'Lump sum E names its income year: one before this year, at most ten years back; no other does.',
      source: VENDOR_LIST,
      status: 'unverified',
    },
    (income, { event }) => {
      const thisYear = partsOf(auIncomeYear(payDateIn(event)).end).year
      const wrong = listAt(income, 'LumpSumCollection', 'LumpSum').find((row) => {
        const year = valueAt(row, 'FinancialY')
        if (valueAt(row, 'TypeC') !== 'E') return year !== undefined
        const ends = Number.parseInt(year ?? '0', 10)
        return ends >= thisYear || ends < thisYear - 10
      })
      return wrong
        ? { field: 'FinancialY', message: 'The year of a lump sum does not match its type.' }
        : null
    },
  ),
  incomeRule(
    {
      id: 'VR.ATO.PAYEVNTEMP.000172',
      code: 'CMN.ATO.PAYEVNTEMP.000172',
      meaning: 'A termination payment code appears once for each payment date.',
    },
    (income) => {
      const keys = etpsOf(income).map(
        (row) => `${valueAt(row, 'IncomeTaxPayAsYouGoWithholdingTypeC')} ${valueAt(row, 'IncomeD')}`,
      )
      return firstRepeated(keys) === undefined
        ? null
        : { field: 'IncomeD', message: `The termination payment ${firstRepeated(keys)} appears twice.` }
    },
  ),
  incomeRule(
    {
      id: 'VR.ATO.PAYEVNTEMP.000180',
      code: 'CMN.ATO.PAYEVNTEMP.000180',
      meaning: 'A termination payment is in the income year of the event.',
    },
    (income, { event }) => {
      const year = auIncomeYear(payDateIn(event))
      return etpsOf(income).some((row) => {
        const date = valueAt(row, 'IncomeD') ?? ''
        return date < year.start || date > year.end
      })
        ? { field: 'IncomeD', message: 'A termination payment is in another income year.' }
        : null
    },
  ),
]

/** The payday of an event. An invalid date counts as 1 January 1900, and fails a separate rule. */
export function payDateIn(event: RuleContext['event']): CivilDate {
  const date = payDateOf(childOf(event.PAYEVNT, 'Rp'))
  return isCivilDate(date) ? date : civilDate('1900-01-01')
}

const tfnOf = (payee: Element) => valueAt(payee, 'Identifiers', 'TaxFileNumberId')
const incomesIn = (payee: Element) => listAt(payee, 'PayrollPeriod', 'RemunerationCollection', 'Remuneration')
const etpsOf = (income: Element) =>
  listAt(income, 'EmploymentTerminationPaymentCollection', 'EmploymentTerminationPayment')
