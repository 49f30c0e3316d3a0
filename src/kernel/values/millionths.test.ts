import { expect, it } from 'vitest'
import { readMillionths, writeMillionths } from './millionths.ts'

it('reads a short plain figure', () => {
  const read = [
    '0',
    '7',
    '-7',
    '12.5',
    '-12.5',
    '0.000001',
    '9.',
    '1520.00',
    '-0.5',
    '90.09',
    '999999999999',
    '0.00000',
  ]
  expect(read.map(readMillionths)).toEqual([
    0, 7_000_000, -7_000_000, 12_500_000, -12_500_000, 1, 9_000_000, 1_520_000_000, -500_000, 90_090_000,
    999_999_999_999_000_000, 0,
  ])
})

it('leaves what is longer, finer or no plain figure to the decimals', () => {
  const others = [
    '',
    '-',
    '1234567890123',
    '0.0000001',
    '1e3',
    '1.2.3',
    '1,5',
    '1/5',
    '1:5',
    ' 1',
    '+1',
    'x',
    '--1',
  ]
  expect(others.map(readMillionths)).toEqual(others.map(() => undefined))
  expect([readMillionths('-12345678901'), readMillionths('-123456789012')]).toEqual([
    -12_345_678_901_000_000,
    undefined,
  ])
})

it('writes them back', () => {
  expect([0, 1, -1, 1_000_000, -12_500_000, 123_456_789].map(writeMillionths)).toEqual([
    '0.000000',
    '0.000001',
    '-0.000001',
    '1.000000',
    '-12.500000',
    '123.456789',
  ])
})
