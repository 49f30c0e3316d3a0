import { call } from '../api/client.ts'
import type { Pay } from '../api/types.ts'
import { Notice } from '../parts/notice.tsx'
import { plainWords } from '../plain-words.ts'
import type { requestOf } from './pay-values.ts'

/** A row that pays a public holiday on a day that is not one, or that is not a working day. */
const WRONG_DAY = /^".*" pays .*(which is none\.|which is not otherwise a working day)/

/**
 * Stops a pay with a public holiday row on the wrong day from being saved. The service accepts it with a warning, so the form
 * does a dry run first and shows the warning.
 */
export async function wrongHolidays(path: string, body: ReturnType<typeof requestOf>): Promise<string[]> {
  if (!body.leave.some(({ leave_type }) => leave_type === 'PAID_PUBLIC_HOLIDAY')) return []
  const { warnings } = await call<Pay>('PUT', `${path}?dry_run=true`, body)
  return warnings.filter((sentence) => WRONG_DAY.test(sentence))
}

/** Why the pay was not saved. */
export function Stopped({ sentences }: { sentences: readonly string[] }) {
  return sentences.map((sentence) => (
    <Notice key={sentence} kind="problem">
      {plainWords(sentence)} The pay is not saved: change the date or remove the row.
    </Notice>
  ))
}
