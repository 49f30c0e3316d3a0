import { describe, expect, it } from 'vitest'
import { checkAbn } from './abn.ts'
import { checkAcn } from './acn.ts'
import { checkBsb } from './bsb.ts'
import { checkTfn, specialTfn } from './tfn.ts'
import { checkUsi } from './usi.ts'

describe('tax file numbers', () => {
  it('pass with nine or eight digits, with spaces or hyphens', () => {
    for (const tfn of ['123456782', '123 456 782', '123-456-782', '83289447'])
      expect(checkTfn(tfn)).toBeNull()
  })

  it('are refused with a wrong digit, a wrong length or letters', () => {
    expect(checkTfn('123456789')).toMatch(/checksum/)
    expect(checkTfn('1234567')).toMatch(/8 or 9 digits/)
    expect(checkTfn('12345678A')).toMatch(/8 or 9 digits/)
    expect(checkTfn('')).toMatch(/8 or 9 digits/)
  })

  it('pass as the four special codes, and as no other repeated digit', () => {
    expect(specialTfn('000000000')).toBe('NOT_QUOTED')
    expect(specialTfn('111 111 111')).toBe('PENDING')
    expect(specialTfn('333333333')).toBe('UNDER_18')
    expect(specialTfn('444444444')).toBe('PENSIONER')
    for (const tfn of ['000000000', '111111111', '333333333', '444444444']) expect(checkTfn(tfn)).toBeNull()
    expect(checkTfn('987654321')).toMatch(/checksum/)
    expect(checkTfn('222222222')).toMatch(/checksum/)
    expect(specialTfn('123456782')).toBeNull()
  })
})

describe('business, company, bank and fund numbers', () => {
  it('are told apart by their check digits and shapes', () => {
    expect(checkAbn('11 173 127 389')).toBeNull()
    expect(checkAbn('11173127388')).toMatch(/checksum/)
    expect(checkAbn('1117312738')).toMatch(/11 digits/)
    expect(checkAcn('004 085 616')).toBeNull()
    expect(checkAcn('004085617')).toMatch(/check digit/)
    expect(checkBsb('062-000')).toBeNull()
    expect(checkBsb('06-2000')).toMatch(/6 digits/)
  })

  it('accept a USI in both forms', () => {
    expect(checkUsi('STA0100AU')).toBeNull()
    expect(checkUsi('11173127389001')).toBeNull()
    expect(checkUsi('11173127388001')).toMatch(/valid ABN/)
    expect(checkUsi('nonsense')).toMatch(/three digits/)
  })
})
