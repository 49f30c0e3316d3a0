import { inflateSync } from 'node:zlib'

/** A text of a page as it was drawn. `y` is the distance from the top to the baseline. */
export type DrawnText = { page: number; x: number; y: number; text: string }

/** The texts of a PDF that pdfkit wrote, one for each drawn line. */
export function readTexts(pdf: Buffer): DrawnText[] {
  const objects = readObjects(pdf)
  const fonts = new Map<string, Map<string, string>>()
  const drawn: DrawnText[] = []
  let page = 0
  for (const { head } of objects.values()) {
    for (const [, name, id] of head.matchAll(/\/(F\d+) (\d+) 0 R/g))
      fonts.set(name as string, lettersOf(objects, id as string))
  }
  for (const { stream } of objects.values()) {
    if (!/\bBT\b/.test(stream)) continue
    page++
    const height = Number(/1 0 0 -1 0 ([\d.]+) cm/.exec(stream)?.[1])
    for (const [block] of stream.matchAll(/BT[\s\S]*?ET/g)) {
      const [, x, y] = /1 0 0 1 ([\d.-]+) ([\d.-]+) Tm/.exec(block) ?? []
      const letters = fonts.get(/\/(F\d+) /.exec(block)?.[1] ?? '')
      const codes = [...block.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex]) => hex?.match(/.{4}/g) ?? [])
      const text = codes.map((code) => letters?.get(code) ?? '').join('')
      drawn.push({ page, x: Number(x), y: height - Number(y), text })
    }
  }
  return drawn
}

function readObjects(pdf: Buffer): Map<string, { head: string; stream: string }> {
  const text = pdf.toString('latin1')
  const found = text.matchAll(/(\d+) 0 obj\n([\s\S]*?)(?:stream\n([\s\S]*?)\nendstream\n)?endobj/g)
  return new Map(
    [...found].map(([, id, head, stream]) => [
      id as string,
      {
        head: head as string,
        stream:
          stream === undefined || !head?.includes('FlateDecode') || head.includes('Length1')
            ? ''
            : inflateSync(Buffer.from(stream, 'latin1')).toString('latin1'),
      },
    ]),
  )
}

/** The character for each glyph code of a font. */
function lettersOf(objects: ReturnType<typeof readObjects>, fontId: string): Map<string, string> {
  const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(fontId)?.head ?? '')?.[1] ?? ''
  const ranges = (objects.get(map)?.stream ?? '').matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)
  const letters = new Map<string, string>()
  for (const [, start, list] of ranges) {
    const first = Number.parseInt(start as string, 16)
    for (const [index, [, hex]] of [...(list as string).matchAll(/<([0-9a-f ]*)>/g)].entries()) {
      const units = (hex ?? '').replaceAll(' ', '').match(/.{4}/g) ?? []
      letters.set(
        (first + index).toString(16).padStart(4, '0'),
        String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))),
      )
    }
  }
  return letters
}
