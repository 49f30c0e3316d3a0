import type PDFDocument from 'pdfkit'

type Document = InstanceType<typeof PDFDocument>
type TextOptions = { structParent?: unknown; structType?: string }
/** The members that pdfkit's types leave out. */
type Inner = {
  page: { markings: unknown[] } | null
  endMarkedContent(): void
  _text(text: string, x: unknown, y: unknown, options: unknown, line: unknown): Document
}

const innerOf = (document: object) => document as Inner

/** The tag for the text that follows in a document. The default is `P`. */
const kinds = new WeakMap<Document, string>()

/**
 * Tags every text for screen readers, in the order in which it is drawn. Lines and backgrounds stay untagged.
 */
export function tagTexts(document: Document): void {
  const inner = innerOf(document)
  const body = document.struct('Document')
  document.addStructure(body)
  const draw = inner._text.bind(document)
  inner._text = (text, x, y, options, line) => {
    const own = isOptions(x) ? x : isOptions(options) ? options : {}
    const tagged = { ...own, structParent: body, structType: kinds.get(document) ?? 'P' }
    const done = isOptions(x) ? draw(text, tagged, y, options, line) : draw(text, x, y, tagged, line)
    while (inner.page && inner.page.markings.length > 0) inner.endMarkedContent()
    return done
  }
}

const isOptions = (value: unknown): value is TextOptions => typeof value === 'object' && value !== null

/** Tags the text that `work` draws as headings of this level. */
export function asHeading(document: Document, level: 1 | 2, work: () => void): void {
  kinds.set(document, `H${level}`)
  work()
  kinds.delete(document)
}
