import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { present } from '../../../kernel/values/present.ts'
import { addScripts, scriptOf } from './scripts.ts'

const FONTS = join(import.meta.dirname, '../../../../assets/fonts')

/** The parts of pdfkit's fonts that its types leave out. */
type Glyph = { id: number; advanceWidth: number; codePoints: number[] }
type Subset = { includeGlyph(id: number): number; encode(): Uint8Array }
/** pdfkit also accepts an opened font as a source, but its types only allow bytes. */
type OpenFont = Buffer & {
  unitsPerEm: number
  hasGlyphForCodePoint(codePoint: number): boolean
  layout(text: string): { glyphs: Glyph[] }
  createSubset(): Subset
}
type DocumentFont = {
  font: OpenFont
  subset: Subset
  widths: number[]
  unicode: number[][]
  layoutCache: Record<string, unknown>
  embed(): void
}
type Document = InstanceType<typeof PDFDocument>

const fontOf = (document: object) => (document as { _font: DocumentFont })._font

/** The characters and ligatures of nearly every payslip. A document that needs others gets its own subset. */
const COMMON = [
  ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)),
  ...'–—•’‘“”āēīōūĀĒĪŌŪéèáóíúüöäçñ',
  ...['ff', 'fi', 'fl', 'ffi', 'ffl'],
]

/** A font weight, opened once for all documents of this thread. */
type Face = {
  font: OpenFont
  /** The layout of each distinct word, calculated once. */
  words: Record<string, unknown>
  documents: number
  glyphs: readonly Glyph[]
  /** The font file with the common characters, compressed as in a document. */
  file: { bytes: Buffer; length: number }
}

function openFace(name: string): Face {
  const bytes = readFileSync(join(FONTS, name))
  const { font } = fontOf(new PDFDocument({ autoFirstPage: false }).font(bytes))
  const drawn = COMMON.flatMap((text) => font.layout(text).glyphs).filter(({ id }) => id !== 0)
  const glyphs = [...new Map(drawn.map((glyph) => [glyph.id, glyph])).values()]
  const plain = commonSubset(font, glyphs).encode()
  return {
    font,
    words: Object.create(null),
    documents: 0,
    glyphs,
    file: { bytes: deflateSync(plain), length: plain.length },
  }
}

function commonSubset(font: OpenFont, glyphs: readonly Glyph[]): Subset {
  const subset = font.createSubset()
  for (const glyph of glyphs) subset.includeGlyph(glyph.id)
  return subset
}

/** Latin with the letters of Māori and Vietnamese. Both weights have the same characters. */
const FACES = { regular: openFace('NotoSans-Regular.ttf'), bold: openFace('NotoSans-Bold.ttf') }

/** Amounts are words too, and their number is unlimited. */
const WORDS_KEPT = 20_000

/**
 * Registers the two faces as `regular` and `bold`. Text layout and font files took nearly all the time of a
 * payslip, and both repeat from one payslip to the next. So words are laid out once, and the common
 * characters share one font file.
 */
export function setFonts(document: Document): void {
  for (const [name, face] of Object.entries(FACES)) {
    // Counting the words takes as long as drawing a page, so it is not done for every document.
    if (++face.documents % 100 === 0 && Object.keys(face.words).length > WORDS_KEPT)
      face.words = Object.create(null)
    document.registerFont(name, face.font).font(name)
    shareFace(document, fontOf(document), face)
  }
  addScripts(document)
}

function shareFace(document: Document, own: DocumentFont, face: Face): void {
  const scale = 1000 / face.font.unitsPerEm
  const places = new Map([[0, 0], ...face.glyphs.map(({ id }, index): [number, number] => [id, index + 1])])
  let larger: Subset | undefined
  own.layoutCache = face.words
  own.widths.push(...face.glyphs.map((glyph) => glyph.advanceWidth * scale))
  own.unicode.push(...face.glyphs.map((glyph) => glyph.codePoints))
  own.subset = {
    includeGlyph(id) {
      const place = places.get(id)
      if (place !== undefined) return place
      larger ??= commonSubset(face.font, face.glyphs)
      return larger.includeGlyph(id)
    },
    encode: () => larger?.encode() ?? face.file.bytes,
  }
  const embed = own.embed.bind(own)
  own.embed = () => {
    if (!larger) nextIsCompressed(document, face.file.length)
    embed()
  }
}

/** A font first writes its file into the document. That file is already compressed. */
function nextIsCompressed(document: Document, length: number): void {
  const ref = document.ref
  document.ref = (data) => {
    document.ref = ref
    return ref.call(document, { ...data, Filter: 'FlateDecode', Length1: length })
  }
}

const { font } = FACES.regular

const hasGlyphs = (text: string) =>
  [...text].every((character) => font.hasGlyphForCodePoint(present(character.codePointAt(0))))

/**
 * The text in characters that the fonts have. A missing character becomes a question mark, because it would
 * vanish otherwise.
 */
export function drawable(text: string): string {
  if (/^[\x21-\x7e–•’]*(?: [\x21-\x7e–•’]+)*$/.test(text)) return text
  const tidy = text
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
  return [...tidy].map(drawableCharacter).join('')
}

function drawableCharacter(character: string): string {
  if (hasGlyphs(character)) return character
  const plainer = character.normalize('NFKC')
  if (hasGlyphs(plainer)) return plainer
  return scriptOf(character) ? character : '?'
}

/** Whether the fonts have every character of a string. */
export function isDrawable(text: string): boolean {
  return !drawable(text.replaceAll('?', '')).includes('?')
}
