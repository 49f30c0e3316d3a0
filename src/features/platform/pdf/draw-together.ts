import type { Payslip } from '../../../countries/contract/document.ts'
import { createYielder } from '../../../http/yield-to-event-loop.ts'
import type { PrintBrand } from '../branding/index.ts'
import { bytesOf, openDocument } from './document.ts'
import { drawOn } from './draw.ts'

/** Draws several payslips as one document, each on its own page. */
export async function drawTogether(
  payslips: readonly Payslip[],
  { title, created, brand }: { title: string; created: Date; brand?: PrintBrand | undefined },
): Promise<Buffer> {
  const author = payslips[0]?.employer.name ?? ''
  const document = openDocument({ title, author, created, isTagged: true })
  const bytes = bytesOf(document)
  const yieldIfDue = createYielder()
  for (const payslip of payslips) {
    drawOn(document, { payslip, brand })
    await yieldIfDue()
  }
  document.end()
  return bytes
}
