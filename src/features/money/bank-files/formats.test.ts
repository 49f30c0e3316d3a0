import { describe, expect, it } from 'vitest'
import { abaFile } from '../../../countries/au/bank-files/aba.ts'
import { runReference } from '../../../countries/contract/bank-text.ts'
import { bnzFile, hashTotal, text } from '../../../countries/nz/bank-files/bnz.ts'
import { NZ_FORMATS } from '../../../countries/nz/bank-files/formats.ts'
import { decimal } from '../../../kernel/values/money.ts'
import type { PayeeAccount } from '../../pays/snapshots/index.ts'
import { splitNet } from './split.ts'

const payer = {
  name: 'EXAMPLE PTY LTD',
  bankCode: 'WBC',
  userId: '301500',
  bsb: '032000',
  account: '123456',
  isSelfBalancing: false,
}
const [jane, sam] = [
  {
    whose: 'bank account 1 of Jane Citizen (7)',
    bsb: '062-000',
    account: '12345678',
    title: 'JANE CITIZEN',
    reference: 'PAY 19NOV2026',
    amount: '1523.45',
  },
  {
    whose: 'bank account 1 of Sam Taylor (8)',
    bsb: '733-021',
    account: '654321',
    title: 'SAM TAYLOR',
    reference: 'PAY 19NOV2026',
    amount: '987.6',
  },
] as const
const payments = [jane, sam]

describe('the ABA file', () => {
  it('has the records of the worked example, each 120 characters long', () => {
    const lines = abaFile(payer, payments, '2026-11-19').split('\r\n')
    expect(lines).toEqual([
      `0                 01WBC       EXAMPLE PTY LTD           301500PAYROLL     191126${' '.repeat(40)}`,
      '1062-000 12345678 530000152345JANE CITIZEN                    PAY 19NOV2026     032-000   123456EXAMPLE PTY LTD 00000000',
      '1733-021   654321 530000098760SAM TAYLOR                      PAY 19NOV2026     032-000   123456EXAMPLE PTY LTD 00000000',
      `7999-999            000025110500002511050000000000                        000002${' '.repeat(40)}`,
      '',
    ])
    for (const line of lines.slice(0, -1)) expect(line).toHaveLength(120)
  })

  it('balances itself with one debit of the total when the bank wants it', () => {
    const lines = abaFile({ ...payer, isSelfBalancing: true }, payments, '2026-11-19').split('\r\n')
    expect(lines.at(-3)).toBe(
      '1032-000   123456 130000251105EXAMPLE PTY LTD                 PAYROLL           032-000   123456EXAMPLE PTY LTD 00000000',
    )
    expect(lines.at(-2)?.slice(20, 50)).toBe('000000000000002511050000251105')
  })

  it('writes names without macrons or accents', () => {
    const [, detail] = abaFile(payer, [{ ...jane, title: 'Zoë Ngāta' }], '2026-11-19').split('\r\n')
    expect(detail).toContain('Zoe Ngata ')
  })

  it('writes names in the letters that the tax authorities get', () => {
    const titleOf = (title: string) =>
      abaFile(payer, [{ ...jane, title }], '2026-11-19')
        .split('\r\n')[1]
        ?.slice(30, 62)
        .trim()
    expect(titleOf('Łukasz Þórðarson')).toBe('Lukasz Thordarson')
    expect(titleOf('Ивáн Петров')).toBe('Ivan Petrov')
    expect(text('Þór Łęcki', 20)).toBe('Thor Lecki')
  })

  const accountOf = (account: string) =>
    abaFile(payer, [{ ...jane, account }], '2026-11-19')
      .split('\r\n')[1]
      ?.slice(8, 17)

  it('drops hyphens only from an account number that is too long with them, blanks always', () => {
    expect(accountOf('123-456')).toBe('  123-456')
    expect(accountOf('123 456')).toBe('   123456')
    expect(accountOf('1234-56789')).toBe('123456789')
    expect(accountOf('123 456-789')).toBe('123456789')
  })

  it.each([
    ['123456789012', 'more than 9 digits'],
    ['12345-67890', 'more than 9 digits'],
    ['000000', 'all zeros'],
    ['000-000', 'all zeros'],
    ['12345A', 'must be digits'],
    ['١٢٣٤٥', 'must be digits'],
    ['', 'must be digits'],
  ])('refuses the account number "%s" and says whose it is', (account, fault) => {
    const sentence = new RegExp(
      `Correct bank account 1 of Jane Citizen \\(7\\): its account number .*${fault}`,
    )
    expect(() => accountOf(account)).toThrow(sentence)
    expect(() => abaFile({ ...payer, account }, payments, '2026-11-19')).toThrow(
      /of the company.*account number/,
    )
  })

  it.each(['', '06200', '0620001', '000-000', 'ABC-DEF'])('refuses the BSB "%s"', (bsb) => {
    expect(() => abaFile(payer, [{ ...jane, bsb }], '2026-11-19')).toThrow(/Jane Citizen \(7\): it.* BSB/)
    expect(() => abaFile({ ...payer, bsb }, payments, '2026-11-19')).toThrow(/of the company: it.* BSB/)
  })

  it('names ten faults at once and counts the others', () => {
    const wrong = Array.from({ length: 12 }, () => ({ ...jane, account: '0' }))
    expect(() => abaFile(payer, wrong, '2026-11-19')).toThrow(/^(Correct [^.]*\. ){10}And 2 more\.$/)
  })

  it('refuses an amount or a total that its fields do not hold, with everything to correct', () => {
    const paying = (...amounts: string[]) =>
      abaFile(
        payer,
        amounts.map((amount) => ({ ...jane, amount })),
        '2026-11-19',
      )
    expect(paying('99999999.99').split('\r\n')[1]?.slice(20, 30)).toBe('9999999999')
    const tooLarge = 'The payment to bank account 1 of Jane Citizen (7) is above 99,999,999.99'
    expect(() => paying('100000000.00')).toThrow(
      expect.objectContaining({ name: 'UnfitForFormat', message: expect.stringContaining(tooLarge) }),
    )
    expect(() => paying('99999999.99', '0.01')).toThrow(
      expect.objectContaining({ name: 'UnfitForFormat', message: expect.stringContaining('split the run') }),
    )
  })

  it('takes no fraction of a cent', () => {
    expect(() => abaFile(payer, [{ ...jane, amount: '33.335' }], '2026-11-19')).toThrow('whole cents')
  })
})

