import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { download, saveText, sendFile } from '../api/client.ts'
import { useApi, useWrite } from '../api/hooks.ts'
import type { HolidaysActReport, HolidaysActSettlement } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day, money, plural } from '../format.ts'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { ErrorNotice, Notice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'

/** Leave pay owed under the Holidays Act compared with the amounts paid, for our pays or a history from another system. */
export function HolidaysActPage() {
  const { company } = useCompany()
  return (
    <Page
      title="Holidays Act check"
      lead="Every payment for leave, recalculated under the Holidays Act 2003"
      back={{ to: paths.reporting(company.id), text: 'Reporting' }}
    >
      <OwnPays key={`own ${company.id}`} />
      <SentHistory key={`sent ${company.id}`} />
    </Page>
  )
}

function OwnPays() {
  const { api, today } = useCompany()
  const [from, setFrom] = useState(`${Number(today.slice(0, 4)) - 1}${today.slice(4)}`)
  const [to, setTo] = useState(today)
  const [asked, setAsked] = useState<string | null>(null)
  const query = `from_date=${from}&to_date=${to}`
  const path = `${api}/holidays-act-report?`
  const found = useApi<HolidaysActReport>(asked === null ? null : path + asked)
  const { mutate: get, error } = useMutation({
    mutationFn: () => download(`${path}${query}&format=csv`, `holidays-act-${from}-${to}.csv`),
  })
  const isSpan = from !== '' && to !== '' && from <= to
  return (
    <Panel title="Pays of this company">
      <div className="buttons">
        <label>
          Pay dates from <input type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
        </label>
        <label>
          to <input type="date" value={to} onChange={(event) => setTo(event.target.value)} />
        </label>
        <button type="button" className="reads" disabled={!isSpan} onClick={() => setAsked(query)}>
          Check
        </button>
        <button type="button" className="reads" disabled={!isSpan} onClick={() => get()}>
          Download CSV
        </button>
      </div>
      <ErrorNotice error={found.error ?? error} />
      {found.data ? <Findings report={found.data} /> : asked !== null && !found.error && <Waiting />}
      {found.data && found.data.employees.length > 0 && <Settlement report={found.data} />}
    </Panel>
  )
}

/** Adds the arrears to the next drafts with one click. Each person gets a letter. */
function Settlement({ report }: { report: HolidaysActReport }) {
  const { api } = useCompany()
  const settle = useWrite<HolidaysActSettlement>(api)
  const path = `${api}/holidays-act-report`
  const { from_date, to_date } = report
  const letter = useMutation({
    mutationFn: (id: number | null) =>
      download(
        `${path}/letter?${id === null ? '' : `employee_id=${id}&`}from_date=${from_date}&to_date=${to_date}`,
        `holidays-act-${id ?? 'letters'}.pdf`,
      ),
  })
  return (
    <>
      <h3>Amounts owed, by person</h3>
      <ErrorNotice error={settle.error ?? letter.error} />
      <ul className="plain">
        {report.employees.map(({ employee, employee_id, arrears }) => (
          <li key={employee_id ?? employee}>
            <span>
              {employee}: {money(arrears)}
            </span>
            <button
              type="button"
              className="small reads"
              aria-label={`Letter (PDF) to ${employee}`}
              onClick={() => employee_id !== null && letter.mutate(employee_id)}
            >
              Letter (PDF)
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        disabled={settle.isPending}
        onClick={() =>
          settle.mutate({ method: 'POST', path: `${path}/back-pay`, body: { from_date, to_date } })
        }
      >
        Add the back pay to the next drafts
      </button>
      <button type="button" className="reads" disabled={letter.isPending} onClick={() => letter.mutate(null)}>
        Letters to everyone (PDF)
      </button>
      {settle.data && <Settled answer={settle.data} />}
    </>
  )
}

function Settled({ answer }: { answer: HolidaysActSettlement }) {
  return (
    <Notice kind={answer.added > 0 ? 'good' : 'warning'}>
      <p>
        {answer.pays.length === 0
          ? 'No draft was changed.'
          : `Back pay of ${money(answer.added)} was added to ${plural(answer.pays.length, 'draft')}.`}
      </p>
      {answer.skipped.map(({ employee_id, employee, reason }) => (
        <p key={employee_id}>
          {employee}: {reason}
        </p>
      ))}
    </Notice>
  )
}

/** The columns of the check, with one example line. */
const TEMPLATE = `employee,start_date,period_start,period_end,gross,regular_allowances,irregular_payments,hours,days,hours_per_week,days_per_week,weekly_pay,leave_type,leave_date,leave_hours,leave_paid,work_pattern,region,alternative_days,holiday_pay
Aroha Ngata,2020-04-06,2026-03-23,2026-03-29,1540.00,,,40,5,40,5,1540.00,,,,,"MO 8,TU 8,WE 8,TH 8,FR 8",wellington,,
`

function SentHistory() {
  const { api } = useCompany()
  const [file, setFile] = useState<File | null>(null)
  const path = `${api}/holidays-act-report`
  const check = useMutation({
    mutationFn: (csv: File) => sendFile<HolidaysActReport>(path, csv),
  })
  const get = useMutation({
    mutationFn: (csv: File) => download(`${path}?format=csv`, 'holidays-act-history.csv', { csv }),
  })
  return (
    <Panel title="Pay history of another system">
      <p className="help">
        A CSV file with one row for each employee and period. It is checked and not stored. The first line
        names the columns. Needed: <code>employee, start_date, period_start, period_end, gross</code>.
      </p>
      <div className="buttons">
        <label>
          File{' '}
          <input
            type="file"
            accept=".csv,text/csv"
            onChange={(event) => setFile(event.target.files?.[0] ?? null)}
          />
        </label>
        <button type="button" onClick={() => saveText(TEMPLATE, 'pay-history-template.csv')}>
          Download a template
        </button>
        <button type="button" disabled={!file || check.isPending} onClick={() => file && check.mutate(file)}>
          Check the file
        </button>
        <button type="button" disabled={!file || get.isPending} onClick={() => file && get.mutate(file)}>
          Download the result as CSV
        </button>
      </div>
      <ErrorNotice error={check.error ?? get.error} />
      {check.isPending && <Waiting />}
      {check.data && <Findings report={check.data} />}
      {check.data && file && <HistoryLetters report={check.data} file={file} />}
    </Panel>
  )
}

/** The header and the rows of one person, which is all that a letter needs. */
async function rowsOf(file: File, employee: string): Promise<File> {
  const [header = '', ...rows] = (await file.text()).split(/\r?\n/)
  const own = rows.filter((row) => row.includes(employee))
  return new File([[header, ...own].join('\n')], file.name, { type: 'text/csv' })
}

/** A letter for each person in the file who is owed money. */
function HistoryLetters({ report, file }: { report: HolidaysActReport; file: File }) {
  const { api } = useCompany()
  const letter = useMutation({
    mutationFn: async (employee: string) =>
      download(
        `${api}/holidays-act-report/history-letter?employee=${encodeURIComponent(employee)}`,
        'holidays-act-letter.pdf',
        { csv: await rowsOf(file, employee) },
      ),
  })
  if (report.employees.length === 0) return null
  return (
    <>
      <h3>Amounts owed, by person</h3>
      <ErrorNotice error={letter.error} />
      <ul className="plain">
        {report.employees.map(({ employee, arrears }) => (
          <li key={employee}>
            <span>
              {employee}: {money(arrears)}
            </span>
            <button
              type="button"
              className="small reads"
              aria-label={`Letter (PDF) to ${employee}`}
              onClick={() => letter.mutate(employee)}
            >
              Letter (PDF)
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

type Row = HolidaysActReport['rows'][number]

const amount = (id: 'owed' | 'paid' | 'difference', title: string): Column<Row> => ({
  id,
  title,
  isNumber: true,
  value: (row) => row[id],
  cell: (row) => money(row[id]),
})
const COLUMNS: Column<Row>[] = [
  { id: 'employee', title: 'Employee', value: (row) => row.employee },
  { id: 'date', title: 'Leave from', isShort: true, value: (row) => row.date, cell: (row) => day(row.date) },
  { id: 'type', title: 'For', value: (row) => row.description.replace(/^./, (first) => first.toUpperCase()) },
  amount('owed', 'Owed'),
  amount('paid', 'Paid'),
  amount('difference', 'Difference'),
  { id: 'section', title: 'Section', isShort: true, value: (row) => row.section },
  { id: 'steps', title: 'Working', isPlain: true, value: () => '', cell: (row) => <Working row={row} /> },
]

function Working({ row }: { row: Row }) {
  return (
    <details>
      <summary>Steps</summary>
      <ul>
        {row.steps.map((step) => (
          <li key={`${step.name} ${step.amount}`}>
            {step.name}: {step.amount} ({step.formula}; {step.rule})
          </li>
        ))}
        {row.assumptions.map((text) => (
          <li key={text}>Assumed: {text}</li>
        ))}
      </ul>
    </details>
  )
}

function Findings({ report }: { report: HolidaysActReport }) {
  const short = report.rows.filter((row) => row.difference > 0)
  return (
    <>
      {short.length === 0 ? (
        <Notice kind="good">
          {plural(report.payments, 'payment')} checked: nothing is owed beyond what was paid.
        </Notice>
      ) : (
        <Notice kind="warning">
          {report.underpaid} of {plural(report.payments, 'payment')} below the Act: {money(report.arrears)} is
          owed to {plural(report.employees.length, 'employee')}.
        </Notice>
      )}
      {report.unchecked.length > 0 && (
        <details>
          <summary>{plural(report.unchecked.length, 'year')} could not be checked in full</summary>
          <ul>
            {report.unchecked.map(({ employee, year, reason }) => (
              <li key={`${employee} ${year} ${reason}`}>
                {employee}, {year}: {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
      <DataTable
        caption="Payments below the Act"
        rows={short}
        columns={COLUMNS}
        rowKey={(row) =>
          `${row.employee} ${row.pay_id} ${row.type} ${row.date} ${row.paid} ${row.period_end}`
        }
        pageSize={25}
        empty="No payment is below the Act. The CSV has every payment with its working."
      />
    </>
  )
}
