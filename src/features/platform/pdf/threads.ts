import { availableParallelism } from 'node:os'
import { MessageChannel } from 'node:worker_threads'
import { createWorkerPool } from '../../../kernel/worker-pool.ts'
import type { DocumentInfo } from './document.ts'
import type { Slip } from './draw.ts'
import type { AloneTask, GrowTask } from './draw-worker.ts'

const pool = createWorkerPool({
  file: new URL('./draw-worker.ts', import.meta.url),
  // Leaves one core free for requests.
  threads: Math.max(1, Math.min(4, availableParallelism() - 1)),
  // A growing document occupies a thread until its reader has received all of it.
  tasksPerThread: 64,
  // Each thread has its own fonts and words in memory, so idle threads end soon.
  idleMs: 30_000,
})

/** Draws a document with one payslip in the least busy thread. */
export async function drawInThread(
  { payslip, brand }: Slip,
  about: { created: Date; password?: string },
): Promise<Buffer> {
  const task: AloneTask = { slip: { payslip, brand }, about }
  return bufferOf(await pool.run<Uint8Array>('alone', task))
}

/** A document that grows payslip by payslip. Its bytes are passed on as they arrive. */
export function growDocument(info: DocumentInfo, take: (bytes: Buffer) => void) {
  const { port1: port, port2 } = new MessageChannel()
  const task: GrowTask = { info, port: port2 }
  const failed = new Promise<never>((_, reject) => pool.run('grow', task, [port2]).catch(reject))
  // The error is raised where the caller waits for the document.
  failed.catch(() => {})
  let answered = () => {}
  port.on('message', (bytes: Uint8Array | null) => (bytes ? take(bufferOf(bytes)) : answered()))
  const post = (slips: readonly Slip[] | null) => {
    const drawn = new Promise<void>((resolve) => {
      answered = resolve
    })
    port.postMessage(slips)
    return Promise.race([drawn, failed])
  }
  return {
    /** Resolves when the payslips are drawn. Call it again only then. */
    add: (slips: readonly Slip[]): Promise<void> => post(slips),
    end: (): Promise<void> => post(null),
    /** Frees the thread, even for a document that never ends. */
    close: () => port.close(),
  }
}

const bufferOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer)
