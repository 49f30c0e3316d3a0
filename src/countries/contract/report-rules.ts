/** A figure of pays in reports and statements: the sum of some columns of the pay. */
export type ReportFigure = { name: string; title: string; columns: readonly string[] }

export type ReportRules = {
  /** Reports that only countries which name them have. */
  own: readonly string[]
  /** What is withheld from the employee, tax first. */
  withheld: readonly ReportFigure[]
  /** What the employer pays in beside the wages. */
  paidIn: readonly ReportFigure[]
}

/** What an employer must pay for retirement. */
export type RetirementScheme = {
  /** As a sentence names it. */
  name: string
  /** Contributions go to the funds that employees choose, through a file; null: they are paid with the tax. */
  contributionFile: { format: string } | null
  /** The columns of a pay that the employer's contributions are in. */
  employerColumns: readonly string[]
  /** The employer's contributions are taxed at a rate by the employee's pay of the year before. */
  isContributionTaxed: boolean
}
