import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { grow } from './draw-worker.ts'

const info = { title: 'Payslips', author: 'Kookaburra Cafe', created: new Date('2026-11-18T00:00:00Z') }

/** The messages of a port, up to the one that says that the document is complete. */
function heard(port: MessagePort): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = []
  return new Promise((resolve) => {
    port.on('message', (bytes: Uint8Array | null) => (bytes ? void chunks.push(bytes) : resolve(chunks)))
  })
}

it('sends the whole document before it says that it is done', async () => {
  const { port1, port2 } = new MessageChannel()
  const drawn = grow({ info, port: port2 })
  const chunks = heard(port1)
  port1.postMessage(null)
  const text = Buffer.concat(await chunks).toString('latin1')
  expect(text).toMatch(/^%PDF-[\s\S]*%%EOF\s*$/)
  await drawn
})

it('ends when no one reads the document any longer', async () => {
  const { port1, port2 } = new MessageChannel()
  const drawn = grow({ info, port: port2 })
  port1.close()
  await expect(drawn).resolves.toBeUndefined()
})
