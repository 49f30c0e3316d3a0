import { decode } from './decode.ts'
import { readDelimited } from './delimited.ts'
import { readWorkbook } from './workbook.ts'
import { openZip } from './zip.ts'

/* Reads any file with rows: CSV in any common form, XLSX, or cells pasted from a spreadsheet. */

/** The rows of the file, and a description of its format. */
export type RawTable = { rows: string[][]; readAs: string }

export const FILE_MAX = 20 * 1024 * 1024

export async function readTable(bytes: Uint8Array): Promise<RawTable> {
  if (bytes.length > FILE_MAX) throw new Error('The file is larger than 20 MB. Split it.')
  const zip = bytes[0] === 0x50 && bytes[1] === 0x4b ? openZip(bytes) : null
  if (zip) {
    const sheet = await readWorkbook(zip)
    if (!sheet)
      throw new Error('This archive is not an Excel workbook. Choose the .xlsx or .csv file itself.')
    return rowsOrNone({ rows: sheet.rows, readAs: `Excel workbook, sheet “${sheet.name}”` })
  }
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf)
    throw new Error('This is the workbook format of Excel 2003, or it has a password. Save it as .xlsx.')
  if (bytes[0] === 0x25 && bytes[1] === 0x50)
    throw new Error('This is a PDF. Export the rows as CSV or XLSX.')
  const { text, encoding } = decode(bytes)
  if (isNoText(text))
    throw new Error('This file has no rows: it is a picture or a program. Choose a CSV or XLSX file.')
  const { rows, separator } = readDelimited(text)
  return rowsOrNone({ rows: trimmed(rows), readAs: `Text with ${separator}, ${encoding}` })
}

const START = 2000
/** Control characters at the start: a file with them is not a table. */
const isNoText = (text: string) =>
  [...text.slice(0, START)].some((sign) => {
    const code = sign.charCodeAt(0)
    return code < 9 || (code > 13 && code < 26)
  })

/** Cells copied from a spreadsheet are separated by tabs. */
export function readPasted(text: string): RawTable {
  const { rows, separator } = readDelimited(text)
  return rowsOrNone({ rows: trimmed(rows), readAs: `Pasted cells with ${separator}` })
}

const trimmed = (rows: string[][]) => rows.map((row) => row.map((cell) => cell.trim()))

function rowsOrNone(table: RawTable): RawTable {
  if (table.rows.length < 2)
    throw new Error('There is nothing to import: the file needs a row of headings and rows below it.')
  return table
}
