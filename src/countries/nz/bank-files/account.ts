export type NzAccount = { bank: string; branch: string; base: string; suffix: string }

/**
 * Splits a New Zealand account number into parts at full width: bank 2, branch 4, base 7, suffix 2 or 3. Returns null for any
 * other shape.
 * Hyphens or blanks separate the base from the suffix. Without them, the base must have seven digits.
 * Leading zeros of a wider base or suffix are dropped: in a run of 16 digits, an eighth base digit would name another account.
 */
export function readNzAccount(text: string): NzAccount | null {
  const match =
    /^(\d{1,2})[- ]+(\d{1,4})[- ]+(\d{1,8})[- ]+(\d{1,4})$/.exec(text.trim()) ??
    (isInFour(text) ? null : /^(\d{2})(\d{4})(\d{7})(\d{2,3})$/.exec(text.replaceAll(/[- ]/g, '')))
  if (!match) return null
  const [, bank = '', branch = '', base = '', suffix = ''] = match
  return {
    bank: bank.padStart(2, '0'),
    branch: branch.padStart(4, '0'),
    base: base.padStart(7, '0').replace(/^0(?=\d{7}$)/, ''),
    suffix: suffix.padStart(2, '0').replace(/^0(?=\d{3}$)/, ''),
  }
}

/** Returns the error in an account for a direct credit file, without quoting its number, or null when it is valid. */
export function checkNzAccount(text: string): string | null {
  const account = readNzAccount(text)
  const isWrong =
    !account || account.base.length > 7 || account.suffix.length > 3 || /^0+$/.test(account.base)
  return isWrong ? 'its number must be 15 or 16 digits: bank 2, branch 4, account 7, suffix 2 or 3' : null
}

/** Four separated parts are never regrouped. */
const isInFour = (text: string) => text.split(/[- ]+/).filter(Boolean).length === 4
