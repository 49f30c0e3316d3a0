import type { AnyJson } from '../../support/app.ts'
import type { Company } from '../company.ts'
import { addDays } from '../dates.ts'
import { allowance, deduction, overtime, payLines } from '../lines.ts'
import type { Action } from '../types.ts'

/** Stores the pays of an answer under the names of the step and its people. */
export function keepPays(company: Company, step: string, pays: AnyJson[]): void {
  for (const pay of pays) {
    const person = company.personById(pay.employee_id)?.name ?? '?'
    const taken = company.ledger.names.get(`${step}/${person}`)
    const name = taken === undefined || taken === pay.id ? `${step}/${person}` : `${step}/${person}/${pay.id}`
    company.ledger.tell(pay, name)
    if (taken === undefined)
      for (const { leave_type } of pay.leave ?? []) company.count(`leave ${leave_type}`)
  }
}

/** Everyone is paid in one call, as by an application. Sending the same key twice pays once. */
export const payAll: Action = {
  name: 'pay-all',
  weight: 0,
  draw(random, company) {
    const end = company.periodEnd(company.today)
    const people = company.active().filter((person) => person.started <= end)
    if (people.length === 0) return undefined
    return {
      end,
      key: random.chance(0.3) ? `key-${random.int(1, 1e9)}` : undefined,
      pays: people.map((person) => ({ person: person.name, ...payLines(random, company, person, end) })),
    }
  },
  async run(company, { pays, key }, step) {
    const body = pays.flatMap(({ person: who, ...lines }: AnyJson) => {
      const person = company.person(who)
      return person && !person.isDeleted ? [{ employee_id: person.id, ...lines }] : []
    })
    if (body.length === 0) return
    const path = `${company.base}/pays/create?pay_date=${company.today}`
    const options = key ? { headers: { 'idempotency-key': `${company.customer.mark}-${key}` } } : {}
    const answer = await company.caller.write('PUT', path, body, options)
    if (!company.took('pay-all', answer)) return
    keepPays(company, step, answer.body)
    if (!key) return
    const second = await company.caller.write('PUT', path, body, options)
    company.took('retry-same-key', second)
    if (second.status < 300) keepPays(company, step, second.body.pays ?? second.body)
  },
}

/** A run is drafted, some drafts are edited, and it is processed. */
export const payRun: Action = {
  name: 'pay-run',
  weight: 0,
  draw(random, company) {
    const end = company.periodEnd(company.today)
    const people = company.active()
    if (people.length === 0) return undefined
    const edits = random
      .some(people, 4)
      .map((person) => ({ person: person.name, lines: payLines(random, company, person, end) }))
    return { edits, isTogether: random.chance(0.7), discards: random.chance(0.08) }
  },
  async run(company, { edits, isTogether, discards }, step) {
    const body = { pay_period: company.period, pay_date: company.today }
    const draft = await company.caller.write('POST', `${company.base}/pay-runs`, body)
    if (!company.took('draft', draft)) return
    keepPays(company, step, draft.body.pays)
    const run = `${company.base}/pay-runs/${draft.body.pay_run_id}`
    await (isTogether ? editTogether : editEach)(company, run, draftsOf(company, step, edits))
    if (discards) {
      const gone = await company.caller.write('DELETE', run)
      if (company.took('discard', gone)) for (const pay of draft.body.pays) company.ledger.forget(pay.id)
      return
    }
    const processed = await company.caller.write('POST', `${run}/process`)
    if (company.took('process', processed)) keepPays(company, step, processed.body.pays)
  },
}

type Edit = { id: number; lines: AnyJson }
const draftsOf = (company: Company, step: string, edits: AnyJson[]): Edit[] =>
  edits.flatMap(({ person, lines }) => {
    const pay = company.ledger.byName(`${step}/${person}`)
    return pay?.status === 'pending' ? [{ id: pay.id, lines }] : []
  })

