import type { Bench } from './bench.ts'
import { type PayBench, startPayBench } from './pays/work.ts'

/*
 * The payslips of a run, from the HTTP call to the last byte: read from the database, worded, drawn in threads and sent. Other
 * customers keep reading meanwhile.
 */
const PAYSLIPS = 1000
const READS_MS = 100

let bench: PayBench
let isStarted = false
let path = ''

async function start(): Promise<void> {
  if (isStarted) return
  bench = await startPayBench(PAYSLIPS)
  isStarted = true
  const run = await bench.database.query
    .selectFrom('pay_runs')
    .select('id')
    .where('company_id', '=', bench.companyId)
    .executeTakeFirstOrThrow()
  path = `/pay-runs/${run.id}/payslips`
  // The first download starts the threads and warms up their code.
  await bench.download(path)
}

const FORMS = { zip: 'a ZIP of single payslips', pdf: 'one PDF of all payslips' }

function drawing(format: keyof typeof FORMS): Bench[] {
  const url = () => `${path}?format=${format}`
  return [
    {
      name: `Payslips: ${FORMS[format]} of a run of ${PAYSLIPS.toLocaleString('en')}`,
      target: { atLeast: 100 },
      rounds: 3,
      setup: start,
      async run() {
        const { seconds, bytes } = await bench.download(url())
        const note = `${(bytes / PAYSLIPS / 1000).toFixed(1)} kB each`
        return { ours: PAYSLIPS / seconds, unit: 'payslips/s', note }
      },
    },
    {
      name: `Payslips: reads of another customer meanwhile (${FORMS[format]}), 99th percentile`,
      target: { atMost: READS_MS },
      rounds: 2,
      setup: start,
      run: async () => ({ ours: await bench.watchOtherReads(() => bench.download(url())), unit: 'ms' }),
    },
  ]
}

const all = [...drawing('zip'), ...drawing('pdf')]
export const benches: Bench[] = all.map((each, index) =>
  index === all.length - 1 ? { ...each, teardown: () => bench.close() } : each,
)