describe('the BNZ file', () => {
  it('has the records of the worked example', () => {
    const file = bnzFile(
      { name: 'EXAMPLE LTD', account: '02-0500-1234567-00' },
      [
        {
          whose: 'bank account 1 of Jane Citizen (7)',
          account: '01-0902-0068389-00',
          name: 'JANE CITIZEN',
          reference: 'PAY 19NOV',
          amount: '1523.45',
        },
        {
          whose: 'bank account 1 of Sam Taylor (8)',
          account: '08-6523-1954512-001',
          name: 'SAM TAYLOR',
          reference: 'PAY 19NOV',
          amount: '987.60',
        },
        {
          whose: 'bank account 1 of Āri Ngata (9)',
          account: '38-9000-7654321-000',
          name: 'ĀRI NGATA',
          reference: 'PAY 19NOV',
          amount: '1200',
        },
      ],
      { due: '2026-11-19', created: '2026-11-18' },
      'PAYRUN 42',
    )
    expect(file.split('\r\n')).toEqual([
      '1,,,,020500123456700,7,261119,261118,',
      '2,010902006838900,52,152345,JANE CITIZEN,,WAGES,,PAY 19NOV,EXAMPLE LTD,,PAYRUN 42,WAGES',
      '2,0865231954512001,52,98760,SAM TAYLOR,,WAGES,,PAY 19NOV,EXAMPLE LTD,,PAYRUN 42,WAGES',
      '2,3890007654321000,52,120000,ARI NGATA,,WAGES,,PAY 19NOV,EXAMPLE LTD,,PAYRUN 42,WAGES',
      '3,371105,3,64259677222',
      '',
    ])
  })

  it('keeps the last eleven digits of the hash total', () => {
    expect(hashTotal(['01-0902-0068389-00'])).toBe('09020068389')
    expect(hashTotal(['01-0902-00068389-00', '01 0902 00068389 000'])).toBe('18040136778')
    expect(hashTotal(['01-0902-10068389-00'])).toBe('09020068389')
  })

  const nz = {
    whose: 'bank account 1 of Jane Citizen (7)',
    name: 'JANE',
    reference: 'PAY 19NOV',
    amount: '1',
  }
  const write = (account: string, own = '02-0500-1234567-00', amounts = ['1']) =>
    bnzFile(
      { name: 'EXAMPLE LTD', account: own },
      amounts.map((amount) => ({ ...nz, account, amount })),
      { due: '2026-11-19', created: '2026-11-18' },
      'PAYRUN 42',
    )

  it.each([
    ['01-0902-00068389-00', '010902006838900'],
    ['01-0902-00068389-0000', '0109020068389000'],
    ['01-902-68389-0', '010902006838900'],
    ['01 0902 0068389 00', '010902006838900'],
    ['010902 0068389 00', '010902006838900'],
    ['0109020068389001', '0109020068389001'],
  ])(
    'writes the account %s with seven digits of base, which is how the bank reads it',
    (account, written) => {
      expect(write(account).split('\r\n')[1]).toContain(`2,${written},52,`)
      expect(write(account).split('\r\n')[2]).toBe('3,100,1,09020068389')
    },
  )

  it.each([
    '010902006838',
    '12345',
    'ABCDEF',
    '',
    '01090200683890000',
    '01-0902-10068389-00',
    '01-0902-123456789-0',
    '0109-02006-8389-00',
    '01-0902-0068389-1234',
    '000000000000000',
  ])('refuses the account "%s", of a payee and of the payer', (account) => {
    expect(() => write(account)).toThrow(/bank account 1 of Jane Citizen \(7\): .* 15 or 16 digits/)
    expect(() => write('010902006838900', account)).toThrow(
      /bank_account_number of the company: .* 15 or 16 digits/,
    )
  })

  it('refuses an amount above eleven digits, and such a total', () => {
    const paying = (...amounts: string[]) => write('01-0902-0068389-00', undefined, amounts)
    expect(paying('999999999.99')).toContain(',52,99999999999,')
    expect(() => paying('1000000000.00')).toThrow(
      expect.objectContaining({
        name: 'UnfitForFormat',
        message: expect.stringContaining('Jane Citizen (7)'),
      }),
    )
    expect(() => paying('999999999.99', '0.01')).toThrow(
      expect.objectContaining({ name: 'UnfitForFormat', message: expect.stringContaining('split the run') }),
    )
  })

  it('never cuts the number of the run', () => {
    expect([42, 99_999, 100_000, 2_147_483_647].map(runReference)).toEqual([
      'PAYRUN 42',
      'PAYRUN 99999',
      '100000',
      '2147483647',
    ])
  })
})

