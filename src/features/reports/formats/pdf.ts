import { Readable } from 'node:stream'
import PDFDocument from 'pdfkit'
import { createBreath } from '../../../http/breath.ts'
import { badRequest } from '../../../problem.ts'
import type { PrintBrand } from '../../branding/index.ts'
import { day, drawable, money, quantity, setFonts } from '../../payslips/index.ts'
import type { Cell, Column, Row } from '../report.ts'
import type { StartedReport } from '../run.ts'
import { createTotals, type Totals } from '../totals.ts'

type Document = InstanceType<typeof PDFDocument>

/** Beyond it nobody reads paper, and drawing would keep a processor busy for a minute. */
const MOST_ROWS = 5000
const MARGIN = 36
const INK = '#1c2733'
const QUIET = '#5c6b7a'
const LINE = '#d5dde5'
const ACCENT = '#0f5e63'
const SIZE = 7.5
const PADDING = 3
const GAP = 6
/** The share of the page's width that a column asks for. */
const WEIGHTS: Record<Column['type'], number> = {
  text: 20,
  date: 11,
  timestamp: 17,
  integer: 8,
  money: 12,
  number: 10,
  percent: 8,
}

/** The report on A4, landscape, with its totals; the head of the table stands on every page. */
export async function writePdf(started: StartedReport, brand?: PrintBrand): Promise<Readable> {
  const { columns } = started
  const totals = createTotals(columns)
  const rows: Row[] = []
  for await (const part of started.parts) {
    totals.add(part)
    rows.push(...part)
    if (rows.length > MOST_ROWS)
      throw badRequest(
        `The report has more than ${MOST_ROWS.toLocaleString('en-AU')} rows, too many for paper: ask for csv or xlsx, or for fewer days.`,
      )
  }
  const document = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: MARGIN,
    bufferPages: true,
    info: {
      Title: started.report.title,
      Author: started.company.legal_name,
      CreationDate: started.madeAt,
    },
  })
  setFonts(document)
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const accent = brand?.primary ?? ACCENT
  drawTitle(document, started, accent)
  await drawTable(document, { columns, rows, totals: totals.read() }, accent)
  drawNotes(document, started.notes)
  numberPages(document, started)
  const ended = new Promise<void>((resolve) => document.on('end', () => resolve()))
  document.end()
  await ended
  return Readable.from(chunks, { objectMode: false })
}

const widthOf = (document: Document) => document.page.width - 2 * MARGIN
const bottomOf = (document: Document) => document.page.height - MARGIN - 14

function drawTitle(document: Document, started: StartedReport, accent: string): void {
  const { report, company, from, to, groupBy } = started
  document.font('bold').fontSize(14).fillColor(accent).text(drawable(report.title), MARGIN, MARGIN)
  const grouping = report.groupings[groupBy]?.title ?? ''
  const line = [company.legal_name, spanText(from, to), grouping].filter((part) => part !== '').join(' · ')
  document.font('regular').fontSize(9).fillColor(QUIET).text(drawable(line)).moveDown(0.8)
}

function spanText(from: string | null, to: string | null): string {
  if (from === null && to === null) return 'all pay dates'
  if (from === null) return `up to ${day(to ?? '')}`
  return to === null ? `from ${day(from)}` : `${day(from)} to ${day(to)}`
}

type Table = { columns: readonly Column[]; rows: readonly Row[]; totals: Totals }

async function drawTable(
  document: Document,
  { columns, rows, totals }: Table,
  accent: string,
): Promise<void> {
  const widths = columnWidths(document, columns)
  const breathe = createBreath()
  if (rows.length === 0) {
    document.font('regular').fontSize(9).fillColor(INK).text('No rows.', MARGIN, document.y)
    return
  }
  drawHead(document, columns, widths, accent)
  for (const row of rows) {
    drawRow(
      document,
      columns,
      widths,
      columns.map((column) => shown(column, row[column.name] ?? null)),
      { accent, isTotal: false },
    )
    await breathe()
  }
  if (!columns.some((column) => column.isTotalled)) return
  const cells = columns.map((column, index) => {
    const total = totals[column.name]
    return total === undefined ? (index === 0 ? 'Total' : '') : shown(column, total)
  })
  drawRow(document, columns, widths, cells, { accent, isTotal: true })
}

