import { onceForEach } from '../../../once-for-each.ts'
import type { AskedPay, CountryTypes, Standing } from '../../../payroll/country.ts'
import { Trace } from '../../../payroll/trace.ts'
import { viewTermination } from '../answer/termination.ts'
import type { Account, Calculated, CountryMapping, LoadedPast, PayCountry, PayToCalculate } from './types.ts'

/** A country's law and its mapping, as the road uses them: its types end here. */
export function adapt<T extends CountryTypes>(mapping: CountryMapping<T>): PayCountry {
  const { rules } = mapping
  // Two years of pays look back at each other: each is read once, not once for every pay that looks at it.
  const pastPayOnce = onceForEach(mapping.pastPayOf)
  return {
    ...mapping,
    country: rules.country,
    isAllowanceCategoryNeeded: rules.isAllowanceCategoryNeeded,
    needsOfPast: rules.needsOfPast,
    open(employee, taxNumber, past) {
      const terms = mapping.termsOf(employee, taxNumber)
      return openAccount(mapping, terms, {
        pays: paysBefore(mapping, past, terms),
        balances: mapping.balancesOf(employee),
        periodHours: past.periodHours,
      })
    },
    recalculate(stored, lines, rates) {
      // Facts and lines together are the whole input: `facts.read` vouches for the first half.
      const input = { ...rules.facts.read(stored), ...lines } as T['input']
      const result = rules.calculate(input, mapping.ratesOf(rates))
      return { figures: mapping.figuresOf(result), steps: result.steps }
    },
    personBehind(stored) {
      const facts = rules.facts.read(stored)
      const { startDate, dateOfBirth } = facts
      const leaveSince = rules.leaveSince?.(facts)
      const paysSince = rules.paysSince?.(facts)
      return {
        startDate,
        dateOfBirth,
        ...(leaveSince ? { leaveSince } : {}),
        ...(paysSince ? { paysSince } : {}),
      }
    },
    recalculateNow(stored, lines, past, asked, allRates) {
      const rates = mapping.ratesOf(allRates)
      const { terms, balances, ...rest } = rules.reopen(rules.facts.read(stored))
      const pays = paysBefore({ ...mapping, pastPayOf: pastPayOnce }, past, terms)
      const standing = { pays, balances, periodHours: past.periodHours }
      const input = rules.settle(rules.inputOf(terms, { ...rest, past: asked, lines }, standing), rates)
      const result = rules.calculate(input, rates)
      return { figures: mapping.figuresOf(result), steps: result.steps }
    },
  }
}

/** The other pays, and what was paid elsewhere before them. */
function paysBefore<T extends CountryTypes>(
  { rules, pastPayOf }: CountryMapping<T>,
  { pays, opening }: LoadedPast,
  terms: T['terms'],
): T['pastPay'][] {
  const own = pays.map(pastPayOf)
  return opening ? [...own, ...rules.openingPays(opening, terms)] : own
}

function openAccount<T extends CountryTypes>(
  mapping: CountryMapping<T>,
  terms: T['terms'],
  start: Standing<T>,
): Account {
  let standing = start
  return {
    calculate(pay, allRates) {
      const rates = mapping.ratesOf(allRates)
      const { rules } = mapping
      const input = rules.settle(rules.inputOf(terms, askedOf(mapping, pay), standing), rates)
      // The steps are found again when somebody asks for them; kept, they would only fill the memory.
      const result = { ...rules.calculate(input, rates, new Trace({ isWritten: false })), steps: [] }
      const balances = rules.balancesAfter(input, result)
      const figures = mapping.figuresOf(result)
      const calculated: Calculated = {
        amounts: result.lines,
        leaveRates: input.leave.map((line) => line.ratePerHour),
        figures,
        gross: result.figures.gross,
        net: result.figures.net,
        sharedTax: rules.sharedTax(result),
        leaveMovements: result.leaveMovements,
        warnings: result.warnings,
        balances: rules.showBalances(input, balances),
        termination: result.termination ? viewTermination(result.termination) : null,
        facts: () => rules.facts.write(input),
        cells: () => mapping.cellsOf(figures, input, result),
        keep() {
          const left = rules.leaveBehind(pay.past.timing, input, result)
          standing = { ...standing, pays: [left, ...standing.pays], balances }
        },
      }
      return calculated
    },
  }
}

function askedOf<T extends CountryTypes>(mapping: CountryMapping<T>, pay: PayToCalculate): AskedPay<T> {
  return {
    past: pay.past,
    lines: pay.lines,
    isWorkersComp: pay.isWorkersComp,
    ending: pay.termination && mapping.endingOf(pay.termination),
    taxShare: pay.taxShare,
  }
}
