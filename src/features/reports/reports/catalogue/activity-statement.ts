import { type RawBuilder, sql } from 'kysely'
import { IS_SUPER_ONLY } from '../../../../database/super-only-pays.ts'
import { byAbn, withNumber } from '../load/employer-number.ts'
import { MONTH, PAY_COUNT, PAYS, paysAsked } from '../load/pays.ts'
import { type Grouping, money, type Report, type Row, text } from '../model/report.ts'

const NOTE =
  'W1 is what Single Touch Payroll reports as the gross of the event: taxable earnings after salary sacrifice and the taxable part of termination payments. W3 and W4 are not withheld from pays: add them yourself, to W5 too.'

function groupedBy(title: string, key: string, of: RawBuilder<unknown>): Grouping {
  return {
    title,
    build: (question) => ({
      notes: [NOTE],
      columns: [
        text(
          key,
          title.replace('By ', '').replace(/^./, (first) => first.toUpperCase()),
        ),
        PAY_COUNT,
        money('w1', 'W1 Total salary, wages and other payments'),
        money('w2', 'W2 Withheld from W1'),
        money('w3', 'W3 Other amounts withheld'),
        money('w4', 'W4 Withheld where no ABN is quoted'),
        money('w5', 'W5 Total withheld'),
      ],
      rows: sql<Row>`
        select ${withNumber(of, question, byAbn)} as ${sql.ref(key)}, count(*)::int as pays,
          sum(pays.taxable_gross + coalesce((termination.result ->> 'etp_taxable_component')::numeric, 0)) as w1,
          sum(pays.tax) as w2, 0::numeric as w3, 0::numeric as w4, sum(pays.tax) as w5
        from ${PAYS} left join terminations termination on termination.pay_id = pays.id
        where ${paysAsked(question)} and not ${IS_SUPER_ONLY} group by 1 order by 1`,
    }),
  }
}

export const activityStatement: Report = {
  name: 'activity-statement',
  title: 'PAYG withholding for the activity statement',
  description:
    'W1 to W5 of the business activity statement, by the month or quarter of the pay date. If the ABN changed, each number has its own rows.',
  isOfOneCountry: true,
  dates: 'span',
  takes: [],
  groupings: {
    month: groupedBy('By month', 'month', MONTH),
    quarter: groupedBy('By quarter', 'quarter', sql`to_char(pays.processed_date, 'YYYY "Q"Q')`),
    payday: groupedBy('By payday', 'pay_date', sql`pays.processed_date::text`),
  },
}
