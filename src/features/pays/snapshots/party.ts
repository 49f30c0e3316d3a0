import { type FieldCipher, mask } from '../../../security/field-encryption.ts'

/* The party of a contribution names the fund and the membership (`fundKey`). It is encrypted where it names a membership. */

const COLUMN = 'payment_lines.party'
const namesMember = (party: string) => /\|./.test(party)

export function sealParty(cipher: FieldCipher, payId: number, party: string): string {
  return namesMember(party) ? cipher.seal(COLUMN, payId, party) : party
}

export function openParty(cipher: FieldCipher, payId: number, stored: string): string {
  return cipher.open(COLUMN, payId, stored)
}

/** The party with the last three characters of the member number, for display. */
export function maskParty(party: string): string {
  return party.replace(/(?<=\|)(.+)$/s, mask)
}
