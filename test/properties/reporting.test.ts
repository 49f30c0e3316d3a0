import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anEmployer, aWorker, aPay as nzPay } from '../api/payday-filing/story.ts'
import { aPayer, aPay as auPay } from '../api/single-touch/story.ts'
import { type Held, InlandRevenue, TaxOffice } from '../independent/authority.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { anEmployee } from '../support/make.ts'

/*
 * The authorities' figures equal the pays. Whatever is paid, corrected, deleted, terminated, renamed or refused, in any
 * order: once everything is reported, the sums of the pays, our ledger and the figures that an independent reader finds
 * in the messages are the same, and lodging again does nothing.
 */

const RUNS = Number(process.env.REPORTING_RUNS ?? 3)
const STEPS = Number(process.env.REPORTING_STEPS ?? 14)

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

/** Both sides of 30 June. */
const DATES = ['2026-06-19', '2026-06-26', '2026-07-03', '2026-07-10', '2026-07-17']
/** Both sides of 31 March. */
const NZ_DATES = ['2026-03-24', '2026-03-31', '2026-04-01', '2026-04-07', '2026-07-16', '2026-07-17']

const step = fc.record({
  what: fc.constantFrom(
    ...[
      'pay',
      'pay',
      'pay',
      'rebuild',
      'rebuild',
      'recalculate',
      'delete',
      'name',
      'type',
      'basis',
      'fund',
      'end',
    ],
    ...['submit', 'submit', 'submit-one', 'update', 'replace', 'finalise', 'refuse', 'hold'],
  ),
  pick: fc.nat(1000),
  hours: fc.integer({ min: 4, max: 45 }),
})
type Step = { what: string; pick: number; hours: number }

type Story = { company: AnyJson; people: AnyJson[]; pays: AnyJson[]; dates: readonly string[]; isNz: boolean }
const at = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(1, list.length)]

const behave = async (behaviour: 'accept' | 'reject') =>
  owner.put('/api/demo/gateways', { stp: behaviour, payday: behaviour })

function linesOf({ hours, pick }: Step, isNz: boolean) {
  return {
    hours: [
      { description: 'Ordinary hours', units: 'hours', value: hours },
      ...(pick % 3 === 0
        ? [
            {
              description: 'Overtime',
              units: 'hours',
              value: 1 + (pick % 4),
              multiplier: 1.5,
              is_overtime: true,
            },
          ]
        : []),
    ],
    ...(isNz
      ? {}
      : {
          allowances:
            pick % 2 === 0
              ? [
                  { description: 'Tools', amount: 10 + pick, allowance_category: 'TD' },
                  { description: 'Kilometres', amount: 5, allowance_category: 'CD', is_taxable: false },
                ]
              : [],
          bonuses:
            pick % 5 === 0 ? [{ description: 'Bonus', amount: 100, tax_method: 'NORMAL_EARNINGS' }] : [],
          deductions:
            pick % 7 === 0 ? [{ description: 'Union', amount: 3, classification: 'UNION_FEES' }] : [],
        }),
  }
}

/** Changes of people and pays. */
async function change(story: Story, one: Step): Promise<void> {
  const { company, isNz } = story
  const person = at(story.people, one.pick) as AnyJson
  const paid = at(story.pays, one.pick)
  const path = `/api/company/${company.id}/pays`
  const edit = (fields: object) =>
    owner.patch(`/api/company/${company.id}/employees/update`, [{ id: person.id, ...fields }])
  if (one.what === 'pay') {
    const date = at(story.dates, one.hours + one.pick) as string
    const pay = isNz ? nzPay : auPay
    story.pays.push(await pay(owner, company.id, person.id, date, linesOf(one, isNz)))
  }
  if (one.what === 'rebuild' && paid) await owner.put(`${path}/${paid.id}`, linesOf(one, isNz))
  if (one.what === 'recalculate' && paid) await owner.post(`${path}/recalculate`, { pay_ids: [paid.id] })
  if (one.what === 'delete' && paid) {
    await owner.delete(`${path}/${paid.id}`)
    story.pays = story.pays.filter((each) => each !== paid)
  }
  if (one.what === 'name') await edit({ last_name: `Ngāti${one.pick % 3 ? '' : ' Smith'}` })
  if (one.what === 'type')
    await edit(isNz ? { nz_tax_code: one.pick % 2 ? 'M' : 'SB' } : { is_closely_held: one.pick % 2 === 0 })
  if (one.what === 'basis' && !isNz)
    await edit({ employment_status: one.pick % 2 ? 'Labour Hire' : 'Full-time' })
  if (one.what === 'fund' && !isNz) await changeFund(person.id, one.pick)
  if (one.what === 'end' && one.pick % 3 === 0) {
    const { status, body } = await owner.post(`/api/employees/${person.id}/terminate`, {
      termination_date: story.dates.at(-1),
      pay_date: story.dates.at(-1),
    })
    if (status === 200 || status === 201)
      story.pays.push({ id: body.pay_id, employee_id: person.id, isEnd: true })
  }
}

