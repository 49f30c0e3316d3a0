import { Link } from 'wouter'
import { useCompany } from '../current-company.tsx'
import { Page } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { Messages } from '../year/messages.tsx'
import { BankFiles } from './bank-files.tsx'
import { Obligations } from './obligations.tsx'
import { Reconciliation } from './reconciliation.tsx'
import { SuperFiles } from './super-files.tsx'

/** Obligations with due dates, and lodgements with the authorities' responses. */
export function ReportingPage() {
  const { company, wording, isNz } = useCompany()
  return (
    <Page
      title="Reporting"
      lead={`${wording.lodging} to ${wording.authority}`}
      actions={
        <>
          {isNz && (
            <>
              <Link href={paths.holidaysAct(company.id)} className="button reads">
                Holidays Act check
              </Link>
              <Link href={paths.esctRates(company.id)} className="button reads">
                ESCT rates
              </Link>
            </>
          )}
          <Link href={paths.proof(company.id)} className="button reads">
            Proof
          </Link>
          <Link href={paths.year(company.id)} className="button reads">
            {isNz ? 'Amend or finish the year' : 'Correct or finalise the year'}
          </Link>
        </>
      }
    >
      <Obligations />
      <Messages key={company.id} />
      <BankFiles />
      {!isNz && <SuperFiles />}
      <Reconciliation key={`reconciliation ${company.id}`} />
    </Page>
  )
}
