import { type FormEvent, useState } from 'react'
import { ApiError } from '../api/client.ts'
import { useWrite } from '../api/hooks.ts'
import type { Portfolio } from '../api/types.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { FormProblem } from '../parts/notice.tsx'
import { CompanyTicks } from './company-ticks.tsx'

export const PORTFOLIOS = '/api/portfolios'

type Props = { portfolio: Portfolio | null; names: Map<number, string>; onClose: () => void }

/** Creates a portfolio, or changes its name and companies. */
export function PortfolioForm({ portfolio, names, onClose }: Props) {
  const [name, setName] = useState(portfolio?.name ?? '')
  const [companyIds, setCompanyIds] = useState(portfolio?.company_ids ?? [])
  const write = useWrite<Portfolio>(PORTFOLIOS, '/api/access-review')
  const problems = write.error instanceof ApiError ? write.error.fields : {}
  const send = (event: FormEvent) => {
    event.preventDefault()
    write.mutate(
      {
        method: portfolio ? 'PATCH' : 'POST',
        path: portfolio ? `${PORTFOLIOS}/${portfolio.id}` : PORTFOLIOS,
        body: { name, company_ids: companyIds },
      },
      { onSuccess: onClose },
    )
  }
  return (
    <Dialog title={portfolio ? `Portfolio ${portfolio.name}` : 'New portfolio'} onClose={onClose}>
      <form className="form" onSubmit={send}>
        <Field label="Name" isRequired problem={problems.name}>
          {(control) => (
            <input
              required
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.target.value)}
              {...control}
            />
          )}
        </Field>
        <CompanyTicks chosen={companyIds} names={names} onChange={setCompanyIds} />
        <FormProblem error={write.error} fields={problems} />
        <div className="buttons">
          <button type="submit" className="main" disabled={write.isPending}>
            {portfolio ? 'Save the portfolio' : 'Create the portfolio'}
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  )
}
