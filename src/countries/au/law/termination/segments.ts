import { addYears, daysBetween } from '../../../../kernel/values/dates.ts'
import { type Decimal, isZero, toCent, whole, ZERO } from '../../../../kernel/values/money.ts'
import { cite, law } from '../../../../payroll/sources.ts'
import type { EndingTaxFacts, EtpPart } from './payments.ts'

/*
 * The parts of a termination payment that are tax-free in proportion to days: invalidity (s 82-150) and service before July
 * 1983.
 */

const INCOME_TAX_ACT = law('Income Tax Assessment Act 1997 (Australia)')

/** Separates the tax-free segments from the payments under one code. */
export function takeTaxFree(part: EtpPart, facts: EndingTaxFacts): EtpPart {
  if (part.taxable.lte(ZERO)) return part
  const invalidity =
    facts.ending.reason === 'INVALIDITY' && part.code === 'R' ? invalidityOf(part.taxable, facts) : ZERO
  const before1983 = before1983Of(part.taxable.minus(invalidity), part.code, facts)
  if (isZero(invalidity) && isZero(before1983)) return part
  const taxFree = facts.trace.sum({
    name: `termination.tax-free-segments.${part.code}`,
    formula: 'invalidity segment + pre-July-1983 segment',
    add: { invalidity, before1983 },
    rule: 'Tax-free component, ITAA 1997 s 82-140',
    source: INCOME_TAX_ACT,
  })
  return { ...part, taxable: part.taxable.minus(taxFree), taxFree }
}

/** The tax-free part for the days from the termination to the last retirement day. */
function invalidityOf(
  payment: Decimal,
  { input, ending, dateOfBirth, rates, trace }: EndingTaxFacts,
): Decimal {
  const table = rates.etpRates.at(input.payDate)
  const retirement = addYears(dateOfBirth, table.value.lastRetirementAge)
  const toRetirement = Math.max(0, daysBetween(ending.terminationDate, retirement))
  if (toRetirement === 0) return ZERO
  return trace.made({
    name: 'termination.invalidity-segment',
    formula: 'payment × days to retirement ÷ (days of service + days to retirement), to the cent',
    inputs: {
      payment,
      toRetirement: whole(toRetirement),
      service: whole(daysBetween(input.startDate, ending.terminationDate) + 1),
      retirement,
    },
    make: ({ payment: paid, toRetirement: days, service }) =>
      toCent(paid.times(days).div(service.plus(days))),
    rule: 'Invalidity segment, ITAA 1997 s 82-150',
    source: cite(table),
  })
}

/** The tax-free part for the days of service before 1 July 1983. */
function before1983Of(
  payment: Decimal,
  code: string,
  { input, ending, rates, trace }: EndingTaxFacts,
): Decimal {
  const table = rates.etpRates.at(input.payDate)
  const { taxFreeServiceBefore: limit } = table.value
  if (input.startDate >= limit || payment.lte(ZERO)) return ZERO
  return trace.made({
    name: `termination.pre-july-1983-segment.${code}`,
    formula: `payment less the invalidity segment × days before ${limit} ÷ days of service, to the cent`,
    inputs: {
      payment,
      before: whole(daysBetween(input.startDate, limit)),
      service: whole(daysBetween(input.startDate, ending.terminationDate) + 1),
    },
    make: ({ payment: paid, before, service }) => toCent(paid.times(before).div(service)),
    rule: 'Pre-July-1983 segment, ITAA 1997 s 82-155',
    source: cite(table),
  })
}
