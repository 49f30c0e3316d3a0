import { useState } from 'react'
import type { Employee } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { Notice } from '../parts/notice.tsx'
import { EffectiveDate, isDated } from './effective-date.tsx'
import { EmployeeForm } from './employee-form.tsx'
import { inLabels } from './labels.ts'
import { type Members, useSaveEmployee } from './save-employee.ts'

/** Every field of an employee. What changes pay asks from which day it holds. */
export function EmployeeDetails({ employee }: { employee: Employee }) {
  const { company } = useCompany()
  const [saved, setSaved] = useState<{ count: number; warnings: string[] }>({ count: 0, warnings: [] })
  const [asking, setAsking] = useState<Members | null>(null)
  const { save, check, isSaving, error } = useSaveEmployee(employee.id, {
    onSaved: (_employee, warnings) => {
      setAsking(null)
      setSaved(({ count }) => ({ count: count + 1, warnings }))
    },
  })
  const begin = (members: Members) => (isDated(members) ? setAsking(members) : save(members))
  return (
    <>
      {saved.warnings.length > 0 && (
        <Notice kind="warning">
          Saved. Please note:
          <ul>
            {saved.warnings.map((warning) => (
              <li key={warning}>{readable(warning)}</li>
            ))}
          </ul>
        </Notice>
      )}
      <EmployeeForm
        key={saved.count}
        record={employee}
        country={company.jurisdiction}
        isNew={false}
        saveText="Save changes"
        isSaving={isSaving}
        isSaved={saved.count > 0}
        error={error}
        onSave={begin}
        onCheck={check}
      />
      {asking && (
        <EffectiveDate
          employee={employee}
          members={asking}
          isSaving={isSaving}
          error={error}
          onSave={(from) => save(from ? { ...asking, effective_from: from } : asking)}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}

/** Advice names an address of the API where the app has a panel. */
const readable = (warning: string) =>
  inLabels(
    warning.replace(
      /: GET \/api\/employees\/\d+\/changes names .*$/,
      '. The overview shows what follows from it.',
    ),
  )
