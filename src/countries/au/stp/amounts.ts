import { childOf, type Element } from './taxonomy.ts'

const CODES = [
  'IncomeStreamTypeC',
  'AddressDetailsCountryC',
  'TypeC',
  'OtherAllowanceTypeDe',
  'FinancialY',
  'IncomeTaxPayAsYouGoWithholdingTypeC',
  'IncomeD',
  'RemunerationTypeC',
  'EntitlementTypeC',
  'FringeBenefitsReportableExemptionC',
]

/**
 * The year-to-date amounts in a payee's document. Their keys stay the same from event to event, for example `SAW.GrossA` or
 * `SAW.LumpSum.E.2024.PaymentsA`. The result contains no name and no tax file number.
 */
export function amountsOf(document: Element): Record<string, string> {
  const amounts: Record<string, string> = {}
  collect(childOf(childOf(document, 'Payee'), 'PayrollPeriod'), '', amounts)
  return amounts
}

function collect(element: Element, trail: string, amounts: Record<string, string>): void {
  let here = trail
  for (const code of CODES) if (typeof element[code] === 'string') here += `${element[code]}.`
  for (const [name, node] of Object.entries(element)) {
    if (typeof node === 'string') {
      if (name.endsWith('A')) amounts[here + name] = node
    } else {
      const next = isSilent(name) ? here : `${here}${name}.`
      if (Array.isArray(node)) for (const item of node) collect(item, next, amounts)
      else collect(node, next, amounts)
    }
  }
}

/** Collections and the income element add nothing to the key that their codes do not already say. */
const isSilent = (name: string) => name.endsWith('Collection') || name === 'Remuneration'
