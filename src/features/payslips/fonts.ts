import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import { present } from '../../payroll/present.ts'

const FONTS = join(import.meta.dirname, '../../../assets/fonts')

/** Latin with the letters of Māori and Vietnamese; both weights hold the same characters. */
export const regular = readFileSync(join(FONTS, 'NotoSans-Regular.ttf'))
export const bold = readFileSync(join(FONTS, 'NotoSans-Bold.ttf'))

/** The part of pdfkit's open font that its types leave out. */
type OpenFont = { _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } } }

const { font } = (new PDFDocument({ autoFirstPage: false }).font(regular) as unknown as OpenFont)._font

const hasGlyphs = (text: string) =>
  [...text].every((character) => font.hasGlyphForCodePoint(present(character.codePointAt(0))))

/** A text as the fonts can draw it: what they lack shows as a question mark, because it would vanish otherwise. */
export function drawable(text: string): string {
  const tidy = text
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
  return [...tidy].map(drawableCharacter).join('')
}

function drawableCharacter(character: string): string {
  if (hasGlyphs(character)) return character
  const plainer = character.normalize('NFKC')
  return hasGlyphs(plainer) ? plainer : '?'
}

/** Whether the fonts can draw all of a text that matters. */
export function isDrawable(text: string): boolean {
  return !drawable(text.replaceAll('?', '')).includes('?')
}
