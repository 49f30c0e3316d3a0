import type { UseFormReturn } from 'react-hook-form'
import { useApi } from '../api/hooks.ts'
import type { CompanyAllowance, EmployeePayRate, PayRateGroup } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { Field } from '../parts/field.tsx'
import { AllowanceList, BackPaymentList, ReimbursementList } from './allowance-lists.tsx'
import { BonusList, DeductionList, HoursList, LeaveList, SacrificeList } from './pay-lists.tsx'
import type { PayValues } from './pay-values.ts'

type Props = {
  form: UseFormReturn<PayValues>
  problems: Readonly<Record<string, string>>
  rates: EmployeePayRate[]
}

/** All items of a pay. */
export function PayForm({ form, problems, rates }: Props) {
  const { api, isNz } = useCompany()
  const offered = useApi<CompanyAllowance[]>(`${api}/allowances`).data ?? []
  const lists = { form, problems }
  return (
    <div className="editor-lists">
      <HoursList {...lists} rates={rates} />
      <LeaveList {...lists} />
      <AllowanceList {...lists} offered={offered} />
      <ReimbursementList {...lists} />
      <BonusList {...lists} />
      <BackPaymentList {...lists} />
      <DeductionList {...lists} />
      {!isNz && <SacrificeList {...lists} />}
      <Field label="Note on the payslip" problem={problems.note}>
        {(control) => <textarea rows={2} maxLength={300} {...control} {...form.register('note')} />}
      </Field>
    </div>
  )
}

/** The rates for an employee's hours: their own and the company's. Undefined while loading. */
export function useRates(employeeId: number | null): {
  rates: EmployeePayRate[] | undefined
  error: Error | null
} {
  const { api } = useCompany()
  const own = useApi<EmployeePayRate[]>(employeeId === null ? null : `/api/employees/${employeeId}/pay-rates`)
  const groups = useApi<PayRateGroup[]>(`${api}/pay-rates`)
  const error = own.error ?? groups.error
  if (!own.data || !groups.data) return { rates: undefined, error }
  const known = new Set(own.data.map(({ reference }) => reference))
  const shared = groups.data.flatMap((group) =>
    group.pay_rates
      .filter(({ reference }) => !known.has(reference))
      .map((rate) => ({
        ...rate,
        units: 'hours',
        award_name: group.award_name,
        classification_name: group.classification_name,
      })),
  )
  return { rates: [...own.data, ...shared], error }
}
