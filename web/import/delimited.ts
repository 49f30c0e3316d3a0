/* Parses rows of text whose cells are separated by commas, semicolons, tabs or bars. */

const SEPARATORS = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' } as const
type Separator = keyof typeof SEPARATORS

export type Delimited = { rows: string[][]; separator: string }

export function readDelimited(text: string): Delimited {
  // Excel can name the separator in an extra first line.
  const [, named] = /^sep=(.)\r?\n/.exec(text) ?? []
  const body = named ? text.slice(text.indexOf('\n') + 1) : text
  const sign = named ?? likeliest(body)
  const rows = cellsOf(body, sign)
  return { rows, separator: SEPARATORS[sign as Separator] ?? sign }
}

const SAMPLE = 20

/** The separator that gives most rows of a sample the same number of cells, and more than one. */
function likeliest(text: string): Separator {
  const sample = text.slice(0, 20_000)
  const scored = (Object.keys(SEPARATORS) as Separator[]).map((sign) => {
    const widths = cellsOf(sample, sign)
      .slice(0, SAMPLE)
      .map((row) => row.length)
      .filter((width) => width > 1)
    const counts = [...Map.groupBy(widths, (width) => width)].map(([width, rows]) => ({
      width,
      rows: rows.length,
    }))
    const best = counts.sort((a, b) => b.rows - a.rows || b.width - a.width)[0]
    return { sign, score: best ? best.rows * 1000 + best.width : 0 }
  })
  return scored.sort((a, b) => b.score - a.score)[0]?.sign ?? ','
}

/** Quoted cells may contain the separator, line breaks and doubled quotes. */
function cellsOf(text: string, sign: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endRow = () => {
    row.push(cell)
    if (row.length > 1 || cell.trim() !== '') rows.push(row)
    row = []
    cell = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? ''
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (letter === '"' && cell.trim() === '') {
      isQuoted = true
      cell = ''
    } else if (letter === sign) {
      row.push(cell)
      cell = ''
    } else if (letter === '\n' || letter === '\r') {
      if (letter === '\r' && text[at + 1] === '\n') at += 1
      endRow()
    } else cell += letter
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}
