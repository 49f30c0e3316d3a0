import { isRecord } from '../kernel/is-record.ts'
import { errorCode, UNIQUE_VIOLATION } from '../kernel/read-error.ts'

/**
 * The caller's message when a unique index refuses a row. Requests check before they write; the index decides
 * when two of them check at the same time. An index that is not listed gets the general sentence.
 */
const SENTENCES: Readonly<Record<string, string>> = {
  invitations_open: 'This address has an open invitation. Revoke it, or send it again.',
  users_email: 'This e-mail address already has a sign-in. Use another address.',
  users_employee: 'The employee already has a self-service sign-in.',
  passkeys_credential_id_key: 'This passkey is already registered.',
  employees_number: 'Another employee of this account has this number. Choose another number.',
  standing_items_description: 'The employee already has an item with this description.',
  standing_items_back_payment: 'The employee already has this back payment.',
  pay_calendars_name: 'The company already has a pay calendar with this name.',
  pay_rate_groups_name: 'The company already has a classification with this name.',
  awards_name: 'The company already has an award with this name.',
  employment_types_name: 'An employment type with this name already exists.',
  employment_tenures_name: 'An employment tenure with this name already exists.',
  allowance_descriptions_pkey: 'An allowance with this description already exists in this company.',
  allowance_descriptions_allowance: 'The allowance already has a description.',
  pay_runs_key: 'The company already has a pay run for this period.',
  pays_staged_terminations: 'The employee already has a final pay that waits for its pay date.',
  terminations_pay_id_key: 'This pay already ends an employment.',
  submission_pays_lodged: 'One of these pays is already lodged. Read the submissions before you lodge again.',
  journals_reverses_id_key: 'This journal is already reversed.',
  own_addresses_web_host: 'Another account of this service has this web address.',
  partner_clients_email: 'Another client has this e-mail address.',
  partner_clients_tax_number: 'Another client has this tax number.',
  partner_clients_tax_number_hash: 'Another client has this tax number.',
  partner_trials_customer_id_key: 'This client has already had a trial.',
}

const GENERAL = 'Another request has just stored the same record. Read it before you send this again.'

/** The sentence for a row that a unique index refused; undefined for any other error. */
export function uniqueViolationSentence(error: unknown): string | undefined {
  if (errorCode(error) !== UNIQUE_VIOLATION) return undefined
  const index = isRecord(error) && typeof error.constraint === 'string' ? error.constraint : ''
  return SENTENCES[index] ?? GENERAL
}
