import { workerData } from 'node:worker_threads'
import { answerFile } from '../../../kernel/worker-pool.ts'
import { readCsv } from './csv-file.ts'

/** A thread of its own: reading a large file takes longer than any other request may wait. */
const { bytes }: { bytes: Uint8Array } = workerData
await answerFile(async () => {
  const file = await readCsv(bytes)
  return { value: file, transfer: file.batches.map(({ buffer }) => buffer) }
})
