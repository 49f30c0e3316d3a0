/*
 * Where a step comes from that was read from no table: the Act or the guide that its rule names, what the employer or the
 * employee said, or else the figures of the pay itself. Steps that read a table cite it themselves.
 */

const FIGURES = 'Worked out from figures of this pay; no table is needed'

const SOURCES: readonly (readonly [RegExp, string])[] = [
  [/Holidays Act 2003/, 'Holidays Act 2003 (New Zealand)'],
  [/Income Tax Act 2007/, 'Income Tax Act 2007 (New Zealand)'],
  [/ITAA 1997/, 'Income Tax Assessment Act 1997 (Australia)'],
  [/^Lump sum [AB]$/, 'Income Tax Assessment Act 1997 (Australia), Subdivisions 83-A and 83-B'],
  [/^STP Phase 2/, 'Single Touch Payroll Phase 2 employer reporting guidelines, Australian Taxation Office'],
  [/^Employment information/, 'Payday filing: employment information, Inland Revenue'],
  [/^Super-only contractor/, 'Setting of the employee: super-only contractor'],
  [/set for the employee$/, 'Setting of the employee'],
  [/^(Manual|Termination request|Payment in lieu)/, 'Amounts of the termination request'],
  [/^(Unused|Leave loading on unused)/, 'Balances and rates of the employee'],
  [/( row|^Leave loading)$/, 'Row of this pay, at the rate it names or the employee’s own'],
  [/^(Deduction,|Salary sacrifice|Taxable allowance|Allowance that)/, 'Row of this pay, within its limits'],
]

const known = new Map<string, string>()

/** The source of a step without a table, by its rule. */
export function sourceWithoutTable(rule: string): string {
  let source = known.get(rule)
  if (source === undefined) {
    source = SOURCES.find(([pattern]) => pattern.test(rule))?.[1] ?? FIGURES
    known.set(rule, source)
  }
  return source
}
