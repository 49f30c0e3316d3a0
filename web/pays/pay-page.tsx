import { useMemo, useState } from 'react'
import { Link, useParams } from 'wouter'
import { useApi } from '../api/hooks.ts'
import type { Explanation, Pay } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { ErrorNotice, Notice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { plainWords } from '../plain-words.ts'
import { DeletePay } from './delete-pay.tsx'
import { PayEditor } from './pay-editor.tsx'
import { PayRows } from './pay-rows.tsx'
import { PayslipButton } from './payslip-button.tsx'
import { StepList, WhyList } from './why.tsx'
import { whyFigures } from './why-figures.ts'

/** One pay: its rows, its figures, and an explanation of each figure. */
export function PayPage() {
  const { payId } = useParams<{ payId: string }>()
  const { company, api } = useCompany()
  const pay = useApi<Pay>(`${api}/pays/${payId}`)
  const [isEditing, setIsEditing] = useState(false)
  if (!pay.data) return pay.error ? <ErrorNotice error={pay.error} /> : <Waiting text="Loading the pay …" />
  const { data } = pay
  const isDraft = data.status === 'pending'
  return (
    <Page
      title={`Pay of ${data.format_name}`}
      lead={
        <>
          <Badge text={isDraft ? 'Draft' : 'Processed'} /> paid {day(data.processed_date)} ·{' '}
          <Link href={paths.run(company.id, data.pay_run_id ?? 0)}>run to {day(data.pay_run_end_date)}</Link>{' '}
          · <Link href={paths.employee(company.id, data.employee_id)}>employee</Link>
        </>
      }
      back={{ to: paths.run(company.id, data.pay_run_id ?? 0), text: 'Pay run' }}
      actions={
        <>
          <PayslipButton pay={data} />
          {!data.termination &&
            (isDraft ? (
              <button type="button" onClick={() => setIsEditing(true)}>
                Edit
              </button>
            ) : (
              <Link className="button writes" href={paths.correct(company.id, data.id ?? 0)}>
                Correct
              </Link>
            ))}
          <DeletePay pay={data} />
        </>
      }
    >
      {data.warnings.map((warning) => (
        <Notice key={warning} kind="warning">
          {plainWords(warning)}
        </Notice>
      ))}
      {data.note && <Notice>Note on the payslip: {data.note}</Notice>}
      {data.stp_needs_update && (
        <Notice kind="warning">
          This pay was changed after it was reported.{' '}
          <Link href={paths.reporting(company.id)}>Reporting</Link>
        </Notice>
      )}
      <div className="columns">
        <Figures pay={data} />
        <PayRows pay={data} />
      </div>
      {isEditing && <PayEditor pay={data} onClose={() => setIsEditing(false)} />}
    </Page>
  )
}

function Figures({ pay }: { pay: Pay }) {
  const { api, wording, isNz } = useCompany()
  const [isWhole, setIsWhole] = useState(false)
  const explanation = useApi<Explanation>(`${api}/pays/${pay.id}/explanation`)
  const steps = explanation.data?.steps
  const figures = useMemo(
    () => (steps ? whyFigures(pay, steps, wording, isNz) : []),
    [pay, steps, wording, isNz],
  )
  return (
    <Panel title="Why this figure?">
      <ErrorNotice error={explanation.error} />
      {explanation.data && steps ? (
        <>
          <WhyList figures={figures} explanation={explanation.data} />
          <button type="button" className="link" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? 'Hide the whole calculation' : `The whole calculation in ${steps.length} steps`}
          </button>
          {isWhole && <StepList steps={steps} />}
        </>
      ) : (
        !explanation.error && <Waiting text="Loading the explanation …" />
      )}
    </Panel>
  )
}
