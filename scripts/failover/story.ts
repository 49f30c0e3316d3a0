import { connect } from '../../src/database/connect.ts'
import { replayPays } from '../../src/features/pays/pays/index.ts'
import { loadRates } from '../../src/load-rates.ts'
import { employeeBody } from '../../test/support/make.ts'
import { type Acknowledged, type Caller, writeUntil } from './load.ts'
import { ask, type Node } from './node.ts'

const WRITERS = 4
const EMPLOYEES = 3

/** Creates a company to write to. */
export async function newCompany(call: Caller): Promise<number> {
  const { status, body } = await call('PUT', '/api/company/create', {
    legal_name: 'Kookaburra Cafe Pty Ltd',
    jurisdiction: 'AU',
    abn: '51824753556',
  })
  if (status !== 201) throw new Error(`company/create: ${status}`)
  return (body as { id: number }).id
}

/** Hires its employees. Returns their ids. */
export async function hire(call: Caller, companyId: number): Promise<number[]> {
  const people = Array.from({ length: EMPLOYEES }, () => employeeBody())
  const { body } = await call('PUT', `/api/company/${companyId}/employees/create`, people)
  return (body as { employee: { id: number } }[]).map(({ employee }) => employee.id)
}

/** Starts writers that run until the returned `stop` is called. */
export function writeAll(
  call: Caller,
  companyId: number,
  employeeIds: readonly number[],
  acknowledged: Acknowledged,
) {
  let isOver = false
  const writing = Promise.all(
    Array.from({ length: WRITERS }, () =>
      writeUntil(call, companyId, employeeIds, acknowledged, () => isOver),
    ),
  )
  // The failure of a writer is reported by `stop`.
  writing.catch(() => {})
  return {
    times: acknowledged.times,
    async stop(): Promise<void> {
      isOver = true
      await writing
    },
  }
}

/** Checks that every acknowledged write exists exactly once. */
export async function expectAll(
  node: Node,
  companyId: number,
  { departments, numbers }: Acknowledged,
  schema = 'public',
): Promise<void> {
  const pays = await ask(
    node,
    `select pay_department as key, count(*)::int as count from ${schema}.pays where company_id = ${companyId} group by 1`,
  )
  const counts = new Map(pays.map(({ key, count }) => [String(key), Number(count)]))
  for (const key of departments)
    if (counts.get(key) !== EMPLOYEES)
      throw new Error(`call ${key}: ${counts.get(key) ?? 0} of ${EMPLOYEES} pays`)
  for (const [key, count] of counts) if (count !== EMPLOYEES) throw new Error(`call ${key}: ${count} pays`)
  const people = await ask(
    node,
    `select number from ${schema}.employees where company_id = ${companyId} and number is not null`,
  )
  const found = people.map(({ number }) => String(number))
  for (const number of numbers)
    if (found.filter((entry) => entry === number).length !== 1)
      throw new Error(`employee ${number} is not stored exactly once`)
}

/** Recalculates every pay. Returns the number of pays. */
export async function expectReplay(node: Node): Promise<number> {
  const database = connect({ url: node.url, poolSize: 2, statementTimeoutMs: 600_000 })
  let count = 0
  try {
    for await (const { id, differences } of replayPays(database.query, loadRates(), {})) {
      if (differences.length > 0) throw new Error(`pay ${id} differs when it is recalculated`)
      count += 1
    }
  } finally {
    await database.close()
  }
  return count
}
