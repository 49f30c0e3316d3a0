import { parentPort } from 'node:worker_threads'
import { loadRates } from '../../../load-rates.ts'
import { countNewLines, type FinishedPart } from './finish.ts'
import type { MadePay } from './make.ts'
import type { Answer, Order, Portion } from './portion.ts'
import { finishMade, makePortion } from './workshop.ts'

type Open = { portion: Portion; parts: Map<number, MadePay[]> }

const rates = loadRates()
const open = new Map<number, Open>()
/** One portion after the other. */
let making: Promise<void> = Promise.resolve()
const say = (answer: Answer) => parentPort?.postMessage(answer)

parentPort?.on('message', (order: Order) => {
  if (order.kind === 'end') open.delete(order.id)
  else if (order.kind === 'finish') say({ kind: 'finished', id: order.id, finished: finish(order) })
  else {
    open.set(order.id, { portion: order.portion, parts: new Map() })
    making = making.then(() => make(order.id))
  }
})
say({ kind: 'ready' })

async function make(id: number): Promise<void> {
  try {
    const work = open.get(id)
    if (!work) return
    for await (const made of makePortion(work.portion, rates)) {
      if (!open.has(id)) return
      work.parts.set(work.parts.size, made)
      const newItems = made.flatMap((pay) => pay.newItems)
      say({ kind: 'part', id, made: { count: made.length, newLines: countNewLines(made), newItems } })
    }
    say({ kind: 'made', id })
  } catch {
    say({ kind: 'failed', id })
  }
}

function finish({ work, part, numbers }: Extract<Order, { kind: 'finish' }>): FinishedPart | null {
  const owner = open.get(work)
  const made = owner?.parts.get(part)
  if (!owner || !made) return null
  try {
    return finishMade(made, owner.portion, numbers)
  } catch {
    return null
  } finally {
    // Its number stays taken, so that the next one has the next number.
    owner.parts.set(part, [])
  }
}
