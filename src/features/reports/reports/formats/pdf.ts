import { Readable } from 'node:stream'
import PDFDocument from 'pdfkit'
import { countryOf } from '../../../../countries/index.ts'
import { createYielder } from '../../../../http/yield-to-event-loop.ts'
import { dayIn } from '../../../../kernel/clock.ts'
import { badRequest } from '../../../../kernel/problem.ts'
import type { PrintBrand } from '../../../platform/branding/index.ts'
import { day, drawable, money, quantity, setFonts } from '../../../platform/pdf/index.ts'
import type { Cell, Column, Row, StartedReport } from '../model/report.ts'
import { spanText } from '../model/span-text.ts'
import { createTotals, type Totals } from '../model/totals.ts'

type Document = InstanceType<typeof PDFDocument>

/** The maximum number of rows. No one reads more on paper, and drawing would use a processor for a minute. */
const MOST_ROWS = 5000
const MARGIN = 36
const INK = '#1c2733'
const QUIET = '#5c6b7a'
const LINE = '#d5dde5'
const ACCENT = '#0f5e63'
const SIZE = 7.5
const PADDING = 3
const GAP = 6
/** The maximum width of a text column; longer text wraps. */
const WIDEST = 130
/** The number of rows measured to find the width of a column. */
const MEASURED = 200

/** The report on A4, landscape, with its totals; the table header is repeated on every page. */
export async function writePdf(started: StartedReport, brand?: PrintBrand): Promise<Readable> {
  const { columns } = started
  const totals = createTotals(columns)
  const rows: Row[] = []
  for await (const part of started.parts) {
    totals.add(part)
    rows.push(...part)
    if (rows.length > MOST_ROWS)
      throw badRequest(
        `The report has more than ${MOST_ROWS.toLocaleString('en-AU')} rows, too many for a PDF: choose csv or xlsx, or fewer days.`,
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

type Table = { columns: readonly Column[]; rows: readonly Row[]; totals: Totals }
/** The width of each column, and the font size. */
type Grid = { columns: readonly Column[]; widths: readonly number[]; size: number; accent: string }

async function drawTable(
  document: Document,
  { columns, rows, totals }: Table,
  accent: string,
): Promise<void> {
  if (rows.length === 0) {
    document.font('regular').fontSize(9).fillColor(INK).text('No rows.', MARGIN, document.y)
    return
  }
  const totalCells = columns.map((column, index) => {
    const total = totals[column.name]
    return total === undefined ? (index === 0 ? 'Total' : '') : shown(column, total)
  })
  const cellsOf = (row: Row) => columns.map((column) => shown(column, row[column.name] ?? null))
  const sample = [...rows.slice(0, MEASURED).map(cellsOf), totalCells]
  const grid = { columns, accent, ...gridOf(document, columns, sample) }
  const yieldIfDue = createYielder()
  drawHead(document, grid)
  for (const row of rows) {
    drawRow(document, grid, cellsOf(row), false)
    await yieldIfDue()
  }
  if (columns.some((column) => column.isTotalled)) drawRow(document, grid, totalCells, true)
}

/** Fits columns to their content, with a font small enough that no word or figure is broken. */
function gridOf(
  document: Document,
  columns: readonly Column[],
  sample: readonly (readonly string[])[],
): Pick<Grid, 'widths' | 'size'> {
  document.font('bold').fontSize(SIZE)
  const widthOfText = (text: string) => document.widthOfString(text)
  const longestWord = (text: string) => Math.max(0, ...text.split(' ').map(widthOfText))
  const least = columns.map((column, index) =>
    Math.max(
      longestWord(column.title),
      ...sample.map((cells) =>
        isWrapped(column) ? longestWord(cells[index] ?? '') : widthOfText(cells[index] ?? ''),
      ),
    ),
  )
  const wanted = columns.map((column, index) =>
    Math.max(
      least[index] ?? 0,
      Math.min(
        WIDEST,
        ...(isWrapped(column) ? [] : [0]),
        Math.max(...sample.map((cells) => widthOfText(cells[index] ?? ''))),
      ),
    ),
  )
  const room = widthOf(document) - columns.length * GAP
  const add = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width, 0)
  const size = SIZE * Math.min(1, room / add(least))
  const base = least.map((width) => width * (size / SIZE))
  // Spare width goes first to columns that need more, then to all.
  const wishes = wanted.map((width, index) => Math.max(0, width * (size / SIZE) - (base[index] ?? 0)))
  const left = room - add(base)
  const granted = Math.min(1, add(wishes) === 0 ? 0 : left / add(wishes))
  const rest = Math.max(0, left - add(wishes) * granted) / columns.length
  return { size, widths: base.map((width, index) => width + (wishes[index] ?? 0) * granted + rest + GAP) }
}

/** Text may wrap; figures and dates stay on one line. */
const isWrapped = ({ type }: Column) => type === 'text'
const isRight = ({ type }: Column) => ['integer', 'money', 'number', 'percent'].includes(type)

function drawHead(document: Document, grid: Grid): void {
  document.font('bold').fontSize(grid.size).fillColor(grid.accent)
  const titles = grid.columns.map((column) => column.title)
  const height = drawCells(document, grid, titles)
  rule(document, document.y + height, grid.accent)
  document.y += height + PADDING
}

function drawRow(document: Document, grid: Grid, cells: readonly string[], isTotal: boolean): void {
  const setFont = () =>
    document
      .font(isTotal ? 'bold' : 'regular')
      .fontSize(grid.size)
      .fillColor(INK)
  setFont()
  if (document.y + heightOf(document, grid, cells) > bottomOf(document)) {
    document.addPage()
    document.y = MARGIN
    drawHead(document, grid)
    setFont()
  }
  if (isTotal) rule(document, document.y - 1, INK)
  const height = drawCells(document, grid, cells)
  if (!isTotal) rule(document, document.y + height, LINE)
  document.y += height + PADDING
}

/** Slightly more than the measured width, because text that fits exactly would wrap. */
const cellWidth = ({ widths }: Grid, index: number) => (widths[index] ?? 0) - GAP + 1

function heightOf(document: Document, grid: Grid, cells: readonly string[]): number {
  const heights = cells.map((cell, index) => document.heightOfString(cell, { width: cellWidth(grid, index) }))
  return Math.max(...heights, grid.size) + PADDING
}

/** Draws cells side by side at the current position and returns their height. */
function drawCells(document: Document, grid: Grid, cells: readonly string[]): number {
  const top = document.y
  const height = heightOf(document, grid, cells)
  let left = MARGIN
  grid.columns.forEach((column, index) => {
    document.text(cells[index] ?? '', left, top, {
      width: cellWidth(grid, index),
      align: isRight(column) ? 'right' : 'left',
    })
    left += grid.widths[index] ?? 0
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

/** The page count is known only at the end. The footer is below the margin, where text would start a new page. */
function numberPages(document: Document, { company, madeAt }: StartedReport): void {
  const { count } = document.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page)
    document.page.margins.bottom = 0
    const y = document.page.height - MARGIN
    document.font('regular').fontSize(7).fillColor(QUIET)
    const made = `${company.legal_name} · made ${day(dayIn(countryOf(company.jurisdiction).timeZone, madeAt))}`
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
