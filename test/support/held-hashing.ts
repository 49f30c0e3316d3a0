import crypto from 'node:crypto'
import { onTestFinished, vi } from 'vitest'
import { PASSWORD_QUEUE } from '../../src/security/passwords.ts'

/** Holds password hashing until a test lets it go on, so that what is tested is an order and never a time. */
export function holdHashing() {
  const { scrypt } = crypto
  const { run } = PASSWORD_QUEUE
  const started: string[] = []
  const held: (() => void)[] = []
  let [asked, isHeld] = [0, true]
  vi.spyOn(crypto, 'scrypt').mockImplementation((...given: Parameters<typeof scrypt>) => {
    started.push(String(given[0]))
    const start = () => scrypt(...given)
    if (isHeld) held.push(start)
    else start()
  })
  vi.spyOn(PASSWORD_QUEUE, 'run').mockImplementation((work, claim) => {
    const turn = run(work, claim)
    asked += 1
    return turn
  })
  const release = () => {
    isHeld = false
    for (const start of held.splice(0)) start()
  }
  onTestFinished(() => {
    release()
    vi.restoreAllMocks()
  })
  return {
    /** The passwords whose hash was begun, in this order. */
    started,
    /** Until as many hashes have been asked for, running or waiting. */
    async asked(count: number): Promise<void> {
      while (asked < count) await new Promise((resolve) => setTimeout(resolve, 5))
    },
    /** The real hashes run from now on. */
    release,
  }
}
