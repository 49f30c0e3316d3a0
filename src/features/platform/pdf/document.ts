import { randomBytes } from 'node:crypto'
import PDFDocument from 'pdfkit'
import { setFonts } from './fonts.ts'
import { tagTexts } from './tags.ts'

export type Document = InstanceType<typeof PDFDocument>

export const MARGIN = 42

export type DocumentInfo = {
  title: string
  author: string
  created: Date
  /** Tags each text in the structure that screen readers follow. For documents of one person. */
  isTagged?: boolean
  /** The password that opens the document. */
  password?: string
}

/** An empty document on A4 with our fonts. */
export function openDocument({ title, author, created, password, isTagged }: DocumentInfo): Document {
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    autoFirstPage: false,
    // Otherwise pdfkit loads the metrics of Helvetica for each document.
    font: '',
    info: { Title: title, Author: author, CreationDate: created },
    ...(isTagged ? { tagged: true, lang: 'en', displayTitle: true } : {}),
    ...(password === undefined ? {} : lockedBy(password)),
  })
  setFonts(document)
  if (isTagged) tagTexts(document)
  return document
}

/** 256-bit AES. A person who can open the document may print and copy it. */
const lockedBy = (userPassword: string) => ({
  pdfVersion: '1.7ext3' as const,
  userPassword,
  ownerPassword: randomBytes(24).toString('base64url'),
  permissions: { printing: 'highResolution' as const, copying: true, contentAccessibility: true },
})

/** The bytes of the whole document, once it has ended. */
export function bytesOf(document: Document): Promise<Buffer> {
  const parts: Buffer[] = []
  return new Promise((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part))
    document.on('end', () => resolve(Buffer.concat(parts)))
    document.on('error', reject)
  })
}
