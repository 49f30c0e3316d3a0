import { sql } from 'kysely'
import { present } from '../../../../kernel/values/present.ts'
import { BY_NAME, EMPLOYEE, EMPLOYEE_COLUMNS, peopleAsked } from '../load/pays.ts'
import { number, type Report, type ReportRequest, type Row } from '../model/report.ts'

/** A year of standard hours under both Acts, by the agreed week. */
function person(question: ReportRequest) {
  const { nz } = question.service.rates
  const now = nz.holidays.at(question.today).value
  const next = present(nz.employmentLeave.entries[0])
  const rates = next.value
  return {
    notes: [
      `From ${next.from} leave arises by the hour: ${rates.annualLeavePerStandardHour.toFixed()} hours of annual leave and ${rates.sickPerStandardHour.toFixed()} of sick leave for each standard hour.`,
      'Unverified: the text of the Employment Leave Act 2026 was not read. Rates are those of rates/nz/employment-leave, and how balances move over on the first day is not known.',
      'A year is 52 agreed weeks, all of them standard hours. Casuals are left out: their leave compensation payment is not compared.',
    ],
    columns: [
      ...EMPLOYEE_COLUMNS,
      number('week_hours', 'Hours of a week'),
      number('annual_held', 'Annual holidays held, hours'),
      number('annual_now', 'Annual, hours a year: Holidays Act'),
      number('annual_next', 'Annual, hours a year: Employment Leave Act'),
      number('sick_held', 'Sick leave held, hours'),
      number('sick_now', 'Sick, hours a year: Holidays Act'),
      number('sick_next', 'Sick, hours a year: Employment Leave Act'),
      number('sick_maximum_now', 'Sick, most hours kept: Holidays Act'),
      number('sick_maximum_next', 'Sick, most hours kept: Employment Leave Act'),
    ],
    rows: sql<Row>`
      select ${EMPLOYEE}, week.hours as week_hours,
        round(annual_holidays_weeks * week.hours, 2) as annual_held,
        round(${now.annualWeeksPerYear.toFixed()}::numeric * week.hours, 2) as annual_now,
        round(${rates.annualLeavePerStandardHour.toFixed()}::numeric * 52 * week.hours, 2) as annual_next,
        round(sick_days * standard_hours_per_day, 2) as sick_held,
        round(${now.sick.daysPerYear.toFixed()}::numeric * standard_hours_per_day, 2) as sick_now,
        round(least(${rates.sickPerStandardHour.toFixed()}::numeric * 52 * week.hours, ${rates.sickMaximumHours.toFixed()}::numeric), 2) as sick_next,
        round(${now.sick.maximumDays.toFixed()}::numeric * standard_hours_per_day, 2) as sick_maximum_now,
        ${rates.sickMaximumHours.toFixed()}::numeric as sick_maximum_next
      from employees
      cross join lateral (select standard_hours_per_day * standard_days_per_week as hours) week
      where ${peopleAsked(question)} and not employees.is_terminated and employees.employment_status <> 'Casual'
      order by ${BY_NAME}`,
  }
}

export const employmentLeaveComparison: Report = {
  name: 'employment-leave-comparison',
  title: 'Employment Leave Act 2026 compared with the Holidays Act',
  description:
    'What each employee has and earns in a year under both Acts. Unverified: the new Act was not read, and its rates come from third parties.',
  isOfOneCountry: true,
  dates: 'none',
  takes: ['employee_id'],
  groupings: { person: { title: 'By employee', build: person } },
}
