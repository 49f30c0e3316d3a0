import { describe, expect, it } from 'vitest'
import { checkIrdNumber } from './ird-number.ts'
import { checkNzBankAccount } from './nz-bank-account.ts'
import { checkNzbn } from './nzbn.ts'

describe('an IRD number', () => {
  it.each(['49091850', '35901981', '49098576', '136410132', '049-091-850', '136 410 132'])(
    '%s is good',
    (text) => {
      expect(checkIrdNumber(text)).toBeNull()
    },
  )

  it('is refused with the reason', () => {
    expect(checkIrdNumber('136410133')).toContain('check digit')
    expect(checkIrdNumber('9125568')).toContain('8 or 9 digits')
    expect(checkIrdNumber('150000001')).toContain('range')
    expect(checkIrdNumber('')).toContain('8 or 9 digits')
  })

  it('may lie above the limit when the limit is raised', () => {
    expect(checkIrdNumber('150000001', 200_000_000)).not.toContain('range')
  })
})

describe('a bank account', () => {
  it.each(['01-902-0068389-00', '08-6523-1954512-001', '26-2600-0320871-032', '030049000110027'])(
    '%s is good',
    (text) => {
      expect(checkNzBankAccount(text)).toBeNull()
    },
  )

  it('is refused with the reason', () => {
    expect(checkNzBankAccount('01-902-0068388-00')).toContain('check digit')
    expect(checkNzBankAccount('99-0001-0000001-00')).toContain('No bank')
    expect(checkNzBankAccount('01-902')).toContain('suffix')
  })
})

describe('an NZBN', () => {
  it('is refused with the reason', () => {
    expect(checkNzbn('9429046393920')).toBeNull()
    expect(checkNzbn('9329046393920')).toContain('94')
    expect(checkNzbn('942904639392')).toContain('13 digits')
    expect(checkNzbn('9429046393921')).toContain('check digit')
  })
})

describe('a branch', () => {
  it('must be one that the bank has', () => {
    expect(checkNzBankAccount('01-9999-12312311-111')).toBe('Bank 01 has no branch 9999.')
    expect(checkNzBankAccount('01-902-0068389-00')).toBeNull()
  })
})
