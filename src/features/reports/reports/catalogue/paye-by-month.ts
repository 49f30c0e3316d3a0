import { type RawBuilder, sql } from 'kysely'
import { byIrdNumber, withNumber } from '../load/employer-number.ts'
import { columnsOf, type Figure, MONTH, PAY_COUNT, PAYS, paysAsked, summed } from '../load/pays.ts'
import { type Grouping, money, type Report, type Row, text } from '../model/report.ts'

const or0 = (column: string) => sql`coalesce(pays.${sql.ref(column)}, 0)`
const ESCT = sql`(${or0('kiwisaver_esct')} + ${or0('complying_fund_esct')} + ${or0('sacrificed_super_esct')})`
const EMPLOYER = sql`(${or0('kiwisaver_employer')} - ${or0('kiwisaver_esct')})`

/** The parts of the amount payable to Inland Revenue. The last column is their sum. */
const PARTS: readonly Figure[] = [
  { column: money('paye', 'PAYE'), of: or0('paye') },
  { column: money('donation_credit', 'Payroll giving credit'), of: sql`-${or0('payroll_giving_credit')}` },
  { column: money('student_loan', 'Student loan'), of: or0('nz_student_loan') },
  { column: money('student_loan_cir', 'SLCIR'), of: or0('student_loan_cir') },
  { column: money('student_loan_bor', 'SLBOR'), of: or0('student_loan_bor') },
  { column: money('child_support', 'Child support'), of: or0('child_support') },
  { column: money('kiwisaver_employee', 'KiwiSaver employee'), of: or0('kiwisaver_employee') },
  { column: money('kiwisaver_employer_net', 'KiwiSaver employer net'), of: EMPLOYER },
  { column: money('esct', 'ESCT'), of: ESCT },
]
const FIGURES: readonly Figure[] = [
  { column: money('gross', 'Gross earnings as filed'), of: or0('filed_gross') },
  { column: money('not_liable', 'Not liable for ACC'), of: or0('not_liable_for_acc') },
  ...PARTS,
  {
    column: money('total', 'Total to Inland Revenue'),
    of: sql`(${sql.join(
      PARTS.map(({ of }) => of),
      sql` + `,
    )})`,
  },
]

function groupedBy(title: string, key: string, heading: string, of: RawBuilder<unknown>): Grouping {
  return {
    title,
    build: (question) => ({
      columns: [text(key, heading), PAY_COUNT, ...columnsOf(FIGURES)],
      rows: sql<Row>`select ${withNumber(of, question, byIrdNumber)} as ${sql.ref(key)}, count(*)::int as pays, ${summed(FIGURES)}
        from ${PAYS} where ${paysAsked(question)} group by 1 order by 1`,
    }),
  }
}

export const payeByMonth: Report = {
  name: 'paye-by-month',
  title: 'PAYE and deductions to Inland Revenue',
  description:
    'PAYE, student loans, child support, KiwiSaver and ESCT that are due, by the month of the pay date. If the IRD number changed, each number has its own rows.',
  isOfOneCountry: true,
  dates: 'span',
  takes: [],
  groupings: {
    month: groupedBy('By month', 'month', 'Month', MONTH),
    payday: groupedBy('By payday', 'pay_date', 'Payday', sql`pays.processed_date::text`),
  },
}
