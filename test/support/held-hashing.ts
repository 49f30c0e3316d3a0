import crypto from 'node:crypto'
import { onTestFinished, vi } from 'vitest'
import { PASSWORD_QUEUE } from '../../src/security/passwords.ts'

/** Pauses password hashing until a test releases it, so the test checks an order and not a time. */
export function holdHashing() {
  const { scrypt, argon2 } = crypto
  const { run } = PASSWORD_QUEUE
  const started: string[] = []
  const held: (() => void)[] = []
  let [asked, isHeld] = [0, true]
  const begin = (password: unknown, start: () => void) => {
    started.push(String(password))
    if (isHeld) held.push(start)
    else start()
  }
  vi.spyOn(crypto, 'scrypt').mockImplementation((...given: Parameters<typeof scrypt>) =>
    begin(given[0], () => scrypt(...given)),
  )
  vi.spyOn(crypto, 'argon2').mockImplementation((...given: Parameters<typeof argon2>) =>
    begin(given[1].message, () => argon2(...given)),
  )
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
    /** The passwords whose hashing has started, in order. */
    started,
    /** Waits until this number of hashes has been requested, running or queued. */
    async asked(count: number): Promise<void> {
      while (asked < count) await new Promise((resolve) => setTimeout(resolve, 5))
    },
    /** Runs the real hashes from now on. */
    release,
  }
}
