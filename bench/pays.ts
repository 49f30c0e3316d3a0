import { countryOf, loadPays, replayPay } from '../src/features/pays/pays/index.ts'
import { addDays, civilDate } from '../src/kernel/values/dates.ts'
import { loadRates } from '../src/load-rates.ts'
import { type Bench, median } from './bench.ts'
import { type PayBench, startPayBench } from './pays/work.ts'

/*
 * Pays end to end, from the HTTP call to the commit. Each has three hours rows, one leave row, two allowances and one deduction.
 * Compared with inserting the same rows directly, and with the calculation alone.
 */
const MANY = 10_000
const CALCULATED = 500

let bench: PayBench
let isStarted = false
const FIRST_DATE = civilDate('2026-07-10')
const WEEKS = 48
/** Ends before June 2027, when the rate tables end, and leaves some weeks for measuring. */
const TWO_YEARS = 92
let calls = 0

/** Calls before the first measured call. A service that has run for a minute has compiled its code in both threads. */
const WARM_UP = 10

/** One service for all benches of this file, whichever are selected. */
async function start(): Promise<void> {
  if (isStarted) return
  isStarted = true
  bench = await startPayBench(MANY)
  for (let call = 0; call < WARM_UP; call++) await bench.createPays(1000, nextDate(), 1000 * (call % 10))
  // Without this, query plans made for empty tables would be used for the first minute.
  await bench.database.pool.query('analyze')
}

/** Every call has its own date, so its rows can be told apart. Dates advance week by week as in real use. */
function nextDate(): string {
  const call = calls++
  return addDays(FIRST_DATE, 7 * (call % WEEKS) + Math.floor(call / WEEKS))
}

const perSecond = (count: number, seconds: number) => count / seconds

/** Latency that other callers see while pays are created. */
function watched(what: string, watch: (work: () => Promise<unknown>) => Promise<number>): Bench[] {
  const sizes = [
    { count: 1000, atMost: 250, rounds: 3 },
    { count: MANY, atMost: 250, rounds: 1 },
  ]
  return sizes.map(({ count, atMost, rounds }) => ({
    name: `${what} while ${count.toLocaleString('en')} pays are created, 99th percentile`,
    target: { atMost },
    rounds,
    setup: start,
    run: async () => ({ ours: await watch(() => bench.createPays(count, nextDate())), unit: 'ms' }),
  }))
}

/** Pays created in one call, compared with inserting the rows of 0.1.0 and the rows of the current release. */
function created(count: number): Bench[] {
  const what = `Pays created, ${count.toLocaleString('en')} in a call: service against bare inserts of`
  const measured = async (bare: () => Promise<number>) => ({
    ours: perSecond(count, await bench.createPays(count, nextDate())),
    bare: perSecond(count, await bare()),
    unit: 'pays/s',
  })
  return [
    {
      name: `${what} the rows of 0.1.0`,
      setup: start,
      run: () => measured(() => bench.insertFirstReleaseRows(count)),
    },
    {
      name: `${what} the same rows`,
      setup: start,
      run: () => measured(() => bench.insertSameRows()),
    },
  ]
}

export const benches: Bench[] = [
  ...created(1000),
  ...created(MANY),
  {
    name: 'Pays calculated, nothing else',
    setup: start,
    async run() {
      const { query } = bench.database
      const rows = await query.selectFrom('pays').select('id').orderBy('id').limit(CALCULATED).execute()
      const pays = await loadPays(
        query,
        rows.map((row) => row.id),
      )
      const country = countryOf({ jurisdiction: 'AU' })
      const rates = loadRates()
      const start = performance.now()
      for (const pay of pays) replayPay(pay, country, rates)
      const seconds = (performance.now() - start) / 1000
      return {
        ours: perSecond(pays.length, seconds),
        unit: 'pays/s',
        note: 'reading the stored input included',
      }
    },
  },
  {
    name: 'Time for each pay, 10,000 in a call against 100 in a call',
    target: { atMost: 1.25 },
    rounds: 1,
    setup: start,
    async run() {
      // Each small call uses other employees, so it does not read a longer history than the large call. Both alternate, so they
      // see the same machine load.
      let place = 0
      const small = () => bench.createPays(100, nextDate(), 100 * place++)
      for (let i = 0; i < 10; i++) await small()
      const few: number[] = []
      const many: number[] = []
      for (let round = 0; round < 3; round++) {
        for (let i = 0; i < 9; i++) few.push((await small()) / 100)
        many.push((await bench.createPays(MANY, nextDate())) / MANY)
      }
      const [perFew, perMany] = [median(few), median(many)]
      const note = `${(perFew * 1000).toFixed(2)} ms in 100, ${(perMany * 1000).toFixed(2)} ms in 10,000`
      return { ours: perMany / perFew, unit: 'times', note }
    },
  },
  {
    name: 'One pay in a call, 50th percentile',
    rounds: 1,
    setup: start,
    async run() {
      const times: number[] = []
      const date = nextDate()
      // The main thread handles small calls, and it has compiled little of that code at this point.
      for (let call = 0; call < 1800; call++) times.push((await bench.createPays(1, date, call)) * 1000)
      return { ours: median(times.slice(1500)), unit: 'ms' }
    },
  },
  {
    name: 'Time for each pay with two years of weekly pays behind it, against a few weeks',
    target: { atMost: 1.1 },
    rounds: 1,
    setup: start,
    async run() {
      const [old, young] = [MANY - 2000, MANY - 1000]
      for (let week = 0; week < TWO_YEARS; week++)
        await bench.createPays(1000, addDays(civilDate('2025-07-11'), 7 * week), old)
      // This creates two years of pays in a minute. In production autovacuum would have analysed the tables many times by then.
      await bench.database.pool.query('analyze')
      const times = { old: [] as number[], young: [] as number[] }
      for (let week = 0; week < 8; week++) {
        const date = addDays(civilDate('2025-07-11'), 7 * (TWO_YEARS + week))
        // Alternates in small groups, because the load of the machine changes the time of a single call by a tenth.
        for (let group = 0; group < 1000; group += 250) {
          times.young.push(await bench.createPays(250, date, young + group))
          times.old.push(await bench.createPays(250, date, old + group))
        }
      }
      return { ours: median(times.old) / median(times.young), unit: 'times' }
    },
  },
  ...watched('GET /api/health', (work) => bench.watchHealth(work)),
  ...watched('Reads of another customer', (work) => bench.watchOtherReads(work)),
  {
    name: 'Reads of another customer while one customer has three calls with 10,000 pays and 50 with one, 99th percentile',
    target: { atMost: 250 },
    rounds: 1,
    setup: start,
    async run() {
      const work = () =>
        Promise.all([
          ...Array.from({ length: 3 }, () => bench.createPays(MANY, nextDate())),
          ...Array.from({ length: 50 }, (_, index) => bench.createPays(1, nextDate(), index)),
        ])
      return { ours: await bench.watchOtherReads(work), unit: 'ms' }
    },
  },
  {
    name: 'Peak memory of the service after calls with 10,000 pays',
    target: { atMost: 600 },
    rounds: 1,
    setup: start,
    async run() {
      return { ours: bench.peakMegabytes(), unit: 'MB' }
    },
    teardown: () => bench.close(),
  },
]