/** Another fund, or the super split between two: the reported figures of a pay do not change. */
async function changeFund(employeeId: number, pick: number): Promise<void> {
  const fund = (usi: string, percentage: number) => ({
    fund_type: 'APRA',
    fund_name: `Fund ${usi}`,
    usi,
    member_number: `M${pick}`,
    percentage,
  })
  const funds = pick % 3 === 0 ? [fund('STA0100AU', 60), fund('HOS0100AU', 40)] : [fund('STA0100AU', 100)]
  const { status, body } = await owner.put(`/api/employees/${employeeId}/super-funds`, funds)
  // A terminated employee keeps the earlier fund.
  if (![200, 409].includes(status)) throw new Error(`fund: ${status} ${JSON.stringify(body)}`)
}

const reports = (story: Story) =>
  story.isNz ? `/api/payday-filing/${story.company.id}` : `/api/single-touch/${story.company.id}`
const everything = { from_date: '2026-01-01', to_date: '2026-12-31' }

/** Reports everything or a part of it. No report may fail on its own. */
async function lodge(story: Story, { what, pick }: Step): Promise<void> {
  const { isNz } = story
  const submit = `${reports(story)}/${isNz ? 'submit' : 'submit-stp-pays'}`
  const answers: AnyJson[] = []
  if (what === 'submit') answers.push(await owner.post(submit, everything))
  const paid = at(story.pays, pick)
  if (what === 'submit-one' && paid) answers.push(await owner.post(submit, { pay_ids: [paid.id] }))
  if (what === 'hold')
    answers.push(await owner.post(submit, { ...everything, hold_back: [at(story.people, pick)?.id] }))
  if (what === 'refuse') {
    await behave('reject')
    answers.push(await owner.post(submit, everything))
    if (!isNz) answers.push(await owner.post(`${reports(story)}/update`, { year: 2026 + (pick % 2) }))
    await behave('accept')
  }
  if (!isNz && what === 'update')
    answers.push(await owner.post(`${reports(story)}/update`, { year: 2026 + (pick % 2) }))
  if (!isNz && what === 'finalise')
    answers.push(await owner.post(`${reports(story)}/finalise`, { year: 2026 + (pick % 2) }))
  if (!isNz && what === 'replace') {
    const [last] = (await owner.get(`${reports(story)}/submissions`)).body
    if (last) answers.push(await owner.post(`${reports(story)}/submissions/${last.id}/replace`, {}))
  }
  for (const { status, body } of answers) {
    if (![200, 201, 400, 409].includes(status)) throw new Error(`${what}: ${status} ${JSON.stringify(body)}`)
    if (what !== 'refuse' && status === 201) expect(body.status).toBe('accepted')
  }
}

async function live(story: Story, steps: readonly Step[]): Promise<void> {
  for (const one of steps) {
    await change(story, one)
    await lodge(story, one)
  }
}

/** The texts of every accepted message, the oldest first. */
async function taken(story: Story): Promise<string[]> {
  const list: AnyJson[] = (await owner.get(`${reports(story)}/submissions`)).body
  const accepted = list.filter(({ status }) => status === 'accepted').map(({ id }) => id as number)
  const texts: string[] = []
  for (const id of accepted.sort((a, b) => a - b))
    texts.push(
      String((await owner.get(`${reports(story)}/submissions/${id}/${story.isNz ? 'file' : 'xml'}`)).body),
    )
  return texts
}

