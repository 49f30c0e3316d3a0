import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Company } from '../../../database/tables/companies.ts'
import type { Service } from '../../../service.ts'
import { drawInThread, growDocument } from '../../platform/pdf/index.ts'
import { distinctNames } from './file-name.ts'
import { type ReadySlip, renderMany } from './render-many.ts'

/** `isMasked` hides tax numbers from users who may not see them. */
export type Drawing = { onDrawn: (slips: number) => void; isMasked: boolean }

/** All payslips in one document, drawn in a worker thread and streamed as it grows. */
export function drawTogether(
  service: Service,
  company: Company,
  payIds: readonly number[],
  title: string,
  { onDrawn, isMasked }: Drawing,
): Readable {
  const out = new PassThrough()
  const work = async () => {
    const about = { title, author: company.legal_name, created: service.clock.now() }
    const document = growDocument(about, (bytes) => out.write(bytes))
    try {
      for await (const slips of renderMany(service, company, payIds, isMasked)) {
        await document.add(slips.map(({ payslip, brand }) => ({ payslip, brand })))
        onDrawn(slips.length)
        if (out.destroyed) return
        if (out.writableNeedDrain) await once(out, 'drain', { signal: closing(out) })
      }
      await document.end()
      out.end()
    } finally {
      document.close()
    }
  }
  work().catch((error) => out.destroy(error))
  return out
}

/** The maximum number of drawn payslips that wait for a slow reader. */
const WAITING_MOST = 100

/** Each payslip as a separate document in one ZIP file. The PDFs are already compressed. */
export function zipPayslips(
  service: Service,
  company: Company,
  payIds: readonly number[],
  { onDrawn, isMasked }: Drawing,
): Readable {
  const zip = new ZipFile()
  const out = new PassThrough()
  zip.on('error', (error) => out.destroy(error instanceof Error ? error : undefined))
  zip.outputStream.pipe(out)
  const nameOf = distinctNames()
  let waiting = 0
  let wake = () => {}
  const add = (slip: ReadySlip, pdf: Buffer) => {
    waiting++
    const options = { compress: false, size: pdf.length, mtime: slip.madeAt }
    zip.addReadStreamLazy(nameOf(slip.fileName), options, (give) => {
      waiting--
      wake()
      give(null, Readable.from([pdf], { objectMode: false }))
    })
  }
  const work = async () => {
    for await (const slips of renderMany(service, company, payIds, isMasked)) {
      const drawn = await Promise.all(slips.map((slip) => drawInThread(slip, { created: slip.madeAt })))
      onDrawn(slips.length)
      if (out.destroyed) return
      for (const [index, slip] of slips.entries()) add(slip, drawn[index] ?? Buffer.alloc(0))
      while (waiting > WAITING_MOST && !out.destroyed)
        await new Promise<void>((resolve) => {
          wake = resolve
          out.once('close', resolve)
        })
    }
    zip.end()
  }
  work().catch((error) => out.destroy(error))
  return out
}

/** Aborts the wait when the reader disconnects. */
function closing(stream: PassThrough): AbortSignal {
  const ended = new AbortController()
  stream.once('close', () => ended.abort())
  return ended.signal
}
