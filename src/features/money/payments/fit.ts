import type { FormatOptions } from '../../../countries/contract/bank-file.ts'
import { todayOf } from '../../../countries/index.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { Problem } from '../../../kernel/problem.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import type { Service } from '../../../service.ts'
import { formatOf, runReference, writeBankText } from '../bank-files/index.ts'
import type { Collected, Credit, HeldBackPayment } from './collect.ts'

export type FileOptions = FormatOptions & {
  format?: string | undefined
  valueDate?: string | undefined
  /** Refuses the whole file when one employee cannot be included. */
  isStrict?: boolean
}

export type FileAbout = { runId: number | null; valueDate: CivilDate; options: FileOptions }

/** The text of the file; the id is needed for its reference. */
export function textOf(
  service: Service,
  company: Company,
  credits: readonly Credit[],
  about: FileAbout,
  id: number,
) {
  return writeBankText(service.cipher, company, formatOf(company, about.options.format), credits, {
    valueDate: about.valueDate,
    created: todayOf(service, company),
    reference: about.runId === null ? `PAYFILE ${id}` : runReference(about.runId),
    options: about.options,
  })
}

/**
 * Leaves out the people whose credits the bank would refuse. If every credit is refused on its own, or only
 * the file as a whole, the fault is in the payer's data and no file is created.
 */
export function leaveOutUnfit(
  service: Service,
  company: Company,
  collected: Collected,
  about: FileAbout,
): { fit: Collected; refused: HeldBackPayment[] } {
  const refusalOf = (credits: readonly Credit[]) => {
    try {
      textOf(service, company, credits, about, 0)
      return null
    } catch (error) {
      if (error instanceof Problem) return error
      throw error
    }
  }
  const { credits } = collected
  const whole = credits.length === 0 ? null : refusalOf(credits)
  if (!whole) return { fit: collected, refused: [] }
  const unfit = credits.flatMap((credit) => {
    const refusal = refusalOf([credit])
    return refusal ? [{ credit, reason: refusal.message }] : []
  })
  if (about.options.isStrict || unfit.length === 0 || unfit.length === credits.length) throw whole
  const isOut = ({ employeeId, name }: Credit) =>
    unfit.some(({ credit }) =>
      employeeId === null ? credit.name === name : credit.employeeId === employeeId,
    )
  const left = credits.filter((credit) => !isOut(credit))
  const outIds = new Set(credits.filter(isOut).flatMap(({ employeeId }) => employeeId ?? []))
  const outPayees = new Set(credits.filter(isOut).flatMap(({ party }) => party ?? []))
  const paid = collected.paid.filter((item) =>
    item.kind === 'net' ? !outIds.has(item.employeeId) : !outPayees.has(item.party),
  )
  return {
    fit: { ...collected, credits: left, paid },
    refused: unfit.map(({ credit, reason }) => ({
      employee_id: credit.employeeId,
      employee: credit.name,
      reason,
    })),
  }
}
