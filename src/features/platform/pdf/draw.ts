import type { Payslip, PayslipSection } from '../../../countries/contract/document.ts'
import { present } from '../../../kernel/values/present.ts'
import type { PrintBrand } from '../branding/index.ts'
import { bytesOf, type Document, MARGIN, openDocument } from './document.ts'
import { drawable } from './fonts.ts'
import { asHeading } from './tags.ts'

/** The colours of headings and of the lines below them. */
type Paint = { heading: string; line: string }

const INK = '#1c2733'
const QUIET = '#5c6b7a'
const LINE = '#d5dde5'
const ACCENT = '#0f5e63'
const BAND = '#eef4f4'
const LOGO = { width: 144, height: 48 }
const ROW = 15
const GAP = 22
/** The space above and below the text of a row. */
const ROW_PADDING = 3
const FACT = 13
/** The box at the top: the employee, the facts, and the net pay at the upper right of the facts. */
const EMPLOYEE_WIDTH = 172
const FACTS_LEFT = 195
const FACT_LABEL_WIDTH = 70
const NET_WIDTH = 132
const NET_BOTTOM = 49

/** A payslip with its branding. */
export type Slip = { payslip: Payslip; brand?: PrintBrand | undefined }

/**
 * Draws a payslip on A4 in the customer's branding. A normal pay fits on one page, and a long one continues
 * on the next.
 */
export function drawPayslip(payslip: Payslip, created: Date, brand?: PrintBrand): Promise<Buffer> {
  return drawAlone({ payslip, brand }, { created })
}

/** Draws one payslip as a separate document, encrypted if there is a password. */
export function drawAlone(slip: Slip, about: { created: Date; password?: string }): Promise<Buffer> {
  const { title, employer } = slip.payslip
  const document = openDocument({ title, author: employer.name, isTagged: true, ...about })
  const bytes = bytesOf(document)
  drawOn(document, slip)
  document.end()
  return bytes
}

/** Adds a payslip to a document, on a new page. */
export function drawOn(document: Document, { payslip: content, brand }: Slip): void {
  const payslip = drawableTexts(content)
  const paint: Paint = { heading: brand?.primary ?? ACCENT, line: brand?.accent ?? brand?.primary ?? ACCENT }
  document.addPage()
  drawHead(document, payslip, paint, brand)
  drawPeople(document, payslip, paint)
  for (const section of payslip.sections) drawSection(document, section, paint, MARGIN, widthOf(document))
  drawSide(document, payslip.side, paint)
  drawNotes(document, payslip.notes)
}

/** The payslip with every text reduced to characters that the fonts have. */
function drawableTexts(payslip: Payslip): Payslip {
  return JSON.parse(JSON.stringify(payslip), (_, value) =>
    typeof value === 'string' ? drawable(value) : value,
  ) as Payslip
}

const widthOf = (document: Document) => document.page.width - 2 * MARGIN
const bottomOf = (document: Document) => document.page.height - MARGIN

function drawHead(document: Document, payslip: Payslip, paint: Paint, brand?: PrintBrand): void {
  const top = MARGIN + drawLogo(document, brand)
  document
    .font('bold')
    .fontSize(15)
    .fillColor(paint.heading)
    .text(payslip.employer.name, MARGIN, top, { width: 330 })
  document.font('regular').fontSize(8.5).fillColor(QUIET)
  for (const line of payslip.employer.lines) document.text(line, { width: 330 })
  const end = document.y
  const right = document.page.width - MARGIN - 180
  document.font('bold').fontSize(13).fillColor(INK)
  asHeading(document, 1, () => {
    document.text(payslip.title, right, MARGIN + 1, { width: 180, align: 'right' })
  })
  if (brand?.name)
    document
      .font('regular')
      .fontSize(8.5)
      .fillColor(QUIET)
      .text(drawable(brand.name), right, document.y + 2, { width: 180, align: 'right' })
  document.y = Math.max(end, MARGIN + 30) + 10
}

