import { useState } from 'react'
import { Link } from 'wouter'
import { useCompany } from '../current-company.tsx'
import { Field } from '../parts/field.tsx'
import { Page } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { Checklist } from './checklist.tsx'
import { Messages } from './messages.tsx'
import { YearActions } from './year-actions.tsx'
import { reportingYear, yearName } from './years.ts'

/** The end of the year: open points, closing actions, and reports to the authority. */
export function YearPage() {
  const { company, isNz, today } = useCompany()
  const current = reportingYear(today, isNz)
  const [year, setYear] = useState(current)
  return (
    <Page
      title="Year end"
      lead={
        isNz
          ? 'The tax year from 1 April to 31 March, with Inland Revenue'
          : 'The income year from 1 July to 30 June, finalised by 14 July'
      }
      actions={
        <Field label={isNz ? 'Tax year' : 'Income year'}>
          {(control) => (
            <select value={year} onChange={(event) => setYear(Number(event.target.value))} {...control}>
              {[current, current - 1, current - 2].map((each) => (
                <option key={each} value={each}>
                  {yearName(each)}
                </option>
              ))}
            </select>
          )}
        </Field>
      }
    >
      <Checklist key={`${company.id} ${year}`} year={year} />
      <YearActions key={`actions ${company.id} ${year}`} year={year} />
      <Messages year={year} />
      <p className="help">
        What is due through the year{isNz ? '' : ', super files'} and the reconciliation are under{' '}
        <Link href={paths.reporting(company.id)}>Reporting</Link>.
      </p>
    </Page>
  )
}