/** Saved like the grid: all in one call. */
async function editTogether(company: Company, run: string, edits: Edit[]): Promise<void> {
  if (edits.length === 0) return
  const body = edits.map(({ id, lines }) => ({ pay_id: id, ...lines }))
  const answer = await company.caller.write('PUT', `${run}/pays`, body)
  if (company.took('edit-together', answer)) for (const pay of answer.body) company.ledger.tell(pay)
}

/** Saved like the form: one after the other. */
async function editEach(company: Company, _run: string, edits: Edit[]): Promise<void> {
  for (const { id, lines } of edits.slice(0, 2)) {
    const answer = await company.caller.write('PUT', `${company.base}/pays/${id}`, lines)
    if (company.took('edit', answer)) company.ledger.tell(answer.body)
  }
}

/** One pay of one employee, for one of many reasons. */
const single = (
  name: string,
  weight: number,
  lines: (
    random: Parameters<Action['draw']>[0],
    company: Company,
    person: ReturnType<Company['active']>[0],
  ) => AnyJson,
  days = (_random: Parameters<Action['draw']>[0]): number => 0,
  country?: 'AU' | 'NZ',
): Action => ({
  name,
  weight,
  ...(country ? { country } : {}),
  draw(random, company) {
    const people = company.active()
    if (people.length === 0) return undefined
    const person = random.pick(people)
    const date = addDays(company.today, -days(random))
    if (date < company.start || date < person.started) return undefined
    return { person: person.name, date, lines: lines(random, company, person) }
  },
  async run(company, { person: who, date, lines }, step) {
    const person = company.person(who)
    if (!person || person.isDeleted) return
    const answer = await company.caller.write('PUT', `${company.base}/pays/create?pay_date=${date}`, [
      { employee_id: person.id, ...lines },
    ])
    if (company.took(name, answer)) keepPays(company, step, answer.body)
  },
})

const AU_METHODS = ['NORMAL_EARNINGS', 'METHOD_A_WHOLE_YEAR', 'METHOD_B2', 'SPREAD_OVER_FINANCIAL_YEAR']

export const singles: Action[] = [
  single('pay-again', 4, (random, company, person) =>
    payLines(random, company, person, company.periodEnd(company.today)),
  ),
  single(
    'pay-late',
    4,
    (random, company, person) => payLines(random, company, person, company.periodEnd(company.today)),
    (random) => random.pick([7, 14, 21, 35]),
  ),
  single('bonus', 4, (random, company) => ({
    bonuses: [
      {
        description: `Bonus ${random.int(1, 3)}`,
        amount: random.int(100, 4000),
        tax_method: company.isNz ? 'NORMAL_EARNINGS' : random.pick(AU_METHODS),
        ...(company.isNz ? { tax_as_nz_extra_pay: random.chance(0.7) } : {}),
      },
    ],
  })),
  single('back-pay', 5, (random, company, person) => {
    const [start_date, end_date] = [
      addDays(company.today, -random.pick([28, 56, 84])),
      addDays(company.today, -1),
    ]
    return {
      back_payments: [
        {
          description: `Back pay ${random.int(1, 99)}`,
          amount: random.int(50, 2500),
          stp_category: random.pick(['GROSS', 'OVERTIME', 'BONUS_COMMISSION_NON_DIRECTOR_S_FEES']),
          ...(company.isNz
            ? {}
            : {
                tax_method: random.pick([
                  'NORMAL_EARNINGS',
                  'METHOD_B1',
                  'METHOD_A_SPECIFIC_RANGE',
                  'METHOD_B2',
                ]),
                start_date: start_date < person.started ? person.started : start_date,
                end_date: end_date < person.started ? person.started : end_date,
              }),
        },
      ],
    }
  }),
  single('extras', 3, (random, company) => ({
    hours: [overtime(random)],
    allowances: [allowance(random, company.isNz)],
    deductions: [deduction(random)],
  })),
]
