import type { Bench } from './bench.ts'
import { type PayBench, startPayBench } from './pays/work.ts'

const PAYS = 10_000
const WEEK_MS = 7 * 86_400_000

let pays: PayBench
let payDay = Date.parse('2026-07-10')
let round = 0

/**
 * Creates the pays of one week with the webhook endpoint active or not. Returns the seconds it took. Each pay records two events:
 * the new pay and the change in leave.
 */
async function createPays(isHeard: boolean): Promise<number> {
  await pays.database.query.updateTable('webhook_endpoints').set({ is_active: isHeard }).execute()
  await pays.database.pool.query('truncate webhook_deliveries')
  const payDate = new Date(payDay).toISOString().slice(0, 10)
  payDay += WEEK_MS
  const seconds = await pays.createPays(PAYS, payDate)
  const { rows } = await pays.database.pool.query('select count(*) as queued from webhook_deliveries')
  if (rows[0]?.queued !== (isHeard ? 2 * PAYS : 0)) throw new Error(`${rows[0]?.queued} events were recorded`)
  return seconds
}

export const benches: Bench[] = [
  {
    name: 'Recording events: what one listening endpoint adds to a 10,000-pay call',
    target: { atMost: 15 },
    async setup() {
      pays = await startPayBench(PAYS)
      const { customer_id } = await pays.database.query
        .selectFrom('companies')
        .select('customer_id')
        .where('id', '=', pays.companyId)
        .executeTakeFirstOrThrow()
      const now = new Date()
      // Inserted directly into the table. Nothing is sent, so the host and the secret do not matter.
      await pays.database.query
        .insertInto('webhook_endpoints')
        .values({
          customer_id,
          url: 'https://hooks.example/',
          events: ['pay.created', 'employee.updated'],
          is_active: true,
          secret: 'unused',
          created_at: now,
          updated_at: now,
        })
        .execute()
    },
    async run() {
      // Alternates which variant runs first, so the growing database favours neither.
      round += 1
      const first = await createPays(round % 2 === 0)
      const second = await createPays(round % 2 === 1)
      const [heard, unheard] = round % 2 === 0 ? [first, second] : [second, first]
      return {
        ours: (heard / unheard - 1) * 100,
        unit: '% more time',
        note: `last round ${unheard.toFixed(1)} s without, ${heard.toFixed(1)} s with`,
      }
    },
    teardown: () => pays.close(),
  },
]
