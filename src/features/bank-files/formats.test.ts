import { describe, expect, it } from 'vitest'
import { decimal } from '../../payroll/money.ts'
import { abaFile } from './aba.ts'
import { bnzFile, hashTotal } from './bnz.ts'
import { type PayeeAccount, splitNet } from './split.ts'

const payer = {
  name: 'EXAMPLE PTY LTD',
  bankCode: 'WBC',
  userId: '301500',
  bsb: '032000',
  account: '123456',
  isSelfBalancing: false,
}
const payments = [
  {
    bsb: '062-000',
    account: '12345678',
    title: 'JANE CITIZEN',
    reference: 'PAY 19NOV2026',
    amount: '1523.45',
  },
  { bsb: '733-021', account: '654321', title: 'SAM TAYLOR', reference: 'PAY 19NOV2026', amount: '987.6' },
]

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
    const [, detail] = abaFile(payer, [{ ...payments[0], title: 'Zoë Ngāta' } as never], '2026-11-19').split(
      '\r\n',
    )
    expect(detail).toContain('Zoe Ngata ')
  })
})

describe('the BNZ file', () => {
  it('has the records of the worked example', () => {
    const file = bnzFile(
      { name: 'EXAMPLE LTD', account: '02-0500-1234567-00' },
      [
        { account: '01-0902-0068389-00', name: 'JANE CITIZEN', reference: 'PAY 19NOV', amount: '1523.45' },
        { account: '08-6523-1954512-001', name: 'SAM TAYLOR', reference: 'PAY 19NOV', amount: '987.60' },
        { account: '38-9000-7654321-000', name: 'ĀRI NGATA', reference: 'PAY 19NOV', amount: '1200' },
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
  })
})

describe('the split of a net pay', () => {
  const account = (amountType: PayeeAccount['amountType'], amount: string | null): PayeeAccount => ({
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
  })
})
