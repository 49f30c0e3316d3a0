import { useLocation } from 'wouter'
import { useCompany } from '../current-company.tsx'
import { Page } from '../parts/page.tsx'
import { forgetUnsaved } from '../parts/unsaved.tsx'
import { paths } from '../paths.ts'
import { EmployeeForm } from './employee-form.tsx'
import { useSaveEmployee } from './save-employee.ts'

/** Creates an employee. Errors appear at their fields. */
export function NewEmployeePage() {
  const { company, isNz, today } = useCompany()
  const [, navigate] = useLocation()
  const { save, check, isSaving, error } = useSaveEmployee(null, {
    onSaved: ({ id }) => {
      forgetUnsaved()
      navigate(paths.employee(company.id, id, 'pay'))
    },
  })
  return (
    <Page
      title="New employee"
      lead="Bank account, super fund and standing items come next."
      back={{ to: paths.employees(company.id), text: 'Employees' }}
    >
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
        isSaving={isSaving}
        error={error}
        onSave={save}
        onCheck={check}
      />
    </Page>
  )
}