/** Draws the logo above the employer's name and returns the height it takes. */
function drawLogo(document: Document, brand?: PrintBrand): number {
  if (!brand?.logo) return 0
  const { png, width, height } = brand.logo
  const scale = Math.min(LOGO.width / width, LOGO.height / height, 1)
  // From another thread the image arrives as plain bytes.
  document.image(Buffer.from(png), MARGIN, MARGIN, { width: width * scale, height: height * scale })
  return height * scale + 8
}

function drawPeople(document: Document, payslip: Payslip, paint: Paint): void {
  const top = document.y
  const width = widthOf(document)
  const box = { x: MARGIN, y: top, width }
  const ends = [drawEmployee, drawFacts].map((draw) => draw(document, payslip, box, false))
  const height = Math.max(64, Math.max(...ends) - top + 12)
  document.roundedRect(MARGIN, top, width, height, 4).fill(BAND)
  drawEmployee(document, payslip, box, true)
  drawFacts(document, payslip, box, true)
  drawNet(document, payslip, paint, box)
  document.y = top + height + GAP - 6
}

type Box = { x: number; y: number; width: number }

/**
 * Draws or only measures text, and returns where it ends. Measuring comes first, because a box is drawn
 * before its content.
 */
function place(document: Document, text: string, box: Box, isDrawn: boolean): number {
  const end = box.y + heightOf(document, text, box.width)
  if (isDrawn) write(document, text, box)
  return end
}

/**
 * Line breaking is slow, and nearly all text fits on one line. Such text is measured once and placed
 * directly.
 */
const fits = (document: Document, text: string, width: number) => document.widthOfString(text) <= width

function heightOf(document: Document, text: string, width: number): number {
  if (fits(document, text, width)) return document.currentLineHeight(true)
  return document.heightOfString(text, { width })
}

function write(document: Document, text: string, box: Box, isRight = false): void {
  if (text === '') return
  const width = document.widthOfString(text)
  if (width > box.width)
    document.text(text, box.x, box.y, { width: box.width, align: isRight ? 'right' : 'left' })
  else document.text(text, isRight ? box.x + box.width - width : box.x, box.y, { lineBreak: false })
}

function drawEmployee(document: Document, { employee }: Payslip, box: Box, isDrawn: boolean): number {
  const at = { x: box.x + 12, y: box.y + 10, width: EMPLOYEE_WIDTH }
  document.font('bold').fontSize(10.5).fillColor(INK)
  at.y = place(document, employee.name, at, isDrawn)
  document.font('regular').fontSize(8.5).fillColor(QUIET)
  for (const line of employee.lines) at.y = place(document, line, at, isDrawn)
  return at.y
}

function drawFacts(document: Document, { facts }: Payslip, box: Box, isDrawn: boolean): number {
  const labelAt = { x: box.x + FACTS_LEFT, y: box.y + 10, width: FACT_LABEL_WIDTH }
  const left = labelAt.x + FACT_LABEL_WIDTH
  document.font('regular').fontSize(8.5)
  for (const fact of facts) {
    // Below the net pay a fact may use the full width of the box.
    const right = box.x + box.width - 12 - (labelAt.y < box.y + NET_BOTTOM ? NET_WIDTH : 0)
    document.fillColor(QUIET)
    const labelEnd = place(document, fact.label, labelAt, isDrawn)
    document.fillColor(INK)
    const valueEnd = place(document, fact.value, { x: left, y: labelAt.y, width: right - left }, isDrawn)
    labelAt.y = Math.max(labelAt.y + FACT, labelEnd, valueEnd)
  }
  return labelAt.y
}

function drawNet(document: Document, payslip: Payslip, paint: Paint, box: Box): void {
  const options = { width: NET_WIDTH, align: 'right' as const, lineBreak: false }
  const left = box.x + box.width - 12 - NET_WIDTH
  document.font('regular').fontSize(8.5).fillColor(QUIET)
  document.text(payslip.netLabel, left, box.y + 10, options)
  document.font('bold').fontSize(19).fillColor(paint.heading)
  const scale = Math.min(1, NET_WIDTH / document.widthOfString(payslip.net))
  document.fontSize(19 * scale).text(payslip.net, left, box.y + 22, options)
}

