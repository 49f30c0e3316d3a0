import { useMemo } from 'react'
import { Link } from 'wouter'
import { useApi, useWrite } from '../api/hooks.ts'
import type { Company, Jurisdiction } from '../api/types.ts'
import { moment } from '../format.ts'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { ErrorNotice, Notice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { plainWords } from '../plain-words.ts'

type DeletedCompany = {
  id: number
  legal_name: string
  trading_name: string | null
  jurisdiction: Jurisdiction
  deleted_at: string
}
const DELETED = '/api/company/deleted'
const COUNTRIES: Record<Jurisdiction, string> = { AU: 'Australia', NZ: 'New Zealand' }

/** The deleted companies of the account, which owners and admins can restore. */
export function DeletedCompaniesPage() {
  const companies = useApi<DeletedCompany[]>(DELETED)
  const {
    mutate,
    isPending,
    data: restored,
    error,
  } = useWrite<Company & { warnings?: string[] }>('/api/company', '/api/companies', '/api/work')
  const columns = useMemo(
    (): Column<DeletedCompany>[] => [
      {
        id: 'name',
        title: 'Company',
        value: (row) => row.legal_name,
        cell: (row) =>
          row.trading_name && row.trading_name !== row.legal_name
            ? `${row.legal_name} (${row.trading_name})`
            : row.legal_name,
      },
      { id: 'country', title: 'Country', value: (row) => COUNTRIES[row.jurisdiction] },
      {
        id: 'deleted',
        title: 'Deleted',
        value: (row) => row.deleted_at,
        cell: (row) => moment(row.deleted_at),
      },
      {
        id: 'actions',
        title: 'Actions',
        isPlain: true,
        value: () => '',
        cell: (row) => (
          <button
            type="button"
            className="small"
            disabled={isPending}
            aria-label={`Restore ${row.legal_name}`}
            onClick={() => mutate({ method: 'POST', path: `/api/company/${row.id}/restore` })}
          >
            Restore
          </button>
        ),
      },
    ],
    [mutate, isPending],
  )
  return (
    <Page title="Deleted companies" lead="Their records are kept for the retention time.">
      <Panel title="Deleted companies">
        <p className="help">
          A restored company has all its people, pays and reports again. Owners and admins can restore it.
        </p>
        <ErrorNotice error={companies.error ?? error} />
        {restored && (
          <Notice kind="good">
            <Link href={paths.company(restored.id)}>{restored.legal_name}</Link> is restored.{' '}
            {restored.warnings?.map(plainWords).join(' ')}
          </Notice>
        )}
        {companies.data ? (
          <DataTable
            caption="Deleted companies"
            rows={companies.data}
            columns={columns}
            rowKey={(row) => row.id}
            pageSize={25}
            empty="No company is deleted."
          />
        ) : (
          !companies.error && <Waiting />
        )}
      </Panel>
    </Page>
  )
}
