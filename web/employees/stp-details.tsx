import { useState } from 'react'
import type { Employee } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { Field } from '../parts/field.tsx'
import { Panel } from '../parts/page.tsx'
import { type Box, RecordForm } from '../parts/record-form.tsx'
import { reportingYear, yearName } from '../year/years.ts'
import { STATES } from './states.ts'

const INCOME_TYPES: Readonly<Record<string, string>> = {
  '': 'As the declaration says',
  SAW: 'Salary and wages (SAW)',
  CHP: 'Closely held payee (CHP)',
  IAA: 'Inbound assignee (IAA)',
  WHM: 'Working holiday maker (WHM)',
  SWP: 'Seasonal worker (SWP)',
  FEI: 'Foreign employment income (FEI)',
  JPD: 'Joint petroleum development area (JPD)',
  VOL: 'Voluntary agreement (VOL)',
  LAB: 'Labour hire (LAB)',
  OSP: 'Other specified payments (OSP)',
}

const PAYEE: readonly Box[] = [
  {
    name: 'income_type',
    label: 'Income type',
    options: INCOME_TYPES,
    help: 'For future pays; processed pays do not change.',
  },
  {
    name: 'country_of_nationality',
    label: 'Country of nationality',
    help: 'Two letters. Nationality on the visa of a working holiday maker, home of an inbound assignee, or where work abroad is done. GB, for example.',
  },
]

const YEAR: readonly Box[] = [
  {
    name: 'fringe_benefits',
    label: 'Reportable fringe benefits',
    type: 'number',
    help: 'Grossed up, for the FBT year to 31 March within the income year.',
  },
  {
    name: 'exempt_fringe_benefits',
    label: 'For an exempt employer (s 57A)',
    type: 'number',
    help: 'For an employer that pays no fringe benefits tax, such as a public hospital.',
  },
]

/** The income type, and for a working holiday maker the nationality, as reported in pay events. */
export function PayeeForm({ employee }: { employee: Employee }) {
  const { company } = useCompany()
  const path = `/api/single-touch/${company.id}/payees/${employee.id}`
  return <RecordForm path={path} boxes={PAYEE} saveText="Save" />
}

/** The details that Single Touch Payroll needs beyond the employee record and the pays. */
export function StpDetails({ employee }: { employee: Employee }) {
  const { company, today } = useCompany()
  const current = reportingYear(today, false)
  const [year, setYear] = useState(current)
  const path = `/api/single-touch/${company.id}/payees/${employee.id}`
  return (
    <Panel title="Single Touch Payroll">
      <PayeeForm employee={employee} />
      <h3>Reported in addition to the pays</h3>
      <div className="fields">
        <Field label="Income year">
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
      </div>
      <RecordForm
        key={year}
        path={`${path}/years/${year}`}
        boxes={YEAR}
        saveText={`Save for ${yearName(year)}`}
        toBody={(values, record) => ({
          fringe_benefits: values.fringe_benefits || '0',
          exempt_fringe_benefits: values.exempt_fringe_benefits || '0',
          incomes: record.incomes ?? [],
        })}
      />
      <p className="help">
        The next pay event, update or finalisation of the year reports it. If the year was already reported,
        an update appears in the list of what is due.
      </p>
    </Panel>
  )
}

const BENEFICIARY: readonly Box[] = [
  { name: 'last_name', label: 'Last name, or name of the estate', isRequired: true },
  { name: 'first_name', label: 'First name' },
  { name: 'date_of_birth', label: 'Date of birth', type: 'date' },
  { name: 'tax_file_number', label: 'Tax file number' },
  { name: 'address1', label: 'Address', isRequired: true },
  { name: 'address2', label: 'Address, second line' },
  { name: 'city', label: 'Town or suburb', isRequired: true },
  {
    name: 'state',
    label: 'State',
    options: Object.fromEntries([['', '–'], ...STATES.AU.map(({ value, text }) => [value, text] as const)]),
  },
  { name: 'postcode', label: 'Postcode' },
  { name: 'country', label: 'Country', help: 'Two letters, such as GB.', isRequired: true },
]

/** The recipient of a death benefit, which is reported for a separate payee. */
export function Beneficiary({ employee }: { employee: Employee }) {
  const { company } = useCompany()
  return (
    <Panel title="Who receives the death benefit">
      <p className="help">
        Single Touch Payroll reports it for a separate payee. Without a name, it is the trustee of the estate,
        at the employee’s address.
      </p>
      <RecordForm
        path={`/api/single-touch/${company.id}/payees/${employee.id}/beneficiary`}
        boxes={BENEFICIARY}
        saveText="Save the beneficiary"
        toValues={(record) =>
          Object.fromEntries(
            BENEFICIARY.map(({ name }) => [name, String(record[name] ?? (name === 'country' ? 'AU' : ''))]),
          )
        }
        toBody={(values) => ({
          ...Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== '')),
          ...(values.country ? { country: values.country.toUpperCase() } : {}),
        })}
      />
    </Panel>
  )
}