/** Nothing is due, no pay differs, and lodging again does nothing. */
async function expectSettled(story: Story): Promise<void> {
  const { company, isNz } = story
  const count = async () => (await owner.get(`${reports(story)}/submissions`)).body.length
  const before = await count()
  const submit = await owner.post(`${reports(story)}/${isNz ? 'submit' : 'submit-stp-pays'}`, everything)
  expect([200, 400]).toContain(submit.status)
  for (const year of isNz ? [] : [2026, 2027])
    expect((await owner.post(`${reports(story)}/update`, { year })).status).toBe(400)
  expect(await count()).toBe(before)
  const pays: AnyJson[] = (await owner.get(`/api/company/${company.id}/pays`)).body
  expect(pays.filter((pay) => pay.stp_needs_update).map((pay) => pay.id)).toEqual([])
  const due: AnyJson[] = (await owner.get(`/api/company/${company.id}/obligations`)).body
  const kinds = ['stp-pay-event', 'stp-update', 'payday-filing', 'payday-amendment']
  expect(due.filter((row) => kinds.includes(row.kind) && row.status !== 'done')).toEqual([])
}

/** The figures of the stored pays, added up field by field from their own columns. */
async function auSums(story: Story): Promise<Map<string, Held>> {
  const rows = await tasman.service.database.query
    .selectFrom('pays')
    .leftJoin('snapshots', 'snapshots.id', 'pays.snapshot_id')
    .select(['pays.employee_id', 'processed_date', 'reporting', 'income_type', 'snapshots.content'])
    .select(['compulsory_super', 'super_base', 'resc_super'])
    .where('pays.company_id', '=', story.company.id)
    .where('pays.status', '=', 'processed')
    .execute()
  const sums = new Map<string, Held>()
  for (const row of rows) {
    const year = Number(row.processed_date.slice(0, 4)) + (row.processed_date.slice(5) >= '07-01' ? 1 : 0)
    const key = `${row.employee_id}/${year}`
    const held = sums.get(key) ?? new Map()
    sums.set(key, held)
    const add = (name: string, text: string | number | undefined | null) => {
      const amount = Math.round(Number(text ?? 0) * 100)
      if (amount !== 0) held.set(name, (held.get(name) ?? 0) + amount)
    }
    const parts = row.reporting as AnyJson
    const isClosely = (row.content as AnyJson)?.is_closely_held && row.income_type !== 'WHM'
    const type = isClosely ? 'CHP' : (row.income_type ?? 'SAW')
    const inGross = type === 'LAB'
    add(`${type}/Withheld`, parts.taxWithheld)
    add(`${type}/GrossA`, parts.gross)
    add(`${type}/${inGross ? 'GrossA' : 'OvertimePaymentA'}`, parts.overtime)
    add(`${type}/${inGross ? 'GrossA' : 'GrossBonusesAndCommissionsA'}`, parts.bonusesAndCommissions)
    for (const [code, amount] of Object.entries(parts.allowances))
      add(`${type}/Allowance/${code}`, amount as string)
    for (const [code, amount] of Object.entries(parts.paidLeave))
      add(`${type}/Leave/${code}`, amount as string)
    if (parts.lumpSumA) add(`${type}/LumpSum/${parts.lumpSumA.type}`, parts.lumpSumA.amount)
    for (const etp of parts.etps) {
      const etpKey = `${type}/ETP/${etp.etpCode}/${row.processed_date}`
      add(`${etpKey}/IncomeTaxFreeA`, etp.taxFreeComponent)
      add(`${etpKey}/IncomeTaxableA`, etp.taxableComponent)
      add(`${etpKey}/IncomePayAsYouGoWithholdingA`, etp.taxWithheld)
    }
    add('all/Deduction/F', parts.deductions.UNION_FEES)
    add('all/Super/L', row.compulsory_super)
    add('all/Super/Q', row.super_base)
    add('all/Super/R', row.resc_super)
  }
  return sums
}

/** `payroll id/income year`: all of a story is lodged by one payer. */
const payeeOf = (key: string) => key.split('/').slice(0, 2).join('/')

