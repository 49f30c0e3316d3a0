import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { connect } from '../../src/database/connect.ts'
import { readPostmaster } from '../../src/database/embedded/leftover.ts'
import { keptUrl } from '../../src/database/embedded/place.ts'
import { verifyAudit } from '../../src/features/platform/audit/index.ts'
import { temporaryFolder } from '../support/embedded.ts'
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts'
import { USUAL_KILLS } from '../support/thorough.ts'
import { issueTokenAt } from '../support/token-at.ts'

const KILLS = Number(process.env.TASMAN_KILLS ?? USUAL_KILLS)
const WRITERS = 2

type Written = { id: number; legal_name: string; requestId: string }

it(
  `every company whose creation was answered is there after ${KILLS} times kill -9 of the service`,
  async () => {
    const dataDir = await temporaryFolder(onTestFinished)
    const acknowledged: Written[] = []
    let service = await startServiceProcess({ DATA_DIR: dataDir })
    const token = await issueTokenAt(keptUrl(join(dataDir, 'postgres')), 'owner')

    for (let round = 0; round < KILLS; round += 1) {
      const writers = Array.from({ length: WRITERS }, () => createUntilCut(service, token, acknowledged))
      await sleep(100 + Math.random() * 900)
      // Every second time the database is killed too, as when the machine kills the whole process group.
      const postmaster = readPostmaster(join(dataDir, 'postgres/pgdata'))?.pid
      const killed = service.kill('SIGKILL')
      if (round % 2 === 1 && postmaster) process.kill(postmaster, 'SIGKILL')
      await Promise.all([killed, ...writers])

      service = await startServiceProcess({ DATA_DIR: dataDir })
      const found = await readCompanies(service, token)
      const lost = acknowledged.filter((company) => found.get(company.id) !== company.legal_name)
      expect(lost, `after kill ${round + 1}`).toEqual([])
      const { missing, broken } = await checkAudit(join(dataDir, 'postgres'), acknowledged)
      expect(missing, `acknowledged but not in the audit log after kill ${round + 1}`).toEqual([])
      expect(broken).toBeNull()
    }
    expect(acknowledged.length).toBeGreaterThan(KILLS)
    await service.kill('SIGTERM')
  },
  30_000 + KILLS * 20_000,
)

/**
 * Acknowledged requests that are missing in the log, companies without an audit row, and the state of the
 * chain.
 */
async function checkAudit(folder: string, acknowledged: readonly Written[]) {
  const database = connect({ url: keptUrl(folder), poolSize: 2, statementTimeoutMs: 10_000 })
  try {
    const { rows } = await database.pool.query<{ request_id: string }>(
      `select request_id from audit_log where action = 'createCompany'`,
    )
    const logged = new Set(rows.map((row) => row.request_id))
    const counted = await database.pool.query<{ companies: number; rows: number }>(
      `select (select count(*) from companies) as companies,
        (select count(*) from audit_log where action = 'createCompany' and outcome = 201) as rows`,
    )
    // Written completely or not at all: each company has its audit row, even those whose response was lost in
    // the kill.
    expect(counted.rows[0]?.rows).toBe(counted.rows[0]?.companies)
    return {
      missing: acknowledged.filter(({ requestId }) => !logged.has(requestId)),
      broken: (await verifyAudit(database)).broken,
    }
  } finally {
    await database.close()
  }
}

let next = 0
async function createUntilCut(
  service: ServiceProcess,
  token: string,
  acknowledged: Written[],
): Promise<void> {
  for (;;) {
    next += 1
    const answer = await call(service, token, 'PUT', '/api/company/create', {
      legal_name: `Company ${next} Pty Ltd`,
    })
    if (!answer) return
    acknowledged.push(answer as Written)
  }
}

async function readCompanies(service: ServiceProcess, token: string): Promise<Map<number, string>> {
  const companies = (await call(service, token, 'GET', '/api/company')) as Written[]
  return new Map(companies.map((company) => [company.id, company.legal_name]))
}

// The response's JSON, or undefined when the connection was cut. Retries a service that reports overload, as
// it may on a busy machine: nothing was acknowledged.
async function call(service: ServiceProcess, token: string, method: string, path: string, body?: unknown) {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body ? { 'content-type': 'application/json' } : {}),
  }
  for (;;) {
    const answer = await fetch(`${service.baseUrl}${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    }).catch(() => undefined)
    const text = await answer?.text().catch(() => undefined)
    if (!answer || text === undefined) return undefined
    const requestId = answer.headers.get('x-request-id')
    if (answer.ok && method === 'PUT') return { ...JSON.parse(text), requestId } as unknown
    if (answer.ok) return JSON.parse(text) as unknown
    if (answer.status !== 503) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
    await sleep(200)
  }
}
