import { useApi } from '../api/hooks.ts'
import { useCompany } from '../current-company.tsx'
import { addDays, day, plural } from '../format.ts'
import { Notice } from '../parts/notice.tsx'

type Law = { tables: { table: string; days_left: number | null }[] }

/** As long before as owners are mailed for the first time. */
const WARN_DAYS = 60

/** Rate tables of the company's country that end soon, or for which a newer publication should have been looked for. */
export function EndingTables() {
  const { company, today } = useCompany()
  const law = useApi<Law>('/api/meta/law')
  const ending = (law.data?.tables ?? []).flatMap(({ table, days_left: days }) => {
    const [country, ...rest] = table.split('/')
    const isOwn = country?.toUpperCase() === company.jurisdiction
    return isOwn && days !== null && days <= WARN_DAYS ? [{ name: titleOf(rest.join(' ')), days }] : []
  })
  if (ending.length === 0) return null
  return (
    <Notice kind="warning">
      <p>
        {plural(ending.length, 'rate table needs', 'rate tables need')} a look:{' '}
        {ending
          .map(({ name, days }) => `${name} (${days < 0 ? 'since' : 'by'} ${day(addDays(today, days))})`)
          .join(', ')}
        . Ask your operator for the new ones. Pays after the last day of a table are refused.
      </p>
    </Notice>
  )
}

const titleOf = (name: string) => {
  const words = name.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
