import { type Decimal, decimal, ZERO } from '../../../../kernel/values/money.ts'
import { splitAmongFunds, superOf } from '../../../money/super-payments/index.ts'
import { type Fund, fundKey, loadRemembered } from '../../../pays/snapshots/index.ts'
import { EMPLOYEE_COLUMNS } from '../load/pays.ts'
import { readSentSuper, readSuper, type SuperRow } from '../load/super.ts'
import { type Column, money, type Report, type ReportRequest, type Row, text } from '../model/report.ts'

type Entry = {
  row: SuperRow
  fund: Fund | null
  guarantee: Decimal
  sacrificed: Decimal
  voluntary: Decimal
  sent: Decimal
}

/** The amount owed to each member's fund for the pays of the period, and the amount sent. */
async function entriesOf(question: ReportRequest): Promise<Entry[]> {
  const { service } = question
  const entries = new Map<string, Entry>()
  // Read all rows first: a batched report uses a connection, and must not wait for a second one.
  const rows: SuperRow[] = []
  for await (const part of readSuper(question)) rows.push(...part)
  const snapshots = await loadRemembered(
    service,
    service.database.query,
    rows.flatMap((row) => row.snapshot_id ?? []),
  )
  for (const row of rows)
    for (const share of splitAmongFunds(superOf(row), snapshots.get(row.snapshot_id ?? 0)?.funds ?? [])) {
      const key = `${row.employee_id} ${fundKey(share.fund)}`
      const entry = entries.get(key) ?? newEntry(row, share.fund)
      entry.guarantee = entry.guarantee.plus(share.guarantee)
      entry.sacrificed = entry.sacrificed.plus(share.sacrificed)
      entry.voluntary = entry.voluntary.plus(share.voluntary)
      entries.set(key, entry)
    }
  for (const sent of await readSentSuper(question)) {
    const entry = entries.get(`${sent.employee_id} ${sent.party}`)
    if (entry) entry.sent = entry.sent.plus(decimal(sent.amount))
  }
  return [...entries.values()]
}

const newEntry = (row: SuperRow, fund: Fund | null): Entry => ({
  row,
  fund,
  guarantee: ZERO,
  sacrificed: ZERO,
  voluntary: ZERO,
  sent: ZERO,
})

const AMOUNTS: Column[] = [
  money('guarantee', 'Guarantee'),
  money('sacrificed', 'Salary sacrifice'),
  money('voluntary', 'Above the guarantee'),
  money('total', 'Total'),
  money('sent', 'Sent'),
  money('open', 'Open'),
]

function amountsOf(entries: readonly Entry[]): Row {
  const add = (figure: (entry: Entry) => Decimal) =>
    entries.reduce((sum, each) => sum.plus(figure(each)), ZERO)
  const [guarantee, sacrificed, voluntary] = [
    add((entry) => entry.guarantee),
    add((entry) => entry.sacrificed),
    add((entry) => entry.voluntary),
  ]
  const total = guarantee.plus(sacrificed).plus(voluntary)
  const sent = add((entry) => entry.sent)
  return {
    guarantee: guarantee.toFixed(2),
    sacrificed: sacrificed.toFixed(2),
    voluntary: voluntary.toFixed(2),
    total: total.toFixed(2),
    sent: sent.toFixed(2),
    open: total.minus(sent).toFixed(2),
  }
}

const FUND: Column[] = [text('fund', 'Fund'), text('usi', 'USI or ABN')]
const fundOf = (fund: Fund | null): Row => ({
  fund: fund ? (fund.fund_name ?? `Fund ${fund.usi ?? fund.abn ?? ''}`) : 'No fund on file',
  usi: fund?.usi ?? fund?.abn ?? null,
})
const order = (a: Row, b: Row) => String(a.fund).localeCompare(String(b.fund)) || memberOrder(a, b)
const memberOrder = (a: Row, b: Row) => String(a.employee).localeCompare(String(b.employee))

async function* byFund(question: ReportRequest): AsyncGenerator<Row[]> {
  const groups = Map.groupBy(await entriesOf(question), ({ fund }) =>
    fundKey(fund && { ...fund, member_number: null }),
  )
  yield [...groups.values()]
    .map((own) => ({
      ...fundOf(own[0]?.fund ?? null),
      members: new Set(own.map((entry) => entry.row.employee_id)).size,
      ...amountsOf(own),
    }))
    .sort(order)
}

async function* byMember(question: ReportRequest): AsyncGenerator<Row[]> {
  yield (await entriesOf(question))
    .map((entry) => ({
      ...fundOf(entry.fund),
      member_number: entry.fund?.member_number ?? null,
      employee_number: entry.row.employee_number,
      employee: entry.row.employee,
      employee_id: entry.row.employee_id,
      ...amountsOf([entry]),
    }))
    .sort(order)
}

export const superByFund: Report = {
  name: 'super-by-fund',
  title: 'Super by fund',
  description:
    'Super that the pays of the period owe to each fund, by their snapshots or redirects, and the amounts sent.',
  isOfOneCountry: true,
  dates: 'span',
  takes: ['employee_id'],
  groupings: {
    fund: {
      title: 'By fund',
      build: (question) => ({
        columns: [
          ...FUND,
          { name: 'members', title: 'Members', type: 'integer', isTotalled: false },
          ...AMOUNTS,
        ],
        rows: byFund(question),
      }),
    },
    member: {
      title: 'By fund and member',
      build: (question) => ({
        columns: [...FUND, text('member_number', 'Member'), ...EMPLOYEE_COLUMNS, ...AMOUNTS],
        rows: byMember(question),
      }),
    },
  },
}
