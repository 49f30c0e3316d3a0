import type { Company } from '../../../database/tables/companies.ts'
import { mask } from '../../../security/field-encryption.ts'
import { maskRow } from '../../../security/masking.ts'
import type { Service } from '../../../service.ts'
import { type PrintBrand, printBrandOf, printBrandsOf } from '../../platform/branding/index.ts'
import type { Slip } from '../../platform/pdf/index.ts'
import { buildPayslip } from './build.ts'
import { payslipFileName } from './file-name.ts'
import { loadPayslips } from './load.ts'
import type { PayslipInput } from './payslip-input.ts'

/** A payslip ready to be drawn, with its details. */
export type ReadySlip = Slip & { payId: number; madeAt: Date; fileName: string; parts: PayslipInput }

/** The number of payslips loaded and built at a time, small enough not to delay other requests. */
const AT_ONCE = 25

/** The payslips of these pays in batches, in the order of the ids. */
export async function* renderMany(
  service: Service,
  company: Company,
  payIds: readonly number[],
  isMasked = false,
): AsyncGenerator<ReadySlip[]> {
  for (let from = 0; from < payIds.length; from += AT_ONCE) {
    const parts = await loadPayslips(service, company, payIds.slice(from, from + AT_ONCE))
    yield await readySlips(service, company, isMasked ? parts.map(withoutNumbers) : parts)
  }
}

/** The same payslip with the employer's tax number and the member numbers masked. Accounts are always masked. */
export function withoutNumbers(parts: PayslipInput): PayslipInput {
  const funds = parts.funds.map((fund) => ({ ...fund, member: fund.member && mask(fund.member) }))
  return { ...parts, company: maskRow(parts.company), funds }
}

/** Uses the branding at the time of the pay. Drafts, and pays from before branding was stored, use the current one. */
export async function readySlips(
  service: Service,
  company: Company,
  all: readonly PayslipInput[],
): Promise<ReadySlip[]> {
  const brandId = (parts: PayslipInput) => parts.company.branding_id
  const kept = await printBrandsOf(
    service,
    company.customer_id,
    all.flatMap((parts) => brandId(parts) ?? []),
  )
  const today = all.some((parts) => brandId(parts) === undefined)
    ? await printBrandOf(service, company.customer_id)
    : undefined
  const brandOf = (parts: PayslipInput): PrintBrand | undefined => {
    const id = brandId(parts)
    if (id === undefined) return today
    return id === null ? undefined : kept.get(id)
  }
  return all.map((parts) => ({
    payId: parts.pay.id ?? 0,
    payslip: buildPayslip(parts),
    brand: brandOf(parts),
    madeAt: parts.madeAt,
    fileName: payslipFileName(parts.pay.processed_date, parts.employee),
    parts,
  }))
}