function columnWidths(document: Document, columns: readonly Column[]): number[] {
  const whole = columns.reduce((sum, column) => sum + WEIGHTS[column.type], 0)
  return columns.map((column) => (WEIGHTS[column.type] / whole) * widthOf(document))
}

const isRight = ({ type }: Column) => ['integer', 'money', 'number', 'percent'].includes(type)

function drawHead(
  document: Document,
  columns: readonly Column[],
  widths: readonly number[],
  accent: string,
): void {
  document.font('bold').fontSize(SIZE).fillColor(accent)
  const height = drawCells(
    document,
    columns,
    widths,
    columns.map((column) => column.title),
  )
  rule(document, document.y + height, accent)
  document.y += height + PADDING
}

function drawRow(
  document: Document,
  columns: readonly Column[],
  widths: readonly number[],
  cells: readonly string[],
  { accent, isTotal }: { accent: string; isTotal: boolean },
): void {
  const setFont = () =>
    document
      .font(isTotal ? 'bold' : 'regular')
      .fontSize(SIZE)
      .fillColor(INK)
  setFont()
  if (document.y + heightOf(document, widths, cells) > bottomOf(document)) {
    document.addPage()
    document.y = MARGIN
    drawHead(document, columns, widths, accent)
    setFont()
  }
  if (isTotal) rule(document, document.y - 1, INK)
  const height = drawCells(document, columns, widths, cells)
  if (!isTotal) rule(document, document.y + height, LINE)
  document.y += height + PADDING
}

function heightOf(document: Document, widths: readonly number[], cells: readonly string[]): number {
  const heights = cells.map((cell, index) =>
    document.heightOfString(cell, { width: (widths[index] ?? 0) - GAP }),
  )
  return Math.max(...heights, SIZE) + PADDING
}

/** Draws texts beside each other from where the page stands; tells how high they are. */
function drawCells(
  document: Document,
  columns: readonly Column[],
  widths: readonly number[],
  cells: readonly string[],
): number {
  const top = document.y
  const height = heightOf(document, widths, cells)
  let left = MARGIN
  columns.forEach((column, index) => {
    const width = widths[index] ?? 0
    document.text(cells[index] ?? '', left, top, {
      width: width - GAP,
      align: isRight(column) ? 'right' : 'left',
    })
    left += width
  })
  document.y = top
  return height
}

function shown({ type }: Column, cell: Cell): string {
  if (cell === null || cell === '') return ''
  if (type === 'money') return money(String(cell))
  if (type === 'number') return quantity(String(cell)).replace('-', '–')
  if (type === 'percent') return `${quantity(Number(cell) * 100)}%`
  if (type === 'date') return day(String(cell))
  return drawable(String(cell))
}

function drawNotes(document: Document, notes: readonly string[]): void {
  document.font('regular').fontSize(SIZE).fillColor(QUIET)
  document.y += GAP
  for (const note of notes)
    document.text(drawable(note), MARGIN, document.y, { width: widthOf(document) }).moveDown(0.3)
}

/** How many pages there are is known at the end; the foot lies below the margin, where a text would start a new page. */
function numberPages(document: Document, { company, madeAt }: StartedReport): void {
  const { count } = document.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page)
    document.page.margins.bottom = 0
    const y = document.page.height - MARGIN
    document.font('regular').fontSize(7).fillColor(QUIET)
    const made = `${company.legal_name} · made ${day(madeAt.toISOString().slice(0, 10))}`
    document.text(drawable(made), MARGIN, y, { lineBreak: false })
    document.text(`Page ${page + 1} of ${count}`, MARGIN, y, { width: widthOf(document), align: 'right' })
  }
}

function rule(document: Document, y: number, color: string): void {
  document
    .moveTo(MARGIN, y)
    .lineTo(document.page.width - MARGIN, y)
    .lineWidth(0.4)
    .strokeColor(color)
    .stroke()
}
