import { workerData } from 'node:worker_threads'
import { answerFile } from '../../../kernel/worker-pool.ts'
import { readCsv } from './csv-file.ts'

/** A worker thread, because parsing a large file would block other requests for too long. */
const { bytes }: { bytes: Uint8Array } = workerData
await answerFile(async () => {
  const file = await readCsv(bytes)
  return { value: file, transfer: file.batches.map(({ buffer }) => buffer) }
})
