import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import { unpackWoff } from './woff.ts'

const FONTS = join(import.meta.dirname, '../../../../assets/fonts')

/** An opened pdfkit font. Its types only allow bytes. */
type OpenFont = Buffer & { hasGlyphForCodePoint(codePoint: number): boolean }
type FragmentOptions = { align?: string; lineWidth?: number; textWidth?: number }
type Inner = {
  _font: { ascender: number; font: OpenFont }
  _fontSize: number
  _fragment(text: string, x: number, y: number, options: FragmentOptions): void
  widthOfString(text: string, options?: object): number
}
type Document = InstanceType<typeof PDFDocument>

const innerOf = (document: object) => document as Inner

/** Scripts beyond Latin, each with its font file. A font is opened when some text first needs it. */
const SCRIPTS = [
  { name: 'NotoSans-Cyrillic', of: /\p{Script=Cyrillic}/u },
  { name: 'NotoSans-CyrillicExt', of: /\p{Script=Cyrillic}/u },
  { name: 'NotoSans-Greek', of: /\p{Script=Greek}/u },
  { name: 'NotoSansArabic', of: /\p{Script=Arabic}/u },
  { name: 'NotoSansHebrew', of: /\p{Script=Hebrew}/u },
  { name: 'NotoSansThai', of: /\p{Script=Thai}/u },
  { name: 'NotoSansDevanagari', of: /\p{Script=Devanagari}/u },
  { name: 'NotoSansSC', of: /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u },
  { name: 'NotoSansTC', of: /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u },
] as const
type ScriptName = (typeof SCRIPTS)[number]['name']

const opened = new Map<ScriptName, OpenFont>()

function openScript(name: ScriptName): OpenFont {
  const known = opened.get(name)
  if (known) return known
  const bytes = unpackWoff(readFileSync(join(FONTS, `${name}.woff`)))
  const { font } = innerOf(new PDFDocument({ autoFirstPage: false }).font(bytes))._font
  opened.set(name, font)
  return font
}

/** Whether the fonts of every document have all letters of the text. */
const isUsual = (text: string) => !/[\u0370-\u1dff\u1f00-\u1fff\u2300-\u{10ffff}]/u.test(text)
const COMBINES = /\p{M}/u
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** The font for a character, or null if no supported script has it. */
export function scriptOf(character: string): ScriptName | null {
  const point = character.codePointAt(0) ?? 0
  const fits = SCRIPTS.filter(({ of }) => of.test(character))
  return fits.find(({ name }) => openScript(name).hasGlyphForCodePoint(point))?.name ?? null
}

type Run = { text: string; script: ScriptName | null }

/**
 * Splits text into runs that one font can draw. Marks stay with the letter before them. Words of one script
 * keep the spaces between them.
 */
export function runsOf(text: string): Run[] {
  const runs: Run[] = []
  for (const character of text) {
    const last = runs.at(-1)
    const script = isUsual(character) || COMBINES.test(character) ? null : scriptOf(character)
    if (last && (last.script === script || (script === null && COMBINES.test(character))))
      last.text += character
    else runs.push({ text: character, script })
  }
  return joinSpaces(runs).flatMap((run) => (RIGHT_TO_LEFT.test(run.text) ? fromRight(run) : run))
}

/** The words of a right-to-left script, in the order in which they are drawn from the left. */
function fromRight({ text, script }: Run): Run[] {
  const words = text.split(' ').toReversed()
  return words.flatMap((word, index): Run[] => [
    ...(index > 0 ? [{ text: ' ', script: null }] : []),
    ...(word === '' ? [] : [{ text: word, script }]),
  ])
}

/** Adds a space between two words of one script to their run. */
function joinSpaces(runs: readonly Run[]): Run[] {
  const joined: Run[] = []
  for (const [index, run] of runs.entries()) {
    const last = joined.at(-1)
    const next = runs[index + 1]
    const isBetween =
      run.script === null && run.text === ' ' && last?.script != null && next?.script === last.script
    if (last && (isBetween || (last.script !== null && last.script === run.script))) last.text += run.text
    else joined.push({ ...run })
  }
  return joined
}

/**
 * Lets a document draw and measure text of any script that has a font. pdfkit draws a line with one font, so
 * a line with several is drawn run by run. Right-to-left words are put in drawing order, and the font shapes
 * the letters of each word.
 */
export function addScripts(document: Document): void {
  const inner = innerOf(document)
  const fragment = inner._fragment.bind(document)
  const width = inner.widthOfString.bind(document)
  const within = (script: ScriptName | null, work: () => void) => {
    if (script === null) return work()
    const before = inner._font
    document.registerFont(script, openScript(script)).font(script)
    work()
    inner._font = before
  }
  const widthOfRun = ({ text, script }: Run, options?: object) => {
    let measured = 0
    within(script, () => {
      measured = width(text, options)
    })
    return measured
  }
  inner.widthOfString = (text, options) =>
    isUsual(text)
      ? width(text, options)
      : runsOf(text).reduce((total, run) => total + widthOfRun(run, options), 0)
  inner._fragment = (text, x, y, options) => {
    if (isUsual(text)) return fragment(text, x, y, options)
    const { align, lineWidth = 0, textWidth = inner.widthOfString(text) } = options
    let left = x
    if (align === 'right') left += lineWidth - textWidth
    if (align === 'center') left += (lineWidth - textWidth) / 2
    const plain = { ...options, align: 'left' }
    const base = inner._font.ascender
    for (const run of runsOf(text)) {
      // The height above the baseline differs between fonts.
      const down = () => ((base - inner._font.ascender) / 1000) * inner._fontSize
      within(run.script, () => fragment(run.text, left, y + down(), plain))
      left += widthOfRun(run)
    }
  }
}
