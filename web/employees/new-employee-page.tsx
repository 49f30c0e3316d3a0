import { useState } from 'react'
import { useLocation } from 'wouter'
import { ApiError } from '../api/client.ts'
import { useWrite } from '../api/hooks.ts'
import type { EmployeeResult } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { Page } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { EmployeeForm } from './employee-form.tsx'

/** A new employee. What the server refuses stands at the field it is about. */
export function NewEmployeePage() {
  const { company, api, isNz, today } = useCompany()
  const [, navigate] = useLocation()
  const [refusal, setRefusal] = useState<Error | null>(null)
  const create = useWrite<EmployeeResult[]>(`${api}/employees`, '/api/company')
  const save = (members: Record<string, unknown>) => {
    setRefusal(null)
    create.mutate(
      { method: 'PUT', path: `${api}/employees/create`, body: [members] },
      {
        onSuccess: ([result]) => {
          if (result?.employee) navigate(paths.employee(company.id, result.employee.id))
          else setRefusal(refusalOf(result))
        },
      },
    )
  }
  return (
    <Page title="New employee" back={{ to: paths.employees(company.id), text: 'Employees' }}>
      <EmployeeForm
        record={{
          country: isNz ? 'NZ' : 'AU',
          start_date: today,
          employment_status: 'Full-time',
          pay_period: company.default_pay_period,
        }}
        country={company.jurisdiction}
        isNew
        saveText="Create"
        isSaving={create.isPending}
        error={refusal ?? create.error}
        onSave={save}
      />
    </Page>
  )
}

/** The errors of a batch entry as one refusal, with its fields. */
export function refusalOf(result: EmployeeResult | undefined): ApiError {
  const errors = result?.errors ?? {}
  const fields = Object.fromEntries(
    Object.entries(errors).filter(([name]) => !['detail', 'licence', 'exception'].includes(name)),
  )
  return new ApiError(207, Object.values(errors)[0] ?? 'The employee was not saved.', fields)
}
