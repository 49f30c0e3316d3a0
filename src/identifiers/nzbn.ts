/** The problem with a New Zealand Business Number, or null when it is valid. */
export function checkNzbn(text: string): string | null {
  const digits = text.trim()
  if (!/^\d{13}$/.test(digits)) return 'An NZBN has 13 digits.'
  if (!digits.startsWith('94')) return 'An NZBN starts with 94.'
  const values = [...digits].map((digit) => Number.parseInt(digit, 10))
  const total = values.slice(0, 12).reduce((sum, digit, index) => sum + digit * (index % 2 === 0 ? 1 : 3), 0)
  return (10 - (total % 10)) % 10 === values[12] ? null : 'The check digit of the NZBN is wrong.'
}