/** Text alone in its row may use the whole width. */
function cellWidth(section: PayslipSection, texts: readonly string[], index: number, width: number): number {
  const isAlone = index === 0 && texts.slice(1).every((text) => text === '')
  if (isAlone) return width
  const column = present(section.columns[index])
  const scale = width / section.columns.reduce((sum, each) => sum + each.width, 0)
  return column.width * scale - 6
}

function setRowFont(document: Document, isTotal = false): void {
  document
    .font(isTotal ? 'bold' : 'regular')
    .fontSize(8.8)
    .fillColor(INK)
}

/**
 * A row is as high as its tallest text. Long descriptions wrap, because a truncated one could look like
 * another.
 */
function rowHeight(
  document: Document,
  section: PayslipSection,
  row: PayslipSection['rows'][number],
  width: number,
): number {
  setRowFont(document, row.isTotal)
  const heights = row.cells.map((text, index) =>
    heightOf(document, text, cellWidth(section, row.cells, index, width)),
  )
  return Math.max(ROW, Math.max(...heights) + ROW_PADDING)
}

function drawCells(document: Document, section: PayslipSection, texts: string[], box: Box): void {
  const scale = box.width / section.columns.reduce((sum, column) => sum + column.width, 0)
  let left = box.x
  section.columns.forEach((column, index) => {
    const width = cellWidth(section, texts, index, box.width)
    const columnWidth = column.width * scale
    const text = texts[index] ?? ''
    const x = column.isRight ? left + columnWidth - width : left
    write(document, text, { x, y: box.y, width }, column.isRight)
    left += columnWidth
  })
}

function drawSection(
  document: Document,
  section: PayslipSection,
  paint: Paint,
  x: number,
  width: number,
): void {
  if (section.rows.length === 0) return
  if (document.y + 3 * ROW > bottomOf(document)) document.addPage()
  let y = document.y
  document.font('bold').fontSize(9).fillColor(paint.heading)
  asHeading(document, 2, () => drawCells(document, section, [section.heading], { x, y, width }))
  document.font('regular').fontSize(7.5).fillColor(QUIET)
  const labels = section.columns.map((column) => column.label)
  drawCells(document, section, labels, { x, y: y + 1.5, width })
  y += ROW
  rule(document, x, y - 2, width, paint.line)
  for (const row of section.rows) {
    const height = rowHeight(document, section, row, width)
    if (y + height > bottomOf(document)) {
      document.addPage()
      y = MARGIN
    }
    if (row.isTotal) rule(document, x, y - 1, width, LINE)
    setRowFont(document, row.isTotal)
    drawCells(document, section, row.cells, { x, y: y + 2, width })
    y += height
  }
  document.x = MARGIN
  document.y = y + GAP - ROW / 2
}

/** Draws small sections side by side, two per row. */
function drawSide(document: Document, sections: PayslipSection[], paint: Paint): void {
  const filled = sections.filter((section) => section.rows.length > 0)
  const width = (widthOf(document) - 24) / 2
  for (let i = 0; i < filled.length; i += 2) {
    const pair = filled.slice(i, i + 2)
    const heights = pair.map((section) =>
      section.rows.reduce((sum, row) => sum + rowHeight(document, section, row, width), 2 * ROW),
    )
    const tallest = Math.max(...heights)
    if (document.y + tallest > bottomOf(document)) document.addPage()
    const top = document.y
    const ends = pair.map((section, index) => {
      document.y = top
      drawSection(document, section, paint, MARGIN + index * (width + 24), width)
      return document.y
    })
    document.y = Math.max(...ends)
  }
}

function drawNotes(document: Document, notes: string[]): void {
  if (notes.length === 0) return
  document.font('regular').fontSize(7.5).fillColor(QUIET)
  for (const note of notes)
    document.text(note, MARGIN, document.y, { width: widthOf(document) }).moveDown(0.3)
}

function rule(document: Document, x: number, y: number, width: number, color: string): void {
  document
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(0.6)
    .strokeColor(color)
    .stroke()
}
