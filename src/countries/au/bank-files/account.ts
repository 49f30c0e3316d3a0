import { checkBsb } from '../../../identifiers/bsb.ts'

const WIDTH = 9

/** An account number in ABA form: without spaces, and without hyphens if it would otherwise be too long. */
export function auAccountNumber(text: string): string {
  const tight = text.replaceAll(' ', '')
  return tight.length > WIDTH ? tight.replaceAll('-', '') : tight
}

/** Describes the problem with an Australian account for an ABA file, without the account number. Null when it is valid. */
export function checkAuAccount(bsb: string, account: string): string | null {
  if (bsb === '') return 'it has no BSB'
  if (checkBsb(bsb)) return 'its BSB must have 6 digits, with or without a hyphen after the third'
  if (isZeros(bsb)) return 'its BSB must not be all zeros'
  const number = auAccountNumber(account)
  if (!/^\d+(-\d+)*$/.test(number)) return 'its account number must be digits, with hyphens at most'
  if (number.length > WIDTH) return `its account number must not have more than ${WIDTH} digits`
  if (isZeros(number)) return 'its account number must not be all zeros'
  return null
}

const isZeros = (number: string) => /^[0-]+$/.test(number)
