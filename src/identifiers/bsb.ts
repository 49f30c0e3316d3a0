/** The problem with a bank-state-branch number, or null when it is valid. */
export function checkBsb(text: string): string | null {
  return /^\d{3}-?\d{3}$/.test(text) ? null : 'A BSB has 6 digits, with or without a hyphen after the third.'
}
