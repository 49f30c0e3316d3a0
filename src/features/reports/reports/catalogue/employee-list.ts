import { sql } from 'kysely'
import { EMPLOYEE, EMPLOYEE_COLUMNS } from '../load/pays.ts'
import { date, id, number, type Report, type ReportRequest, type Row, rate, text } from '../model/report.ts'

const IS_PAID = sql`not employees.is_terminated and employees.active_pay_recipient`

function listed(question: ReportRequest, isCurrent: boolean) {
  const only = isCurrent ? sql`and ${IS_PAID}` : sql``
  return {
    columns: [
      ...EMPLOYEE_COLUMNS,
      text('status', 'Status'),
      text('department', 'Department'),
      text('position', 'Position'),
      text('employment_status', 'Basis'),
      date('start_date', 'Started'),
      date('termination_date', 'Ended'),
      date('date_of_birth', 'Born'),
      text('state', 'State'),
      text('pay_period', 'Paid'),
      rate('pay_rate_per_hour', 'Rate an hour'),
      number('hours_per_week', 'Hours a week'),
      text('email_address', 'Email'),
      text('phone_mobile', 'Mobile'),
    ],
    rows: sql<Row>`
      select ${EMPLOYEE},
        case when employees.is_terminated then 'terminated' when employees.active_pay_recipient then 'active' else 'inactive' end as status,
        department, position, employment_status, start_date, termination_date, date_of_birth, state, pay_period,
        pay_rate_per_hour, standard_hours_per_day * standard_days_per_week as hours_per_week, email_address, phone_mobile
      from employees where company_id = ${question.company.id} and not is_deleted ${only}
      order by last_name, first_name, employees.id`,
  }
}

function counted(question: ReportRequest) {
  return {
    columns: [
      text('department', 'Department'),
      { ...id('employees', 'Employees'), isTotalled: true },
      { ...id('full_time', 'Full-time'), isTotalled: true },
      { ...id('part_time', 'Part-time'), isTotalled: true },
      { ...id('casual', 'Casual'), isTotalled: true },
    ],
    rows: sql<Row>`
      select coalesce(nullif(trim(department), ''), 'No department') as department, count(*)::int as employees,
        (count(*) filter (where employment_status = 'Full-time'))::int as full_time,
        (count(*) filter (where employment_status = 'Part-time'))::int as part_time,
        (count(*) filter (where employment_status not in ('Full-time', 'Part-time')))::int as casual
      from employees where company_id = ${question.company.id} and not is_deleted and ${IS_PAID} group by 1 order by 1`,
  }
}

export const employeeList: Report = {
  name: 'employee-list',
  title: 'Employee list',
  description: 'People and their terms as of today, without tax numbers and bank accounts.',
  dates: 'none',
  takes: [],
  groupings: {
    current: { title: 'Those who are paid', build: (question) => listed(question, true) },
    all: { title: 'Everyone', build: (question) => listed(question, false) },
    department: { title: 'Counted by department', build: counted },
  },
}
