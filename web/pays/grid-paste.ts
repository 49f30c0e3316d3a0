import type { Cell, Sheet } from './grid-machine.ts'

/* Cells that were copied in a spreadsheet, often with the names of the people beside their hours. */

type Written = Cell & { text: string }
type Place = { pays: readonly number[]; columns: readonly string[] }

/** The rows and cells of copied text. */
export const rowsOf = (text: string): string[][] =>
  text
    .replaceAll('\r', '')
    .replace(/\n+$/, '')
    .split('\n')
    .map((line) => line.split('\t'))

/**
 * The cells to write, from the first selected cell on. Columns of text before the numbers are left out. If they have names of the
 * grid, each row goes to its person, and a row of someone else is refused. Otherwise the rows follow each other.
 */
export function pastedCells(
  pasted: readonly (readonly string[])[],
  { pays, columns }: Place,
  sheet: Sheet,
): { cells: Written[]; refused: string[] } {
  const top = sheet.pays.indexOf(pays[0] ?? -1)
  const left = sheet.columns.indexOf(columns[0] ?? '')
  const corner = { pay: pays[0] ?? -1, column: columns[0] ?? '' }
  const isText = (text: string) => text.trim() !== '' && sheet.read(corner, text) === null
  const { rows, texts } = withoutHeadings(pasted, isText)
  const people = rows.map((row) => namedIn(row.slice(0, texts), sheet))
  const hasNames = people.some(({ length }) => length > 0)
  const refused: string[] = []
  const cells = rows.flatMap((row, down): Written[] => {
    const inTurn = sheet.pays[top + down] ?? -1
    const own = people[down] ?? []
    const pay = !hasNames || own.includes(inTurn) ? inTurn : own.length === 1 ? own[0] : undefined
    const written = row.slice(texts)
    if (pay === undefined) {
      const who = row.slice(0, texts).join(' ').trim()
      refused.push(
        own.length > 1 ? `“${who}” is the name of ${own.length} people` : `“${who}” is not in this grid`,
      )
      return []
    }
    return written.map((text, right) => ({ pay, column: sheet.columns[left + right] ?? '', text }))
  })
  return { cells, refused }
}

/** The rows without a first row of headings, and the number of columns of text before the numbers. */
function withoutHeadings(rows: readonly (readonly string[])[], isText: (text: string) => boolean) {
  const isHeading = (row: readonly string[]) =>
    row.some(isText) && row.every((text) => text.trim() === '' || isText(text))
  const body = rows.length > 1 && rows[0] && isHeading(rows[0]) ? rows.slice(1) : rows
  const width = Math.max(...body.map(({ length }) => length))
  const first = Array.from({ length: width }).findIndex(
    (_, column) => !body.every((row) => isText(row[column] ?? '')),
  )
  // Text alone is no list of names. Each cell of it is refused where it would go.
  return first > 0 ? { rows: body, texts: first } : { rows, texts: 0 }
}

/** The pays whose person is named in one of the cells, or in all of them together. */
function namedIn(texts: readonly string[], sheet: Sheet): number[] {
  const wanted = new Set([...texts, texts.join(' ')].map(plainName).filter(Boolean))
  return sheet.pays.filter((pay) => wanted.has(plainName(sheet.name({ pay, column: '' }))))
}

/** “Nguyễn, Ava” as “ava nguyen”. */
const plainName = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .sort()
    .join(' ')
