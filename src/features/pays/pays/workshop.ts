import { availableParallelism } from 'node:os'
import type { Rates } from '../../../countries/index.ts'
import { present } from '../../../kernel/values/present.ts'
import { countryOf } from './country/index.ts'
import { countNewLines, type FinishedPart, finishPart, type PartNumbers } from './finish.ts'
import { openKnown } from './known.ts'
import { type MadePay, makePays } from './make.ts'
import { makeParts } from './pipeline.ts'
import type { Portion } from './portion.ts'
import type { KnownItem } from './resolve/lines.ts'
import type { PayTask } from './task.ts'
import { chooseThread, type Work } from './threads.ts'

/*
 * From what was read to what is stored, which needs neither database nor clock. Large calls have it done by another thread, so that
 * this one reads, stores and answers meanwhile. Whatever goes wrong over there is done again here: it is pure, so the same refusal
 * comes with the same sentence.
 */

/** Some pays that are made; they are finished when their ids are known. */
export type MadePart = {
  tasks: readonly PayTask[]
  newLines: number
  /** Items that they name for the first time. */
  newItems: readonly KnownItem[]
  finish(numbers: PartNumbers): Promise<FinishedPart>
}

/** Calls below so many pays are made where they came in: handing them over would cost more than it saves. */
const THREADED_FROM = 200
/** One core stays with the requests. On a machine with a single one nothing is gained. */
const THREADS = Math.min(4, availableParallelism() - 1)

/** A portion that is being made. */
export type Begun = { parts: AsyncIterable<MadePart>; end(): void }

/** Begins to make a portion of a call with so many pays: in another thread where that is worth it and one is free to start. */
export function begin(portion: Portion, rates: Rates, payCount: number): Begun {
  const thread = payCount >= THREADED_FROM && THREADS > 0 ? chooseThread(THREADS) : null
  const work = thread?.make(portion)
  if (!work) return { parts: madeHere(portion, rates), end: () => {} }
  return { parts: madeThere(work, portion, rates), end: work.end }
}

/** Makes the pays of a portion, part by part. */
export function makePortion(
  { order, partSize, groups, rows }: Portion,
  rates: Rates,
): AsyncGenerator<MadePay[]> {
  const country = countryOf(order)
  const known = openKnown(rows, country)
  return makeParts(groups, (group) => makePays(group, known(group), { ...order, country, rates }), partSize)
}

export const finishMade = (
  made: readonly MadePay[],
  { order }: Portion,
  numbers: PartNumbers,
): FinishedPart => finishPart(made, numbers, { ...order, country: countryOf(order) })

async function* madeHere(portion: Portion, rates: Rates): AsyncGenerator<MadePart> {
  for await (const made of makePortion(portion, rates))
    yield {
      tasks: made.map((pay) => pay.task),
      newLines: countNewLines(made),
      newItems: made.flatMap((pay) => pay.newItems),
      finish: async (numbers) => finishMade(made, portion, numbers),
    }
}

/** As `madeHere`; where the thread fails, the rest is made here. */
async function* madeThere(work: Work, portion: Portion, rates: Rates): AsyncGenerator<MadePart> {
  const tasks = portion.groups.flat()
  let [firstTask, parts] = [0, 0]
  for (;;) {
    const made = await work.next().catch(() => undefined)
    if (made === null) return
    if (made === undefined) break
    const part = parts++
    const { count, newLines, newItems } = made
    yield {
      tasks: tasks.slice(firstTask, firstTask + count),
      newLines,
      newItems,
      finish: (numbers) => work.finish(part, numbers).catch(() => finishHere(portion, rates, part, numbers)),
    }
    firstTask += count
  }
  let remade = 0
  for await (const part of madeHere(portion, rates)) if (remade++ >= parts) yield part
}

async function finishHere(portion: Portion, rates: Rates, part: number, numbers: PartNumbers) {
  let index = 0
  for await (const made of makePortion(portion, rates))
    if (index++ === part) return finishMade(made, portion, numbers)
  return present<FinishedPart>(undefined)
}
