import type { Caller } from '../../../http/caller.ts'
import { WEB_CLIENT_ID } from '../../../http/limits.ts'
import type { App } from '../../../http/types.ts'
import { conflict } from '../../../kernel/problem.ts'
import { addDays } from '../../../kernel/values/dates.ts'
import type { Service } from '../../../service.ts'
import { issueGrant, revokeGrant } from '../oauth/index.ts'
import { DATA_SETS, type DataSet, type DataSetName } from './data-sets.ts'

type Send = <T>(method: 'GET' | 'PUT' | 'POST', path: string, body?: object) => Promise<T>

/** Creates the company of a data set through the API, so it is the same as one that a user creates. */
export async function loadData(service: Service, app: App, caller: Caller, name: DataSetName) {
  const scopes = ['openid', 'payroll.read', 'payroll.write']
  const { customerId, userId } = caller
  const now = service.systemClock.now()
  const grant = await service.database.transaction((tx) =>
    issueGrant(tx, { clientId: WEB_CLIENT_ID, userId, customerId, scopes }, now),
  )
  try {
    return await fill(service, senderFor(app, grant.accessToken), DATA_SETS[name])
  } finally {
    await revokeGrant(service, grant.grantId)
  }
}

async function fill(service: Service, send: Send, set: DataSet) {
  const { company, allowances, payRates, payPeriod, runs } = set
  const there = await send<{ legal_name: string }[]>('GET', '/api/company')
  if (there.some(({ legal_name }) => legal_name === company.legal_name))
    throw conflict(`${company.legal_name} already exists. Reset the sandbox first.`)
  const { id } = await send<{ id: number }>('PUT', '/api/company/create', company)
  for (const allowance of allowances) await send('POST', `/api/company/${id}/allowances`, allowance)
  for (const rate of payRates) await send('POST', `/api/company/${id}/pay-rates`, rate)
  const employees = set.employees()
  await send('PUT', `/api/company/${id}/employees/create`, employees)
  let pays = 0
  for (let back = runs; back > 0; back -= 1) {
    const days = payPeriod === 'WEEKLY' ? 7 : 14
    const pay_date = addDays(service.clock.today(), -days * back)
    const run = await send<{ pay_run_id: number; pays: unknown[] }>('POST', `/api/company/${id}/pay-runs`, {
      pay_period: payPeriod,
      pay_date,
    })
    await send('POST', `/api/company/${id}/pay-runs/${run.pay_run_id}/process`)
    pays += run.pays.length
  }
  return { company_id: id, employees: employees.length, pays }
}

function senderFor(app: App, token: string): Send {
  return async (method, path, body) => {
    const response = await app.inject({
      method,
      url: path,
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { payload: body }),
    })
    if (response.statusCode >= 300)
      throw conflict(
        `The data conflicts with what is already there; reset the sandbox first. ${path}: ${sentenceOf(response.payload)}`,
      )
    return response.json()
  }
}

function sentenceOf(payload: string): string {
  const said: { detail?: string; message?: string } = JSON.parse(payload)
  return said.detail ?? said.message ?? payload.slice(0, 200)
}
