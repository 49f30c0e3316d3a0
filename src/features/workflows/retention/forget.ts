import { civilDate } from '../../../kernel/values/dates.ts'
import type { Service } from '../../../service.ts'
import { sealText } from '../../lodgements/lodgements/index.ts'
import { forgetFiledNames } from '../../lodgements/payday-filing/index.ts'
import { forgetRemembered } from '../../pays/snapshots/index.ts'
import {
  type Before,
  blankDocuments,
  blankPeople,
  DOCUMENTS,
  deleteImports,
  findDocuments,
  findPeople,
} from './queries.ts'

/** The batch size of one transaction. */
const AT_ONCE = 200

const SENTENCE = 'Removed at the end of its retention time (RETENTION_YEARS).'

/**
 * Removes the identity of people who have left, once nothing was paid or changed for `RETENTION_YEARS`. Also
 * removes messages, files and records of imports of that age. Amounts stay, so the company's totals do not change.
 */
export async function forgetOldRecords(
  service: Service,
  stopped?: AbortSignal,
): Promise<{ people: number; documents: number }> {
  const { retentionYears } = service.settings
  const done = { people: 0, documents: 0 }
  if (retentionYears === 0) return done
  const before = yearsAgo(service.clock.now(), retentionYears)
  for (let count = AT_ONCE; count === AT_ONCE && !stopped?.aborted; ) {
    count = await forgetPeople(service, before)
    done.people += count
  }
  for (const kind of DOCUMENTS)
    for (let count = AT_ONCE; count === AT_ONCE && !stopped?.aborted; ) {
      count = await forgetDocuments(service, kind, before)
      done.documents += count
    }
  let imports = 0
  for (let count = AT_ONCE; count === AT_ONCE && !stopped?.aborted; ) {
    count = await service.database.transaction((tx) => deleteImports(tx, before, AT_ONCE))
    imports += count
  }
  if (done.people + done.documents + imports > 0)
    service.log.info({ ...done, imports }, 'removed records past their retention time')
  return done
}

function yearsAgo(now: Date, years: number): Before {
  const instant = new Date(now)
  instant.setUTCFullYear(instant.getUTCFullYear() - years)
  return { instant, date: civilDate(instant.toISOString().slice(0, 10)) }
}

function forgetPeople(service: Service, before: Before): Promise<number> {
  return service.database.transaction(async (tx) => {
    const ids = await findPeople(tx, before, AT_ONCE)
    if (ids.length === 0) return 0
    await forgetRemembered(service, tx, ids)
    await forgetFiledNames(service, tx, ids)
    await blankPeople(tx, ids, service.clock.now())
    return ids.length
  })
}

function forgetDocuments(
  service: Service,
  kind: (typeof DOCUMENTS)[number],
  before: Before,
): Promise<number> {
  return service.database.transaction(async (tx) => {
    const found = await findDocuments(tx, kind, before, AT_ONCE)
    const { cipher } = service
    const sealed = found.map(({ name }) => ({
      name,
      content: sealText(cipher, `${kind}.content`, name, SENTENCE),
      // The document of a submission is parsed as JSON.
      document:
        kind === 'submissions'
          ? sealText(cipher, 'submissions.document', name, JSON.stringify({ removed: SENTENCE }))
          : null,
    }))
    if (sealed.length > 0) await blankDocuments(tx, kind, sealed, service.clock.now())
    return found.length
  })
}
