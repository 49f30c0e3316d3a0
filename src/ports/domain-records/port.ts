import { resolveTxt } from 'node:dns/promises'
import { errorCode } from '../../kernel/read-error.ts'

const RECORD_HOST = '_tasman'
const RECORD_VALUE = 'tasman-verification='
/** The errors that mean that there is no such record. Any other error means that the look-up failed. */
const NONE = ['ENOTFOUND', 'ENODATA']

/** Reads the TXT records of a host. Null when they could not be read. It never throws. */
export type DomainRecords = { txt(host: string): Promise<string[] | null> }

export const systemRecords: DomainRecords = {
  async txt(host) {
    try {
      return (await resolveTxt(host)).map((parts) => parts.join('').trim())
    } catch (error) {
      return NONE.includes(errorCode(error) ?? '') ? [] : null
    }
  },
}

/** The record by which the owner of a domain proves it. */
export const recordOf = (domain: string, challenge: string) => ({
  name: `${RECORD_HOST}.${domain}`,
  value: RECORD_VALUE + challenge,
})

/** Whether the record exists. Null when it could not be looked up. */
export async function hasRecord(
  records: DomainRecords,
  domain: string,
  challenge: string,
): Promise<boolean | null> {
  const { name, value } = recordOf(domain, challenge)
  const found = await records.txt(name)
  return found === null ? null : found.includes(value)
}