describe('the split of a net pay', () => {
  const account = (amountType: PayeeAccount['amountType'], amount: string | null): PayeeAccount => ({
    label: 'bank account 1',
    accountName: 'Jane',
    bsb: '062000',
    accountNumber: '1',
    reference: null,
    amountType,
    amount,
  })
  const amounts = (net: string, accounts: PayeeAccount[]) =>
    splitNet(decimal(net), accounts).map((payment) => payment.amount.toFixed(2))

  it('takes fixed amounts and percentages in rank order and gives the rest to the remainder', () => {
    const accounts = [account('FIXED', '100'), account('PERCENTAGE', '33.3333'), account('REMAINDER', null)]
    expect(amounts('1000.01', accounts)).toEqual(['100.00', '333.34', '566.67'])
  })

  it('never pays more than the net', () => {
    expect(amounts('50', [account('FIXED', '100'), account('REMAINDER', null)])).toEqual(['50.00'])
    expect(amounts('0', [account('REMAINDER', null)])).toEqual([])
    expect(amounts('-100', [account('PERCENTAGE', '50'), account('REMAINDER', null)])).toEqual([])
  })

  it('brings a fixed amount to the cent before the rest is taken', () => {
    const accounts = [account('FIXED', '33.335'), account('REMAINDER', null)]
    expect(amounts('513.00', accounts)).toEqual(['33.34', '479.66'])
    expect(amounts('513.00', [account('FIXED', '0.004'), account('REMAINDER', null)])).toEqual(['513.00'])
  })
})

/** Hash total: 09020068389 + 65231954512. */
const KIWIBANK_SAMPLE = [
  '1,,,,010102012345600,7,261119,261118,',
  '2,010902006838900,52,152345,Jane Citizen,,WAGES,,PAY 19NOV,EXAMPLE LTD,,PAYRUN 42,WAGES',
  '2,0865231954512001,50,950,UNION,,PAYMENT,,CASE 17,EXAMPLE LTD,,PAYRUN 42,PAYMENT',
  '3,153295,2,74252022901',
]

