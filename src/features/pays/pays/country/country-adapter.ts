import type { CountryTypes, EmployeeState, PayRequest } from '../../../../countries/contract/country.ts'
import type { Rates } from '../../../../countries/index.ts'
import { memoizeByKey } from '../../../../kernel/values/memoize-by-key.ts'
import { detailColumns, historyColumns } from '../../../../payroll/figure-history.ts'
import { figureWriter } from '../../../../payroll/figures.ts'
import { Trace } from '../../../../payroll/trace.ts'
import { viewTermination } from '../schema/termination.ts'
import type {
  Calculated,
  CountryMapping,
  EmployeeLedger,
  LoadedPast,
  PayCountry,
  PayToCalculate,
} from './types.ts'

type Adapted<T extends CountryTypes> = CountryMapping<T> & {
  figureWriter: ReturnType<typeof figureWriter<T['input'], T['result']>>
}

/** Combines a country's law and mapping for the pay pipeline. The country's own types do not go beyond this function. */
export function adapt<T extends CountryTypes>(mapping: CountryMapping<T>): PayCountry {
  const { rules } = mapping
  const { figures, readsDetailsOf } = rules
  const own = { ...mapping, figureWriter: figureWriter(figures) }
  const { texts: figuresOf } = own.figureWriter
  // Pays over two years refer to each other, so each one is converted only once.
  const pastPayOnce = memoizeByKey(own.pastPayOf)
  return {
    ...mapping,
    country: rules.country,
    isAllowanceCategoryNeeded: rules.isAllowanceCategoryNeeded,
    needsOfPast: rules.needsOfPast,
    ...(readsDetailsOf
      ? { readsDetailsOf: (pay, asked) => readsDetailsOf(mapping.pastPayOf(pay), asked) }
      : {}),
    figures,
    history: historyColumns(figures),
    detailFigures: detailColumns(figures),
    openLedger: (employee, taxNumber, past) =>
      openLedger(own, mapping.termsOf(employee, taxNumber), mapping.balancesOf(employee), past),
    reopenLedger: (stored, employee, past) =>
      openLedger(own, rules.restoreTerms(rules.facts.read(stored)).terms, mapping.balancesOf(employee), past),
    termsOfPay: (stored) => rules.restoreTerms(rules.facts.read(stored)).terms,
    employeeRecordOf: (stored) => mapping.employeeRecordOf(rules.facts.read(stored)),
    recalculate(stored, lines, rates) {
      // Facts and lines together form the whole input. `facts.read` has validated the facts.
      const input = { ...rules.facts.read(stored), ...lines } as T['input']
      const result = rules.calculate(input, mapping.ratesOf(rates))
      return { figures: figuresOf(result), steps: result.steps, leaveMovements: result.leaveMovements }
    },
    employeeFactsOf(stored) {
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
    recalculateWithCurrentHistory(stored, lines, past, asked, allRates) {
      const { terms, balances, ...rest } = rules.restoreTerms(rules.facts.read(stored))
      const pays = paysBefore({ rules, pastPayOf: pastPayOnce }, past, terms)
      const standing = {
        pays,
        balances: past.balances ? mapping.balancesOf(past.balances) : balances,
        periodHours: past.periodHours,
      }
      const pay = { ...rest, past: asked, lines, taxShare: null }
      const { input, result } = calculateOn(mapping, terms, pay, standing, allRates, new Trace())
      const left = { ...rules.toPastPay(asked.timing, input, result), id: asked.beforeId }
      const { steps, leaveMovements } = result
      return { figures: figuresOf(result), steps, leaveMovements, left }
    },
  }
}

/** The other pays, plus the opening balances. */
function paysBefore<T extends CountryTypes>(
  { rules, pastPayOf }: Pick<Adapted<T>, 'rules' | 'pastPayOf'>,
  { pays, opening }: LoadedPast,
  terms: T['terms'],
): T['pastPay'][] {
  // Only `recalculateWithCurrentHistory` of the same country writes `left`.
  const own = pays.map((pay) => (pay.left ? (pay.left as T['pastPay']) : pastPayOf(pay)))
  return opening ? [...own, ...rules.openingPays(opening, terms)] : own
}

/** The single calculation for new, rebuilt and replayed pays. */
function calculateOn<T extends CountryTypes>(
  { rules, ratesOf }: CountryMapping<T>,
  terms: T['terms'],
  pay: PayRequest<T>,
  standing: EmployeeState<T>,
  allRates: Rates,
  trace: Trace,
): { input: T['input']; result: T['result'] } {
  const rates = ratesOf(allRates)
  const input = rules.settle(rules.inputOf(terms, pay, standing, rates), rates)
  return { input, result: rules.calculate(input, rates, trace) }
}

function openLedger<T extends CountryTypes>(
  mapping: Adapted<T>,
  terms: T['terms'],
  balancesBefore: T['balances'],
  past: LoadedPast,
): EmployeeLedger {
  const { rules, figureWriter: writer } = mapping
  let standing: EmployeeState<T> = {
    pays: paysBefore(mapping, past, terms),
    balances: balancesBefore,
    periodHours: past.periodHours,
  }
  const { splitLeave, draftHolidays } = rules
  const inputOf = (pay: PayToCalculate, allRates: Rates) =>
    rules.inputOf(terms, askedOf(mapping, pay), standing, mapping.ratesOf(allRates))
  return {
    calculate(pay, allRates) {
      // The steps are recalculated on request. Keeping them would waste memory.
      const trace = new Trace({ isWritten: false })
      const calculation = calculateOn(mapping, terms, askedOf(mapping, pay), standing, allRates, trace)
      const { input } = calculation
      const result = { ...calculation.result, steps: [] }
      const balances = rules.balancesAfter(input, result)
      const figures = writer.texts(result)
      const calculated: Calculated = {
        amounts: result.lines,
        leaveRates: input.leave.map((line) => line.ratePerHour),
        allowanceRates: input.allowances.map((line) => line.amountPerUnit),
        figures,
        gross: result.figures.gross,
        net: result.figures.net,
        sharedTax: rules.sharedTax(result),
        leaveMovements: result.leaveMovements,
        warnings: result.warnings,
        balances: rules.showBalances(input, balances),
        termination: result.termination ? viewTermination(result.termination) : null,
        facts: () => rules.facts.write(input),
        cells: () => writer.cells(figures, input, result),
        commit() {
          const left = rules.toPastPay(pay.past.timing, input, result)
          standing = { ...standing, pays: [left, ...standing.pays], balances }
        },
      }
      return calculated
    },
    ...(splitLeave && {
      splitLeave: (pay, allRates) => splitLeave(inputOf(pay, allRates), mapping.ratesOf(allRates)),
    }),
    ...(draftHolidays && {
      draftHolidays: (pay, allRates) => draftHolidays(inputOf(pay, allRates), mapping.ratesOf(allRates)),
    }),
  }
}

function askedOf<T extends CountryTypes>(mapping: CountryMapping<T>, pay: PayToCalculate): PayRequest<T> {
  return {
    past: pay.past,
    lines: pay.lines,
    isWorkersComp: pay.isWorkersComp,
    ending: pay.termination && mapping.endingOf(pay.termination),
    taxShare: pay.taxShare,
  }
}
