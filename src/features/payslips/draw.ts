import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import type { Payslip, PayslipSection } from './content.ts'

type Document = InstanceType<typeof PDFDocument>

const FONTS = join(import.meta.dirname, '../../../assets/fonts')
const regular = readFileSync(join(FONTS, 'NotoSans-Regular.ttf'))
const bold = readFileSync(join(FONTS, 'NotoSans-Bold.ttf'))

const MARGIN = 42
const INK = '#1c2733'
const QUIET = '#5c6b7a'
const LINE = '#d5dde5'
const ACCENT = '#0f5e63'
const BAND = '#eef4f4'
const ROW = 15
const GAP = 22

/** Draws a payslip on A4; a normal pay fits on one page, a long one goes on. */
export function drawPayslip(payslip: Payslip, created: Date): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    info: { Title: payslip.title, Author: payslip.employer.name, CreationDate: created },
  })
  document.registerFont('regular', regular).registerFont('bold', bold)
  const parts: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part))
    document.on('end', () => resolve(Buffer.concat(parts)))
    document.on('error', reject)
  })
  drawHead(document, payslip)
  drawPeople(document, payslip)
  for (const section of payslip.sections) drawSection(document, section, MARGIN, widthOf(document))
  drawSide(document, payslip.side)
  drawNotes(document, payslip.notes)
  document.end()
  return done
}

const widthOf = (document: Document) => document.page.width - 2 * MARGIN
const bottomOf = (document: Document) => document.page.height - MARGIN

function drawHead(document: Document, payslip: Payslip): void {
  document
    .font('bold')
    .fontSize(15)
    .fillColor(ACCENT)
    .text(payslip.employer.name, MARGIN, MARGIN, { width: 330 })
  document.font('regular').fontSize(8.5).fillColor(QUIET)
  for (const line of payslip.employer.lines) document.text(line, { width: 330 })
  const end = document.y
  const right = document.page.width - MARGIN - 180
  document
    .font('bold')
    .fontSize(13)
    .fillColor(INK)
    .text(payslip.title, right, MARGIN + 1, { width: 180, align: 'right' })
  document.y = Math.max(end, MARGIN + 30) + 10
}

function drawPeople(document: Document, payslip: Payslip): void {
  const top = document.y
  const width = widthOf(document)
  const rows = Math.max(payslip.facts.length, payslip.employee.lines.length + 1)
  const height = Math.max(64, rows * 13 + 22)
  document.roundedRect(MARGIN, top, width, height, 4).fill(BAND)
  document
    .font('bold')
    .fontSize(10.5)
    .fillColor(INK)
    .text(payslip.employee.name, MARGIN + 12, top + 10, { width: 170 })
  document.font('regular').fontSize(8.5).fillColor(QUIET)
  for (const line of payslip.employee.lines) document.text(line, { width: 170 })

  payslip.facts.forEach((fact, index) => {
    const y = top + 10 + index * 13
    document
      .font('regular')
      .fillColor(QUIET)
      .text(fact.label, MARGIN + 195, y, { width: 80 })
    document.fillColor(INK).text(fact.value, MARGIN + 275, y, { width: 115 })
  })

  const right = MARGIN + width - 132
  document
    .font('regular')
    .fontSize(8.5)
    .fillColor(QUIET)
    .text(payslip.netLabel, right, top + 10, { width: 120, align: 'right' })
  document
    .font('bold')
    .fontSize(19)
    .fillColor(ACCENT)
    .text(payslip.net, right - 20, top + 22, { width: 140, align: 'right' })
  document.y = top + height + GAP - 6
}

function drawSection(document: Document, section: PayslipSection, x: number, width: number): void {
  if (section.rows.length === 0) return
  if (document.y + 3 * ROW > bottomOf(document)) document.addPage()
  const scale = width / section.columns.reduce((sum, column) => sum + column.width, 0)
  const cell = (texts: string[], y: number) => {
    let left = x
    section.columns.forEach((column, index) => {
      const columnWidth = column.width * scale
      // A text with nothing beside it may use the whole row.
      const isAlone = index === 0 && texts.slice(1).every((text) => text === '')
      document.text(texts[index] ?? '', left, y, {
        width: isAlone ? width : columnWidth - (column.isRight ? 0 : 6),
        align: column.isRight ? 'right' : 'left',
        lineBreak: false,
        ellipsis: true,
        height: ROW,
      })
      left += columnWidth
    })
  }
  let y = document.y
  document.font('bold').fontSize(9).fillColor(ACCENT)
  cell([section.heading], y)
  document.font('regular').fontSize(7.5).fillColor(QUIET)
  cell(
    section.columns.map((column, index) => (index === 0 ? '' : column.label)),
    y + 1.5,
  )
  y += ROW
  rule(document, x, y - 2, width, ACCENT)
  for (const row of section.rows) {
    if (y + ROW > bottomOf(document)) {
      document.addPage()
      y = MARGIN
    }
    if (row.isTotal) rule(document, x, y - 1, width, LINE)
    document
      .font(row.isTotal ? 'bold' : 'regular')
      .fontSize(8.8)
      .fillColor(INK)
    cell(row.cells, y + 2)
    y += ROW
  }
  document.x = MARGIN
  document.y = y + GAP - ROW / 2
}

/** Small blocks beside each other, two by two. */
function drawSide(document: Document, sections: PayslipSection[]): void {
  const filled = sections.filter((section) => section.rows.length > 0)
  const width = (widthOf(document) - 24) / 2
  for (let i = 0; i < filled.length; i += 2) {
    const pair = filled.slice(i, i + 2)
    const tallest = Math.max(...pair.map((section) => (section.rows.length + 2) * ROW))
    if (document.y + tallest > bottomOf(document)) document.addPage()
    const top = document.y
    const ends = pair.map((section, index) => {
      document.y = top
      drawSection(document, section, MARGIN + index * (width + 24), width)
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
