import type { TaxDeclaration } from '../../../countries/au/law/input/input.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import { civilDateOrNone } from '../../../kernel/values/dates.ts'
import { decimal } from '../../../kernel/values/money.ts'

/** The columns for claims on an Australian tax declaration, other than the tax-free threshold. */
export const CLAIMS = [
  'seniors_offset',
  'medicare_levy_exemption',
  'medicare_levy_reduction_children',
  'annual_tax_offset',
  'withhold_for_extra_pay',
  'extra_withholding_amount',
  'withholding_variation_rate',
  'withholding_variation_amount',
  'withholding_variation_from',
  'withholding_variation_to',
  'medicare_levy_surcharge',
  'special_tax_table',
] as const satisfies readonly (keyof Employee)[]

/** Converts these columns to the claims of a tax declaration. Claims that were not made are omitted. */
export function claimsOf(
  employee: Pick<Employee, (typeof CLAIMS)[number]>,
): Pick<
  TaxDeclaration,
  | 'seniors'
  | 'medicareExemption'
  | 'medicareAdjustment'
  | 'annualTaxOffset'
  | 'hasAskedForExtraPayWithholding'
  | 'extraWithholding'
  | 'surcharge'
  | 'specialTable'
  | 'variation'
> {
  const { seniors_offset: seniors, medicare_levy_exemption: medicareExemption } = employee
  const { medicare_levy_reduction_children: children, annual_tax_offset: offset } = employee
  return {
    ...(seniors === 'NONE' ? {} : { seniors }),
    ...(medicareExemption === 'NONE' ? {} : { medicareExemption }),
    ...(children === null ? {} : { medicareAdjustment: { children: Number(children) } }),
    ...(offset === null ? {} : { annualTaxOffset: decimal(offset) }),
    ...(employee.withhold_for_extra_pay ? { hasAskedForExtraPayWithholding: true } : {}),
    ...(employee.extra_withholding_amount === null
      ? {}
      : { extraWithholding: decimal(employee.extra_withholding_amount) }),
    ...(employee.medicare_levy_surcharge === 'NONE' ? {} : { surcharge: employee.medicare_levy_surcharge }),
    ...(employee.special_tax_table === 'NONE' ? {} : { specialTable: employee.special_tax_table }),
    ...variationOf(employee),
  }
}

function variationOf(employee: Pick<Employee, (typeof CLAIMS)[number]>): Pick<TaxDeclaration, 'variation'> {
  const { withholding_variation_rate: rate, withholding_variation_amount: amount } = employee
  if (rate === null && amount === null) return {}
  return {
    variation: {
      ...(rate === null ? {} : { rate: decimal(rate) }),
      ...(amount === null ? {} : { amount: decimal(amount) }),
      from: civilDateOrNone(employee.withholding_variation_from),
      to: civilDateOrNone(employee.withholding_variation_to),
    },
  }
}
