import type { TaxDeclaration } from '../../../countries/au/law/input.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import { decimal } from '../../../kernel/values/money.ts'

/** The columns that hold what an Australian declaration claims besides the threshold. */
export const CLAIMS = [
  'seniors_offset',
  'medicare_levy_exemption',
  'medicare_levy_reduction_children',
  'annual_tax_offset',
  'withhold_for_extra_pay',
] as const satisfies readonly (keyof Employee)[]

/** Those claims in the words of the law; what is not claimed is left out. */
export function claimsOf(
  employee: Pick<Employee, (typeof CLAIMS)[number]>,
): Pick<
  TaxDeclaration,
  | 'seniors'
  | 'medicareExemption'
  | 'medicareAdjustment'
  | 'annualTaxOffset'
  | 'hasAskedForExtraPayWithholding'
> {
  const { seniors_offset: seniors, medicare_levy_exemption: medicareExemption } = employee
  const { medicare_levy_reduction_children: children, annual_tax_offset: offset } = employee
  return {
    ...(seniors === 'NONE' ? {} : { seniors }),
    ...(medicareExemption === 'NONE' ? {} : { medicareExemption }),
    ...(children === null ? {} : { medicareAdjustment: { children: Number(children) } }),
    ...(offset === null ? {} : { annualTaxOffset: decimal(offset) }),
    ...(employee.withhold_for_extra_pay ? { hasAskedForExtraPayWithholding: true } : {}),
  }
}
