import { childOf, type Element, type Node } from './taxonomy.ts'

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
 * The year-to-date amounts of a payee's document under names that stay the same from event to event, such as
 * `SAW.GrossA` or `SAW.LumpSum.E.2024.PaymentsA`. They hold no name and no tax number.
 */
export function amountsOf(document: Element): Record<string, string> {
  const amounts: Record<string, string> = {}
  collect(childOf(childOf(document, 'Payee'), 'PayrollPeriod'), [], amounts)
  return amounts
}

function collect(element: Element, trail: readonly string[], amounts: Record<string, string>): void {
  const here = [
    ...trail,
    ...CODES.flatMap((code) => (typeof element[code] === 'string' ? [element[code]] : [])),
  ]
  for (const [name, node] of Object.entries(element)) {
    if (typeof node === 'string') {
      if (/A$/.test(name)) amounts[[...here, name].join('.')] = node
    } else for (const item of listOf(node)) collect(item, [...here, ...stepOf(name)], amounts)
  }
}

/** Collections and the income itself say nothing that their codes do not say. */
function stepOf(name: string): string[] {
  return name.endsWith('Collection') || name === 'Remuneration' ? [] : [name]
}

function listOf(node: Exclude<Node, string>): Element[] {
  return Array.isArray(node) ? node : [node]
}
