import { countryOf } from '../../../countries/index.ts'
import type { Queryable } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { auIncomeYear, makeDate } from '../../../kernel/values/dates.ts'
import { loadAwaited } from '../lodgements/index.ts'
import { loadOutdatedLines } from './reports.ts'
import { loadChangedYears } from './year-ends.ts'

/** A person about whom an authority holds other details or amounts, although no pay differs. */
export type OpenBeyondPays = { employee_id: number; name: string; sentence: string }

const AWAITED = 'A correction was sent, and the authority has not answered yet.'

/** Open reports for a period that do not result from a pay: changed numbers, and amounts that are not in pays. */
export async function loadOpenBeyondPays(
  query: Queryable,
  { id, jurisdiction }: Pick<Company, 'id' | 'jurisdiction'>,
  { from, to }: { from: string; to: string },
): Promise<OpenBeyondPays[]> {
  const { authority } = countryOf(jurisdiction)
  const open = authority.isYearToDate
    ? (await loadChangedYears(query, [id], jurisdiction)).flatMap((row): OpenBeyondPays[] => {
        const { start, end } = auIncomeYear(makeDate(row.year, 6, 30))
        if (start > to || end < from) return []
        const sentence = `Numbers, or amounts that are not in pays, differ from what the authority holds for the year to ${end}. Send an update event.`
        return [{ employee_id: row.id, name: row.name, sentence: row.is_awaited ? AWAITED : sentence }]
      })
    : [
        ...(await loadOutdatedLines(query, [id], jurisdiction)).flatMap((row): OpenBeyondPays[] => {
          if (row.pay_date > to || row.pay_date < from) return []
          const sentence = `The authority holds the line of ${row.pay_date} under a number that changed since. File that payday again.`
          return [{ employee_id: row.employee_id, name: row.name, sentence }]
        }),
        ...(await loadAwaitedNumbers(query, id, jurisdiction, { from, to })),
      ]
  return [...new Map(open.map((row) => [`${row.employee_id} ${row.sentence}`, row])).values()]
}

/** Sent amendments that change only numbers: no pay of the person has other figures in them. */
async function loadAwaitedNumbers(
  query: Queryable,
  companyId: number,
  jurisdiction: Company['jurisdiction'],
  { from, to }: { from: string; to: string },
): Promise<OpenBeyondPays[]> {
  const awaited = await loadAwaited(query, [companyId], countryOf(jurisdiction).authority.code)
  const own = awaited.filter((row) => row.pay_date >= from && row.pay_date <= to)
  const keyOf = (row: (typeof own)[number]) => `${row.employee_id} ${row.pay_date}`
  const ofPays = new Set(own.flatMap((row) => (row.pay_id === null ? [] : keyOf(row))))
  return own
    .filter((row) => row.pay_id === null && !ofPays.has(keyOf(row)))
    .map(({ employee_id, name }) => ({ employee_id, name, sentence: AWAITED }))
}
