import { Link } from 'wouter'
import type { AffectedPay } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day, money, plural } from '../format.ts'
import { Notice } from '../parts/notice.tsx'
import { paths } from '../paths.ts'

/** Earlier pays that a change would affect, with the net of each before and after. */
export function AffectedPays({ pays }: { pays: readonly AffectedPay[] }) {
  const { company } = useCompany()
  if (pays.length === 0) return null
  return (
    <Notice kind="warning">
      {plural(pays.length, 'pay')} would be different. They do not change until you recalculate them:
      <ul>
        {pays.map((pay) => (
          <li key={pay.pay_id}>
            <Link href={paths.pay(company.id, pay.pay_id)}>{day(pay.processed_date)}</Link>
            {differenceOf(pay)}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function differenceOf({ differences }: AffectedPay): string {
  const net = differences.find(({ figure }) => figure === 'net')
  if (net) return `: net ${money(net.stored)} → ${money(net.recalculated)}`
  return `: ${differences.map(({ figure }) => figure.replaceAll('_', ' ')).join(', ')}`
}
