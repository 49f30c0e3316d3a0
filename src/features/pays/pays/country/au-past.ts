import { declarationIn } from '../../../../countries/au/law/facts.ts'
import { AU_FIGURES } from '../../../../countries/au/law/figures/figures.ts'
import type { AuPastDetails, AuPastPay } from '../../../../countries/au/law/figures/past-pay.ts'
import { readReporting } from '../../../../countries/au/law/reporting/stored-reporting.ts'
import { detailsReader, historyReader } from '../../../../payroll/figure-history.ts'
import type { PayTiming } from '../../../../payroll/history.ts'
import type { LoadedPast, StoredDetails } from './types.ts'

export const DETAIL_JSON = { reporting: 'p.reporting', facts: 'p.facts' }

const figuresOf = detailsReader(AU_FIGURES)

const read = historyReader<typeof AU_FIGURES, AuPastDetails>(AU_FIGURES)

/** An earlier Australian pay, as input for the calculation. */
export const pastPayOf = (row: LoadedPast['pays'][number]): AuPastPay =>
  read(row, row.details && detailsOf(row.details, row.timing))

function detailsOf({ figures, json, lines }: StoredDetails, timing: PayTiming): AuPastDetails {
  const { deductions, etps } = readReporting(json.reporting)
  return {
    ...figuresOf(figures, timing),
    childSupport: deductions.CHILD_SUPPORT_DEDUCTION ?? '0',
    lines,
    declaration: declarationIn(json.facts ?? {}),
    etps: etps.map((etp) => ({
      code: etp.etpCode,
      taxable: etp.taxableComponent,
      taxFree: etp.taxFreeComponent,
      withheld: etp.taxWithheld,
      lumpSumD: etp.lumpSumD,
    })),
  }
}
