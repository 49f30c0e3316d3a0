import { expect, it } from 'vitest'
import { drawPayslip } from './draw.ts'
import { drawable } from './fonts.ts'
import { runsOf } from './scripts.ts'

const NAMES = [
  'Ана Петрова',
  '李小龍',
  '龙 Li',
  'محمد علي',
  'สมชาย ใจดี',
  'דוד לוי',
  'Γιώργος',
  'अनिल कुमार',
  'Āwhina Nguyễn',
]

it.each(NAMES)('draws %s without a question mark', (name) => {
  expect(drawable(name)).toBe(name.normalize('NFC'))
})

it('keeps a question mark for what no font has', () => {
  expect(drawable('\u{1F600} Mia')).toBe('? Mia')
})

it('puts words that are read from the right in that order, between others', () => {
  expect(runsOf('Pay محمد علي now').map(({ text, script }) => [text, script])).toEqual([
    ['Pay ', null],
    ['علي', 'NotoSansArabic'],
    [' ', null],
    ['محمد', 'NotoSansArabic'],
    [' now', null],
  ])
  expect(runsOf('李小龍 (Bruce)').map(({ text }) => text)).toEqual(['李小龍', ' (Bruce)'])
})

const payslip = (name: string): Parameters<typeof drawPayslip>[0] => ({
  title: 'Payslip',
  employer: { name: 'Wattle', lines: [] },
  employee: { name, lines: [] },
  facts: [],
  net: '$1.00',
  netLabel: 'Net pay',
  sections: [],
  side: [],
  notes: [],
})

it('embeds a font of the script only when a document needs it, and tags its texts', async () => {
  const created = new Date('2026-11-18T00:00:00Z')
  const [plain, arabic] = await Promise.all(
    ['Mia', 'محمد علي'].map(async (name) => (await drawPayslip(payslip(name), created)).toString('latin1')),
  )
  expect(plain).not.toContain('NotoSansArabic')
  expect(arabic).toContain('NotoSansArabic')
  expect(plain).toMatch(/\/MarkInfo/)
  expect(plain).toMatch(/\/S \/H1/)
  expect(plain).toMatch(/\/Lang \(en\)/)
})
