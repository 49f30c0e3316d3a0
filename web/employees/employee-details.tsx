import { useEffect, useState } from 'react'
import { isChangedMeanwhile } from '../api/client.ts'
import type { Employee } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { Notice } from '../parts/notice.tsx'
import { isDated } from './dated-fields.ts'
import { EffectiveDate } from './effective-date.tsx'
import { EmployeeForm } from './employee-form.tsx'
import { inLabels } from './labels.ts'
import { type Members, useSaveEmployee } from './save-employee.ts'

const DRAFTS = 'Existing drafts keep their rates: the check of their run lists them.'

/** Every field of an employee. A change that affects pay asks for its effective date. */
export function EmployeeDetails({ employee }: { employee: Employee }) {
  const { company } = useCompany()
  const [saved, setSaved] = useState<{ count: number; warnings: string[] }>({ count: 0, warnings: [] })
  const [asking, setAsking] = useState<{ members: Members; version: string | undefined } | null>(null)
  const { save, check, isSaving, error } = useSaveEmployee(employee.id, {
    onSaved: (_employee, warnings) => {
      setAsking(null)
      const said = asking ? [...warnings, DRAFTS] : warnings
      setSaved(({ count }) => ({ count: count + 1, warnings: said }))
    },
  })
  const begin = (members: Members, version: string | undefined) =>
    isDated(members) ? setAsking({ members, version }) : save(members, version)
  useEffect(() => {
    // Another user has changed the employee. The form merges the change, then asks again.
    if (isChangedMeanwhile(error)) setAsking(null)
  }, [error])
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
        path={`/api/employees/${employee.id}`}
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
          members={asking.members}
          isSaving={isSaving}
          error={error}
          onSave={(from) =>
            save(from ? { ...asking.members, effective_from: from } : asking.members, asking.version)
          }
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}

/** Replaces the API path in a warning with the name of the app's panel. */
const readable = (warning: string) =>
  inLabels(
    warning.replace(/: GET \/api\/employees\/\d+\/changes names .*$/, '. The overview shows the effects.'),
  )
