import { type Static, Type } from 'typebox'
import { CivilDateText, closed, component, nullable, WarningsMember, words } from '../../../http/schema.ts'

const FromDate = {
  ...CivilDateText,
  description:
    'The 1 April from which the rates apply. Left out: the coming one from March on, else the last.',
}

export const EsctQuery = closed({ from_date: Type.Optional(FromDate) })

const Person = closed({
  employee_id: Type.Integer(),
  format_name: Type.String(),
  start_date: CivilDateText,
  basis: words(['LAST_YEAR', 'ESTIMATE'], {
    description:
      '`LAST_YEAR`: salary and employer contributions of the whole previous tax year. `ESTIMATE`: the last three pays, extended to a year, with contributions at the rate from `from_date`, for an employee who was not paid here for the whole year.',
  }),
  salary: Type.Number({ description: 'Salary or wages paid in the previous tax year.' }),
  employer_contributions: Type.Number({ description: 'Before ESCT, paid in the previous tax year.' }),
  threshold_amount: Type.Number({
    description: 'The salary and contributions that determine the rate, in whole dollars.',
  }),
  current_rate: Type.Number({ description: 'The `esct_rate` of the record today, such as 0.175.' }),
  rate: Type.Number({ description: 'The rate that follows from the threshold amount.' }),
  status: words(['open', 'approved', 'kept', 'set'], {
    description:
      '`kept`: the officer left the rate as it was. `set`: another change gave `esct_rate` from this day or later.',
  }),
  decided_rate: nullable(Type.Number({ description: 'The rate that was approved or kept.' })),
})

const list = {
  from_date: CivilDateText,
  year_from: { ...CivilDateText, description: 'The first day of the tax year before `from_date`.' },
  year_to: CivilDateText,
  year_start: { ...CivilDateText, description: 'The same day as `year_from`.' },
  year_end: { ...CivilDateText, description: 'The same day as `year_to`.' },
  is_year_over: Type.Boolean({
    description: 'False: the tax year still runs, so the figures can change until its end.',
  }),
  open: Type.Integer({ description: 'People without a decision.' }),
  people: Type.Array(Person),
}

export const EsctRates = component('EsctRates', closed(list))
export type EsctRates = Static<typeof EsctRates>

export const EsctDecisionRequest = component(
  'EsctDecisionRequest',
  closed(
    {
      from_date: FromDate,
      action: words(['APPROVE', 'KEEP'], {
        description: '`KEEP` leaves the rates as they are, for example where a higher one was agreed.',
      }),
      employee_ids: Type.Optional(
        Type.Array(Type.Integer(), {
          description: 'Left out: everyone without a decision.',
          maxItems: 10_000,
        }),
      ),
    },
    { examples: [{ from_date: '2026-04-01', action: 'APPROVE', employee_ids: [12, 15] }] },
  ),
)
export type EsctDecisionRequest = Static<typeof EsctDecisionRequest>

export const EsctDecided = component('EsctDecided', closed({ ...list, ...WarningsMember }))
export type EsctDecided = Static<typeof EsctDecided>
