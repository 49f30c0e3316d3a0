import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { download } from '../api/client.ts'
import { useApi, useWrite } from '../api/hooks.ts'
import type { AccessReviewEntry, Portfolio } from '../api/types.ts'
import { day, moment, plural } from '../format.ts'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { PORTFOLIOS, PortfolioForm } from './portfolio-form.tsx'
import { ROLE_NAMES } from './roles.ts'

const REVIEW = '/api/access-review'

/** Groups of companies, and the access review. */
export function PortfoliosPage() {
  const portfolios = useApi<Portfolio[]>(PORTFOLIOS)
  const review = useApi<AccessReviewEntry[]>(REVIEW)
  const [open, setOpen] = useState<Portfolio | 'new' | null>(null)
  const names = useMemo(
    () =>
      new Map(review.data?.flatMap((row) => (row.company_id ? [[row.company_id, row.company ?? '']] : []))),
    [review.data],
  )
  const error = portfolios.error ?? review.error
  return (
    <Page
      title="Portfolios"
      lead="Groups of companies that a person looks after"
      back={{ to: paths.people, text: 'People' }}
      actions={
        <button type="button" className="main" onClick={() => setOpen('new')}>
          New portfolio
        </button>
      }
    >
      <ErrorNotice error={error} />
      {portfolios.data && review.data ? (
        <>
          <Groups rows={portfolios.data} review={review.data} onOpen={setOpen} />
          <Review rows={review.data} />
        </>
      ) : (
        !error && <Waiting />
      )}
      {open && (
        <PortfolioForm portfolio={open === 'new' ? null : open} names={names} onClose={() => setOpen(null)} />
      )}
    </Page>
  )
}

type GroupsProps = { rows: Portfolio[]; review: AccessReviewEntry[]; onOpen: (row: Portfolio) => void }

function Groups({ rows, review, onOpen }: GroupsProps) {
  const remove = useWrite<unknown>(PORTFOLIOS, REVIEW)
  const peopleOf = (row: Portfolio) =>
    [...new Set(review.filter((entry) => entry.portfolio === row.name).map(({ name }) => name))].join(', ')
  const columns: Column<Portfolio>[] = [
    { id: 'name', title: 'Portfolio', value: (row) => row.name },
    {
      id: 'count',
      title: 'Companies',
      isNumber: true,
      value: (row) => row.company_ids.length,
    },
    { id: 'people', title: 'People', value: peopleOf, cell: (row) => peopleOf(row) || 'No one yet' },
    {
      id: 'actions',
      title: 'Actions',
      isPlain: true,
      value: () => '',
      cell: (row) => (
        <div className="actions">
          <button
            type="button"
            className="small"
            aria-label={`Change ${row.name}`}
            onClick={() => onOpen(row)}
          >
            Change
          </button>
          <button
            type="button"
            className="small danger"
            aria-label={`Delete ${row.name}`}
            onClick={() => remove.mutate({ method: 'DELETE', path: `${PORTFOLIOS}/${row.id}` })}
          >
            Delete
          </button>
        </div>
      ),
    },
  ]
  return (
    <Panel title="Portfolios">
      <ErrorNotice error={remove.error} />
      <DataTable
        caption="Portfolios"
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        empty="None yet. Create one, then give people a role for it under People → Access."
      />
    </Panel>
  )
}

const VIA: Record<AccessReviewEntry['via'], string> = {
  account: 'Role for the account',
  company: 'Role for the company',
  portfolio: 'Portfolio',
  deputy: 'Deputy',
}

const nameOfRole = (role: string) => Object.entries(ROLE_NAMES).find(([name]) => name === role)?.[1] ?? role

const REVIEW_COLUMNS: Column<AccessReviewEntry>[] = [
  { id: 'name', title: 'Person', value: (row) => row.name },
  { id: 'role', title: 'Role', value: (row) => nameOfRole(row.role) },
  { id: 'company', title: 'Company', value: (row) => row.company ?? 'All companies' },
  {
    id: 'via',
    title: 'Through',
    value: (row) => (row.portfolio ? `${VIA[row.via]}: ${row.portfolio}` : VIA[row.via]),
  },
  {
    id: 'days',
    title: 'Days',
    value: (row) => row.from_date ?? '',
    cell: (row) =>
      row.from_date ? `${day(row.from_date)} to ${row.to_date ? day(row.to_date) : 'no end'}` : 'No end',
  },
  { id: 'since', title: 'Since', isShort: true, value: (row) => row.since, cell: (row) => moment(row.since) },
  {
    id: 'applications',
    title: 'Applications',
    isNumber: true,
    value: (row) => row.applications.length,
    cell: (row) => (row.applications.length > 0 ? row.applications.join(', ') : ''),
  },
]

function Review({ rows }: { rows: AccessReviewEntry[] }) {
  const file = useMutation({ mutationFn: () => download(`${REVIEW}?format=csv`, 'access-review.csv') })
  const people = new Set(rows.map(({ user_id }) => user_id)).size
  return (
    <Panel title="Access review">
      <p className="soft">
        Who has access to what, and since when: {plural(people, 'person', 'people')}.{' '}
        <button type="button" className="small reads" disabled={file.isPending} onClick={() => file.mutate()}>
          Download as CSV
        </button>
      </p>
      <ErrorNotice error={file.error} />
      <DataTable
        caption="Access review"
        rows={rows}
        columns={REVIEW_COLUMNS}
        rowKey={(row) => `${row.user_id} ${row.via} ${row.company_id} ${row.portfolio} ${row.from_date}`}
        pageSize={25}
      />
    </Panel>
  )
}
