import { addDays } from '../format.ts'
import type { Zip } from './zip.ts'

/* Reads the first sheet with rows in an Excel workbook. Dates become 2026-07-31, whatever their display format. */

const ROWS_MAX = 20_000
const COLUMNS_MAX = 500

export type Sheet = { name: string; rows: string[][] }

/** Returns null when the archive is not a workbook. */
export async function readWorkbook(zip: Zip): Promise<Sheet | null> {
  const book = await zip.read('xl/workbook.xml')
  if (book === null) return null
  const shared = sharedStrings((await zip.read('xl/sharedStrings.xml')) ?? '')
  const isDate = dateStyles((await zip.read('xl/styles.xml')) ?? '')
  const targets = relations((await zip.read('xl/_rels/workbook.xml.rels')) ?? '')
  const isFrom1904 = /<workbookPr[^>]*date1904="(?:1|true)"/.test(book)
  for (const tag of book.match(/<sheet\b[^>]*>/g) ?? []) {
    const target = targets.get(attribute(tag, 'r:id') ?? '') ?? ''
    const xml = await zip.read(target.startsWith('/') ? target.slice(1) : `xl/${target}`)
    const rows = xml === null ? [] : rowsOf(xml, { shared, isDate, isFrom1904 })
    if (rows.length > 1) return { name: unescaped(attribute(tag, 'name') ?? ''), rows }
  }
  return { name: '', rows: [] }
}

const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescaped = (text: string) =>
  text
    .replaceAll(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (whole, name: string) => {
      if (name.startsWith('#x')) return String.fromCodePoint(Number.parseInt(name.slice(2), 16))
      if (name.startsWith('#')) return String.fromCodePoint(Number(name.slice(1)))
      return ENTITIES[name] ?? whole
    })
    .replaceAll(/_x000d_/gi, '')

const textsOf = (xml: string) =>
  [...xml.replaceAll(/<rPh\b[\s\S]*?<\/rPh>/g, '').matchAll(/<t\b[^>]*>([\s\S]*?)<\/t>/g)]
    .map(([, text = '']) => unescaped(text))
    .join('')

const sharedStrings = (xml: string) =>
  [...xml.matchAll(/<si\b[^>]*>([\s\S]*?)<\/si>/g)].map(([, item = '']) => textsOf(item))

function relations(xml: string): Map<string, string> {
  return new Map(
    (xml.match(/<Relationship\b[^>]*>/g) ?? []).map((tag) => [
      attribute(tag, 'Id') ?? '',
      attribute(tag, 'Target') ?? '',
    ]),
  )
}

/** Excel's built-in date formats. Custom formats are recognised by their letters. */
const DATE_FORMATS = new Set([14, 15, 16, 17, 22, 27, 30, 36, 50, 57])

function dateStyles(xml: string): (style: number) => boolean {
  const own = new Map(
    (xml.match(/<numFmt\b[^>]*>/g) ?? []).map((tag) => [
      Number(attribute(tag, 'numFmtId')),
      attribute(tag, 'formatCode') ?? '',
    ]),
  )
  const [, cells = ''] = /<cellXfs\b[^>]*>([\s\S]*?)<\/cellXfs>/.exec(xml) ?? []
  const formats = (cells.match(/<xf\b[^>]*>/g) ?? []).map((tag) => Number(attribute(tag, 'numFmtId')))
  return (style) => {
    const format = formats[style] ?? 0
    const code = own.get(format)?.replaceAll(/\[[^\]]*\]|"[^"]*"|&quot;.*?&quot;|\\./g, '') ?? ''
    return DATE_FORMATS.has(format) || (/y/i.test(code) && /[dm]/i.test(code))
  }
}

type Facts = { shared: string[]; isDate: (style: number) => boolean; isFrom1904: boolean }

function rowsOf(xml: string, facts: Facts): string[][] {
  const rows: string[][] = []
  for (const [, , row = ''] of xml.matchAll(/<row\b([^>]*)>([\s\S]*?)<\/row>/g)) {
    if (rows.length >= ROWS_MAX) throw new Error(`The sheet has more than ${ROWS_MAX} rows. Split it.`)
    const cells: string[] = []
    for (const [, tag = '', inner = ''] of row.matchAll(/<c\b([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g)) {
      const column = columnOf(attribute(` ${tag}`, 'r')) ?? cells.length
      if (column < COLUMNS_MAX) cells[column] = cellOf(tag, inner, facts).trim()
    }
    const whole = Array.from(cells, (cell) => cell ?? '')
    if (whole.some((cell) => cell !== '')) rows.push(whole)
  }
  return rows
}

/** The column index of a reference, counted from 0: `AB12` is in column 27. */
function columnOf(reference: string | undefined): number | null {
  const [letters] = /^[A-Z]+/.exec(reference ?? '') ?? []
  if (!letters) return null
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function cellOf(tag: string, inner: string, { shared, isDate, isFrom1904 }: Facts): string {
  const type = attribute(` ${tag}`, 't')
  if (type === 'inlineStr') return textsOf(inner)
  const [, raw = ''] = /<v\b[^>]*>([\s\S]*?)<\/v>/.exec(inner) ?? []
  const value = unescaped(raw)
  if (type === 's') return shared[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'Yes' : 'No'
  if (type === 'str' || type === 'd' || type === 'e') return type === 'e' ? '' : value
  if (value !== '' && isDate(Number(attribute(` ${tag}`, 's') ?? -1)))
    return serialDate(Number(value), isFrom1904)
  // The file stores 1500 as 1.5E3 and 0.3 as 0.30000000000000004.
  return value === '' || !/e|\.\d{10,}/i.test(value) ? value : String(Number(Number(value).toPrecision(15)))
}

/** Excel counts days from 1900, or from 1904 in old Mac workbooks. */
export function serialDate(serial: number, isFrom1904 = false): string {
  return addDays(isFrom1904 ? '1904-01-01' : '1899-12-30', Math.floor(serial))
}
