import { parentPort } from 'node:worker_threads'
import { type Document, type DocumentInfo, openDocument } from './document.ts'
import { drawAlone, drawOn, type Slip } from './draw.ts'

/** A task for a drawing thread: a document with one payslip, or one that grows until it ends. */
export type DrawTask =
  | { kind: 'alone'; slip: Slip; about: { created: Date; password?: string } }
  | { kind: 'begin'; info: DocumentInfo }
  | { kind: 'add'; document: number; slips: readonly Slip[] }
  | { kind: 'end'; document: number }

/** The thread's response: the bytes of a document or its next chunk, or the end of the task. */
export type Answer = { id: number; bytes?: Uint8Array; isDone?: boolean; error?: string }

const growing = new Map<number, Document>()
const say = (answer: Answer) => {
  // The bytes are transferred to the other thread. They are copied first, because pdfkit's buffer may be part
  // of a larger one.
  const bytes = answer.bytes && new Uint8Array(answer.bytes)
  parentPort?.postMessage(bytes ? { ...answer, bytes } : answer, bytes ? [bytes.buffer] : [])
}

parentPort?.on('message', async ({ id, order }: { id: number; order: DrawTask }) => {
  try {
    if (order.kind === 'alone')
      return say({ id, bytes: await drawAlone(order.slip, order.about), isDone: true })
    if (order.kind === 'begin') begin(id, order.info)
    if (order.kind === 'add') for (const slip of order.slips) drawOn(documentOf(order.document), slip)
    if (order.kind === 'end') await end(order.document)
    say({ id, isDone: true })
  } catch (error) {
    say({ id, error: String(error) })
  }
})

function begin(id: number, info: DocumentInfo): void {
  const document = openDocument(info)
  document.on('data', (bytes: Buffer) => say({ id, bytes }))
  growing.set(id, document)
}

function documentOf(id: number): Document {
  const document = growing.get(id)
  if (!document) throw new Error('this document was not begun')
  return document
}

function end(id: number): Promise<void> {
  const document = documentOf(id)
  growing.delete(id)
  return new Promise((resolve) => {
    document.on('end', () => resolve())
    document.end()
  })
}
