import { sql } from 'kysely'
import type { HeldBefore } from '../../../../countries/nz/law/leave/employment-leave-transition.ts'
import { type AgreedWeek, leaveActOn } from '../../../../countries/nz/law/leave/leave-acts.ts'
import { addDays, civilDate } from '../../../../kernel/values/dates.ts'
import { type Decimal, decimal, ONE, toPlaces, ZERO } from '../../../../kernel/values/money.ts'
import { present } from '../../../../kernel/values/present.ts'
import { BY_NAME, EMPLOYEE, EMPLOYEE_COLUMNS, peopleAsked } from '../load/pays.ts'
import { number, type Report, type ReportRequest, type Row, rate } from '../model/report.ts'

type Person = Row & {
  start_date: string
  annual_holidays_weeks: string
  sick_days: string | null
  hours_per_day: string
  week_hours: string
  pay_rate_per_hour: string | null
}

/** A year of standard hours, a week's pay and the balance held, under both Acts, by the agreed week. */
function person(question: ReportRequest) {
  const next = present(question.service.rates.nz.employmentLeave.entries[0])
  const { annualLeavePerStandardHour, sickPerStandardHour } = next.value
  return {
    notes: [
      `From ${next.from} leave arises by the hour: ${annualLeavePerStandardHour.toFixed()} hours of annual leave and ${sickPerStandardHour.toFixed()} of sick leave for each standard hour.`,
      'Unverified: sections of the Employment Leave Act 2026 come from a transcription by a third party, because the official text could not be opened.',
      'Balances are converted as if the new Act began today: weeks and days in ordinary hours, and the year that has begun by its days (Schedule 1 cl 12 and 18).',
      'A year is 52 agreed weeks, all of them standard hours. A week’s pay is that of the agreed rate: regular overtime and allowances belong to it under the Holidays Act only.',
      'Casuals are left out: their leave compensation payment is not compared. So are contractors (tax code WT), who earn no leave.',
    ],
    columns: [
      ...EMPLOYEE_COLUMNS,
      number('week_hours', 'Hours of a week'),
      number('annual_held', 'Annual holidays held, hours'),
      number('annual_converted', 'Annual leave after the change, hours'),
      number('annual_now', 'Annual, hours a year: Holidays Act'),
      number('annual_next', 'Annual, hours a year: Employment Leave Act'),
      number('sick_held', 'Sick leave held, hours'),
      number('sick_converted', 'Sick leave after the change, hours'),
      number('sick_now', 'Sick, hours a year: Holidays Act'),
      number('sick_next', 'Sick, hours a year: Employment Leave Act'),
      number('sick_maximum_now', 'Sick, most hours kept: Holidays Act'),
      number('sick_maximum_next', 'Sick, most hours kept: Employment Leave Act'),
      rate('week_pays_now', 'A week of leave: Holidays Act'),
      rate('week_pays_next', 'A week of leave: Employment Leave Act'),
      rate('extra_hour_next', 'Compensation for an additional hour'),
    ],
    rows: compare(question),
  }
}

async function* compare(question: ReportRequest): AsyncGenerator<Row[]> {
  const { nz } = question.service.rates
  const [before, after] = [
    leaveActOn(addDays(present(nz.employmentLeave.entries[0]).from, -1), nz),
    leaveActOn(present(nz.employmentLeave.entries[0]).from, nz),
  ]
  const minimumWage = nz.minimumWage.nearest(question.today).ADULT
  const { rows } = await sql<Person>`
    select ${EMPLOYEE}, start_date, annual_holidays_weeks, sick_days, pay_rate_per_hour,
      standard_hours_per_day as hours_per_day, standard_hours_per_day * standard_days_per_week as week_hours
    from employees
    where ${peopleAsked(question)} and not employees.is_terminated and employees.employment_status <> 'Casual'
      and employees.nz_tax_code is distinct from 'WT'
    order by ${BY_NAME}`.execute(question.service.database.query)
  yield rows.map((row): Row => {
    const { start_date, annual_holidays_weeks, sick_days, hours_per_day, week_hours, ...rest } = row
    const { pay_rate_per_hour, ...names } = rest
    const [hoursPerWeek, hoursPerDay] = [decimal(week_hours), decimal(hours_per_day)]
    const week: AgreedWeek = {
      hoursPerWeek,
      hoursPerDay,
      minimumWage,
      regularWeekly: ZERO,
      hourly: decimal(pay_rate_per_hour ?? '0'),
    }
    const held: HeldBefore = {
      hoursPerWeek,
      hoursPerDay,
      startDate: civilDate(start_date),
      annualWeeks: decimal(annual_holidays_weeks),
      sickDays: decimal(sick_days ?? '0'),
    }
    const [now, next] = [before.yearOf(week), after.yearOf(week)]
    const [holds, becomes] = [before.heldOn(held, question.today), after.heldOn(held, question.today)]
    return {
      ...names,
      week_hours: shown(hoursPerWeek),
      annual_held: shown(holds.annual),
      annual_converted: shown(becomes.annual),
      annual_now: shown(now.annual),
      annual_next: shown(next.annual),
      sick_held: shown(holds.sick),
      sick_converted: shown(becomes.sick),
      sick_now: shown(now.sick),
      sick_next: shown(next.sick),
      sick_maximum_now: shown(now.sickMaximum),
      sick_maximum_next: shown(next.sickMaximum),
      week_pays_now: pay_rate_per_hour === null ? null : before.weekPays(week).toFixed(2),
      week_pays_next: pay_rate_per_hour === null ? null : after.weekPays(week).toFixed(2),
      extra_hour_next: pay_rate_per_hour === null ? null : after.compensationFor(ONE, week).toFixed(2),
    }
  })
}

const shown = (hours: Decimal) => toPlaces(hours, 2).toFixed()

export const employmentLeaveComparison: Report = {
  name: 'employment-leave-comparison',
  title: 'Employment Leave Act 2026 compared with the Holidays Act',
  description:
    'What each employee has, earns in a year and is paid for a week of leave under both Acts. Unverified: the new Act was read in a transcription only.',
  isOfOneCountry: true,
  dates: 'none',
  takes: ['employee_id'],
  groupings: { person: { title: 'By employee', build: person } },
}
