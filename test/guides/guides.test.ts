import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import type { DemoPerson } from '../../src/demo/people.ts'
import { type LiveService, startLive } from '../support/live.ts'
import { authorize, createVisitor } from '../support/visitor.ts'

const GUIDES = join(import.meta.dirname, '../../docs/guides')
/** The reader of a guide, if not the owner. */
const READERS: Partial<Record<string, DemoPerson>> = { 'partner-checkout': 'partner', sandbox: 'sandbox' }

const folder = mkdtempSync(join(tmpdir(), 'tasman-guides-'))
let tasman: LiveService | undefined
afterEach(async () => {
  vi.restoreAllMocks()
  await tasman?.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

const blocksOf = (text: string) =>
  [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code).join('\n')

const names = readdirSync(GUIDES)
  .filter((file) => blocksOf(readFileSync(join(GUIDES, file), 'utf8')) !== '')
  .map((file) => file.replace('.md', ''))

it('has the guides that a partner developer looks for', () => {
  expect(names).toEqual([
    ...['corrections', 'employees', 'errors', 'first-pay', 'limits-and-retries', 'mcp', 'moving-in', 'oauth'],
    ...['partner-checkout', 'receive-webhooks', 'sandbox', 'terminations'],
  ])
})

// Each guide runs from its first block to its last against its own service, with that service's limits on. It
// must print what the guide says it prints.
it.each(names)(
  '%s works as written',
  async (name) => {
    tasman = await startLive({ RATE_LIMITS: 'on' })
    const service = tasman
    const client = await service.clientFor(READERS[name] ?? 'owner')
    vi.stubEnv('TASMAN_URL', service.base)
    vi.stubEnv('TASMAN_TOKEN', client.token)
    const printed: string[] = []
    vi.spyOn(console, 'log').mockImplementation((...values: unknown[]) => {
      const line = values.map((value) => (typeof value === 'string' ? value : inspect(value))).join(' ')
      const [, address] = /^Open (http\S+)$/.exec(line) ?? []
      if (address) void allow(service, address)
      else printed.push(line)
    })
    const code = blocksOf(readFileSync(join(GUIDES, `${name}.md`), 'utf8'))
    const file = join(folder, `${name}.ts`)
    writeFileSync(file, code)
    await import(/* @vite-ignore */ file)
    const expected = [...code.matchAll(/console\.log\(.*\/\/ → (.*)$/gm)].map(([, text]) => text)
    expect(printed).toEqual(expected)
  },
  120_000,
)

/** The customer's part in the browser. */
async function allow(service: LiveService, address: string): Promise<void> {
  const query = Object.fromEntries(new URL(address).searchParams)
  const answer = await authorize(createVisitor(service), query)
  await fetch(`${query.redirect_uri}?${answer}`)
}
