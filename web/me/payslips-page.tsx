import { useState } from 'react'
import { download } from '../api/client.ts'
import { useApi } from '../api/hooks.ts'
import { day, money } from '../format.ts'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import type { OwnPayslip } from './types.ts'

/** The employee's own payslips, newest first. */
export function PayslipsPage() {
  const payslips = useApi<OwnPayslip[]>('/api/me/payslips')
  const [problem, setProblem] = useState<Error | null>(null)
  const [asked, setAsked] = useState<OwnPayslip | null>(null)
  const open = (pay: OwnPayslip) => {
    setProblem(null)
    download(`/api/me/payslips/${pay.pay_id}`, `payslip-${pay.pay_date}.pdf`).catch(setProblem)
  }
  return (
    <Page title="Payslips">
      <ErrorNotice error={payslips.error ?? problem} />
      {!payslips.data && !payslips.error && <Waiting />}
      {payslips.data?.length === 0 && (
        <p className="empty">No payslip yet. The first one appears here once you are paid.</p>
      )}
      <ul className="payslips">
        {payslips.data?.map((pay) => (
          <li key={pay.pay_id} className="panel">
            <div>
              <strong>{day(pay.pay_date)}</strong>
              <div className="soft">
                {day(pay.start_date)} to {day(pay.end_date)}
              </div>
            </div>
            <div className="card-amount">
              <strong className="amount">{money(pay.net)}</strong>
              <div className="soft">of {money(pay.gross)} gross</div>
            </div>
            <button
              type="button"
              className="quiet"
              aria-label={`Why: the payslip of ${day(pay.pay_date)} explained`}
              onClick={() => setAsked(pay)}
            >
              Why?
            </button>
            <button
              type="button"
              aria-label={`PDF of the payslip of ${day(pay.pay_date)}`}
              onClick={() => open(pay)}
            >
              PDF
            </button>
          </li>
        ))}
      </ul>
      {asked && <Why pay={asked} onClose={() => setAsked(null)} />}
    </Page>
  )
}

type Explained = { summary: { figure: string; summary: string }[]; note: string | null }

/** Each main figure of a payslip in one sentence. */
function Why({ pay, onClose }: { pay: OwnPayslip; onClose: () => void }) {
  const explained = useApi<Explained>(`/api/me/payslips/${pay.pay_id}/explanation`)
  return (
    <Dialog title={`Your pay of ${day(pay.pay_date)}`} onClose={onClose}>
      <ErrorNotice error={explained.error} />
      {!explained.data && !explained.error && <Waiting />}
      {explained.data?.note && <p>{explained.data.note}</p>}
      <ul>
        {explained.data?.summary.map(({ figure, summary }) => (
          <li key={figure}>{summary}</li>
        ))}
      </ul>
    </Dialog>
  )
}
