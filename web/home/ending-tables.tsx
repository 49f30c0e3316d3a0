import { useApi } from '../api/hooks.ts'
import { useCompany } from '../current-company.tsx'
import { addDays, day, plural } from '../format.ts'
import { Notice } from '../parts/notice.tsx'

type Law = { tables: { table: string; days_left: number | null }[] }

/** The same lead time as the first mail to owners. */
const WARN_DAYS = 60

/** Rate tables of the company's country that end soon or are due for a check against newer publications. */
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