describe('the other New Zealand formats', () => {
  const nzPayer = { name: 'EXAMPLE LTD', account: '01-0102-0123456-00' }
  const nzPayments = [
    {
      whose: 'bank account 1 of Jane (7)',
      account: '01-0902-0068389-00',
      name: 'Jāne Citizen',
      reference: 'PAY 19NOV',
      amount: '1523.45',
    },
    {
      whose: 'the account of Union',
      account: '08-6523-1954512-001',
      name: 'UNION',
      reference: 'CASE 17',
      isWages: false,
      amount: '9.5',
    },
  ]
  const dates = { due: '2026-11-19', created: '2026-11-18' }
  const write = (format: keyof typeof NZ_FORMATS) =>
    NZ_FORMATS[format](nzPayer, nzPayments, dates, 'PAYRUN 42').split('\r\n')

  it('ANZ: header of 16 fields, 14 for each payment, 8 in the control record with its hash total', () => {
    const lines = write('ANZ')
    expect(lines).toEqual([
      '1,C,20261119,,20261118,010102012345600,,S,010102012345600,PAYROLL,WAGES,,PAYRUN 42,,,',
      '2,010902006838900,52,152345,Jane Citizen,PAY 19NOV,WAGES,,,,,,,',
      '2,0865231954512001,50,950,UNION,CASE 17,PAYMENT,,,,,,,',
      '3,,153295,2,74252022901,,,',
      '',
    ])
    expect(lines.slice(0, 4).map((line) => line.split(',').length)).toEqual([16, 14, 14, 8])
  })

  it('Westpac: header of 9 fields, 19 for each payment, no trailer', () => {
    const lines = write('WESTPAC')
    expect(lines).toEqual([
      'A,1,01,0102,EXAMPLE LTD,,PAYRUN 42,191126,',
      'D,2,01,0902,0068389,00,52,DC,152345,Jane Citizen,PAY 19NOV,WAGES,PAYRUN 42,01,0102,0123456,00,EXAMPLE LTD,',
      'D,3,08,6523,1954512,001,50,DC,950,UNION,CASE 17,PAYMENT,PAYRUN 42,01,0102,0123456,00,EXAMPLE LTD,',
      '',
    ])
    expect(lines.slice(0, 3).map((line) => line.split(',').length)).toEqual([9, 19, 19])
  })

  it('ASB: no header, amounts in dollars', () => {
    expect(write('ASB')).toEqual([
      'PAYRUN 42,2026/11/19,010102012345600,1523.45,PAY 19NOV,WAGES,,010902006838900,WAGES,,PAYRUN 42,Jane Citizen',
      'PAYRUN 42,2026/11/19,010102012345600,9.50,CASE 17,PAYMENT,,0865231954512001,PAYMENT,,PAYRUN 42,UNION',
      '',
    ])
  })

  it('Kiwibank: records as BNZ has them, with the checksum over branch and account', () => {
    expect(write('KIWIBANK')).toEqual(write('BNZ'))
    // Written by hand from the vendor's page that the format names. The bank's guide was not available.
    const sample = write('KIWIBANK').slice(0, -1)
    expect(sample).toEqual(KIWIBANK_SAMPLE)
  })

  it.each(['ANZ', 'ASB', 'WESTPAC', 'KIWIBANK'] as const)(
    '%s refuses an account that no record holds, by name',
    (format) => {
      const wrong = nzPayments.map((payment) => ({ ...payment, account: '01-0902-12345678-00' }))
      expect(() => NZ_FORMATS[format](nzPayer, wrong, dates, 'PAYRUN 42')).toThrow(
        'bank account 1 of Jane (7)',
      )
    },
  )
})

describe('what a bank may ask of an ABA file', () => {
  it('has the payer in its first record, another description, and general credits for payees', () => {
    const own = { ...payer, hasPayerInHeader: true, description: 'WAGES JULY' }
    const lines = abaFile(own, [jane, { ...sam, isWages: false }], '2026-11-19').split('\r\n')
    expect(lines[0]?.slice(1, 18)).toBe('032-000   123456 ')
    expect(lines[0]?.slice(62, 74)).toBe('WAGES JULY  ')
    expect([lines[1], lines[2]].map((line) => line?.slice(18, 20))).toEqual(['53', '50'])
    for (const line of lines.slice(0, -1)) expect(line).toHaveLength(120)
  })
})
