/** A figure in reports and statements: the sum of some pay columns. */
export type ReportFigure = { name: string; title: string; columns: readonly string[] }

export type ReportRules = {
  /** The names of the reports that only some countries have. */
  own: readonly string[]
  /** Amounts withheld from the employee, tax first. */
  withheld: readonly ReportFigure[]
  /** Employer contributions on top of wages. */
  paidIn: readonly ReportFigure[]
}

/** The country's retirement savings scheme. */
export type RetirementScheme = {
  /** The scheme's name, as sentences use it. */
  name: string
  /** The file that carries contributions to the funds of the employees' choice. Null when they are paid with the tax. */
  contributionFile: { format: string } | null
  /** The pay columns of the employer's contributions. */
  employerColumns: readonly string[]
  /** True when the employer's contributions are taxed at a rate that depends on the employee's pay of the year before. */
  isContributionTaxed: boolean
}