const figures = (rows: ReadonlyMap<string, Held>) =>
  Object.fromEntries(
    [...rows]
      .map(
        ([key, held]) =>
          [payeeOf(key), Object.fromEntries([...held].filter(([, amount]) => amount !== 0).sort())] as const,
      )
      .filter(([, held]) => Object.keys(held).length > 0)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

/** Our ledger in the format of the independent reader. */
async function auLedger(story: Story): Promise<Map<string, number>> {
  const { loadHoldings } = await import('../../src/features/lodgements/lodgements/index.ts')
  const gross = new Map<string, number>()
  for (const year of [2026, 2027])
    for (const held of (
      await loadHoldings(tasman.service.database.query, story.company.id, { authority: 'ATO', year: year })
    ).values())
      for (const [name, text] of Object.entries(held.amounts))
        if (name.endsWith('.GrossA') && Number(text) !== 0)
          gross.set(`${held.employee_id}/${year}/${name.split('.')[0]}`, Math.round(Number(text) * 100))
  return gross
}

it('the tax office holds what the pays say', {
  timeout: Number(process.env.REPORTING_TIMEOUT ?? 240_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS }), async (steps) => {
      const company = await aPayer(owner)
      const people = [await anEmployee(owner, company.id), await anEmployee(owner, company.id)]
      const story: Story = { company, people, pays: [], dates: DATES, isNz: false }
      await live(story, steps)
      for (const what of ['submit', 'update', 'update'])
        for (const pick of [0, 1]) await lodge(story, { what, pick, hours: 0 })
      await expectSettled(story)
      const office = new TaxOffice()
      for (const xml of await taken(story)) office.take(xml)
      const sums = figures(await auSums(story))
      expect(figures(office.rows)).toEqual(sums)
      const gross = Object.entries(sums).flatMap(([key, held]) =>
        Object.entries(held).flatMap(([name, amount]) =>
          name.endsWith('/GrossA') ? [[`${key}/${name.split('/')[0]}`, amount] as const] : [],
        ),
      )
      expect(Object.fromEntries(await auLedger(story))).toEqual(Object.fromEntries(gross))
    }),
    { numRuns: RUNS, seed: 20_260_720 },
  )
})

it('Inland Revenue holds what the pays say', {
  timeout: Number(process.env.REPORTING_TIMEOUT ?? 240_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS }), async (steps) => {
      const company = await anEmployer(owner)
      const people = [await aWorker(owner, company.id), await aWorker(owner, company.id)]
      const story: Story = { company, people, pays: [], dates: NZ_DATES, isNz: true }
      await live(story, steps)
      await lodge(story, { what: 'submit', pick: 0, hours: 0 })
      await expectSettled(story)
      const office = new InlandRevenue()
      for (const file of await taken(story)) office.take(file)
      const rows = await tasman.service.database.query
        .selectFrom('pays')
        .select(['processed_date', 'tax_code', 'filed_gross', 'paye', 'kiwisaver_employee', 'hours_paid'])
        .where('company_id', '=', company.id)
        .where('status', '=', 'processed')
        .execute()
      const total = (lines: readonly (readonly string[])[], field: number) =>
        lines.reduce((sum, line) => sum + Number(line[field]), 0)
      for (const date of new Set([...story.dates, ...rows.map((row) => row.processed_date)])) {
        const lines = office.linesOn(date.replaceAll('-', ''))
        const own = rows.filter((row) => row.processed_date === date)
        const sum = (name: 'filed_gross' | 'paye' | 'kiwisaver_employee' | 'hours_paid') =>
          Math.round(own.reduce((all, row) => all + Number(row[name]) * 100, 0))
        expect({
          date,
          gross: total(lines, 9),
          paye: total(lines, 13),
          kiwisaver: total(lines, 20),
          hours: total(lines, 8),
          codes: [...new Set(lines.map((line) => line[2]))].sort(),
        }).toEqual({
          date,
          gross: sum('filed_gross'),
          paye: sum('paye'),
          kiwisaver: sum('kiwisaver_employee'),
          hours: sum('hours_paid'),
          codes: [...new Set(own.map((row) => row.tax_code))].sort(),
        })
      }
    }),
    { numRuns: RUNS, seed: 20_260_331 },
  )
})
