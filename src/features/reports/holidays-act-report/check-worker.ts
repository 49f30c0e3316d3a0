import { workerData } from 'node:worker_threads'
import { writeJsonRows } from '../../../http/json-rows.ts'
import { answerFile } from '../../../kernel/worker-pool.ts'
import { loadRates } from '../../../load-rates.ts'
import { checkHistoryFile } from './check-history.ts'
import type { AnswerFormat } from './schema.ts'
import { writeCsv } from './write.ts'

/** A worker thread, because reading and checking the history of many employees takes long. */
const { bytes, format }: { bytes: Uint8Array; format: AnswerFormat } = workerData
await answerFile(async () => {
  const { rows, ...rest } = await checkHistoryFile(bytes, loadRates().nz)
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const part of format === 'csv' ? writeCsv(rows) : writeJsonRows(rest, rows))
    parts.push(new Uint8Array(new TextEncoder().encode(part)))
  return { value: parts, transfer: parts.map(({ buffer }) => buffer) }
})
