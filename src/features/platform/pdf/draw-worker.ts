import type { MessagePort } from 'node:worker_threads'
import { move } from 'piscina'
import { type DocumentInfo, openDocument } from './document.ts'
import { drawAlone, drawOn, type Slip } from './draw.ts'

/* The entry point of a drawing thread. Each exported function is a task. */

export type AloneTask = { slip: Slip; about: { created: Date; password?: string } }

/**
 * The port receives payslips, then null. It sends the document's bytes, then null when the document is
 * complete.
 */
export type GrowTask = { info: DocumentInfo; port: MessagePort }

/** Draws a document with one payslip. */
export async function alone({ slip, about }: AloneTask) {
  return move(ownBytes(await drawAlone(slip, about)))
}

/** Draws a document that grows until it ends, or until no one reads it any longer. */
export async function grow({ info, port }: GrowTask): Promise<void> {
  const document = openDocument(info)
  document.on('data', (data: Buffer) => {
    const bytes = ownBytes(data)
    port.postMessage(bytes, [bytes.buffer])
  })
  try {
    await new Promise<void>((resolve, reject) => {
      port.once('close', resolve)
      document.once('end', resolve)
      port.on('message', (slips: readonly Slip[] | null) => {
        try {
          if (slips === null) return void document.end()
          for (const slip of slips) drawOn(document, slip)
          port.postMessage(null)
        } catch (error) {
          reject(error)
        }
      })
    })
    port.postMessage(null)
  } finally {
    port.close()
  }
}

/** The bytes are transferred to the other thread. They are copied first, because pdfkit's buffer may be part of a larger one. */
const ownBytes = (bytes: Buffer) => new Uint8Array(bytes)
