import { checkAbn } from '../../../../identifiers/abn.ts'
import { isEmail } from '../../../../identifiers/reported-text.ts'
import { EARLIEST_UPDATE } from '../taxonomy.ts'
import { isAustralian, listAt, payerRule, type Rule, valueAt } from './rule.ts'

const HOUR_MS = 3_600_000

/** Rules about the payer and the event as a whole. */
export const PAYER_RULES: readonly Rule[] = [
  payerRule(
    {
      id: 'VR.ATO.PAYEVNT.000015',
      code: 'CMN.ATO.GEN.434223',
      meaning: 'The payer’s ABN passes its check digits.',
    },
    (payer) => {
      const abn = valueAt(payer, 'AustralianBusinessNumberId')
      return abn !== undefined && checkAbn(abn) !== null
        ? { field: 'AustralianBusinessNumberId', message: 'The company’s ABN fails its checksum.' }
        : null
    },
  ),
  payerRule(
    {
      id: 'VR.ATO.PAYEVNT.000177',
      code: 'CMN.ATO.GEN.200010',
      meaning: 'Exactly one of ABN and withholding payer number is sent.',
    },
    (payer) => {
      const numbers = ['AustralianBusinessNumberId', 'WithholdingPayerNumberId'].filter(
        (name) => valueAt(payer, name) !== undefined,
      )
      return numbers.length === 1
        ? null
        : { field: 'AustralianBusinessNumberId', message: 'The company has no ABN: set `abn`.' }
    },
  ),
  payerRule(
    {
      id: 'TASMAN.STP.PAYER-PHONE',
      code: 'CMN.ATO.GEN.XML03',
      meaning: 'The payer’s phone number is sent.',
      source: 'PAYEVNT.0004 2020 element list (TelephoneMinimalN appears exactly once)',
    },
    (payer) =>
      valueAt(payer, 'ElectronicContact', 'TelephoneMinimalN')
        ? null
        : { field: 'TelephoneMinimalN', message: 'The company has no phone number: set `phone`.' },
  ),
  payerRule(
    {
      id: 'VR.ATO.PAYEVNT.000110',
      code: 'CMN.ATO.GEN.500029',
      meaning: 'The payer’s e-mail address is valid.',
    },
    (payer) => {
      const email = valueAt(payer, 'ElectronicContact', 'ElectronicMailAddressT')
      return email !== undefined && !isEmail(email)
        ? { field: 'ElectronicMailAddressT', message: 'The company’s e-mail address is not valid.' }
        : null
    },
  ),
  payerRule(
    {
      id: 'VR.ATO.PAYEVNT.000184',
      code: 'CMN.ATO.GEN.000009',
      meaning: 'A payer in Australia has a postcode.',
    },
    (payer) => {
      const { country, postcode } = postalOf(payer)
      return isAustralian(country) && postcode === undefined
        ? { field: 'PostcodeT', message: 'The company has no postcode: set `postcode`.' }
        : null
    },
  ),
  payerRule(
    {
      id: 'VR.ATO.PAYEVNT.000179',
      code: 'CMN.ATO.PAYEVNT.000179',
      meaning: 'The payer’s postcode is between 0200 and 9999.',
    },
    (payer) => {
      const { country, postcode } = postalOf(payer)
      return isAustralian(country) && postcode !== undefined && postcode < '0200'
        ? { field: 'PostcodeT', message: `${postcode} is not an Australian postcode.` }
        : null
    },
  ),
  payerRule(
    {
      id: 'VR.ATO.PAYEVNT.000180',
      code: 'CMN.ATO.GEN.000480',
      meaning: 'A payer overseas sends no postcode.',
    },
    (payer) => {
      const { country, postcode } = postalOf(payer)
      return !isAustralian(country) && postcode !== undefined
        ? { field: 'PostcodeT', message: 'An overseas address is sent without a postcode.' }
        : null
    },
  ),
  payerRule(
    {
      id: 'VR.ATO.PAYEVNT.000170',
      code: 'CMN.ATO.PAYEVNT.000193',
      meaning: 'The declaration is not dated after today.',
    },
    (payer, { today }) =>
      (valueAt(payer, 'Declaration', 'SignatureD') ?? '') > today
        ? { field: 'SignatureD', message: 'The declaration is dated after today.' }
        : null,
  ),
  payerRule(
    {
      id: 'VR.ATO.PAYEVNT.000185',
      code: 'CMN.ATO.PAYEVNT.000194',
      meaning: 'The declaration is accepted.',
    },
    (payer) =>
      valueAt(payer, 'Declaration', 'StatementAcceptedI') === 'true'
        ? null
        : { field: 'StatementAcceptedI', message: 'The declaration was not accepted.' },
  ),
  payerRule(
    {
      id: 'VR.ATO.PAYEVNT.000191',
      code: 'CMN.ATO.PAYEVNT.000191',
      meaning: 'The count of payees is the number of payee documents.',
    },
    (payer, { event }) =>
      valueAt(payer, 'Payroll', 'InteractionRecordCt') === String(event.PAYEVNTEMP.length)
        ? null
        : { field: 'InteractionRecordCt', message: 'The count differs from the payees in the event.' },
  ),
  payerRule(
    {
      id: 'VR.ATO.PAYEVNT.000192',
      code: 'CMN.ATO.PAYEVNT.000192',
      meaning: 'An event reports at least one payee.',
    },
    (_payer, { event }) =>
      event.PAYEVNTEMP.length > 0
        ? null
        : { field: 'InteractionRecordCt', message: 'The event has no payee.' },
  ),
  payerRule(
    {
      id: 'VR.ATO.PAYEVNT.000194',
      code: 'CMN.ATO.PAYEVNT.000200',
      meaning: 'The time stamp is not more than an hour ahead of the message’s arrival.',
    },
    (payer, { now }) => {
      const made = Date.parse(valueAt(payer, 'Payroll', 'MessageTimestampGenerationDt') ?? '')
      return made > now.getTime() + HOUR_MS
        ? { field: 'MessageTimestampGenerationDt', message: 'The event was made in the future.' }
        : null
    },
  ),
  payerRule(
    {
      id: 'VR.ATO.PAYEVNT.000207',
      code: 'CMN.ATO.PAYEVNT.000209',
      meaning: 'The submission id has letters, digits, hyphens, underscores, colons and stops only.',
    },
    (payer) =>
      /^[A-Za-z0-9:._-]+$/.test(valueAt(payer, 'Payroll', 'InteractionTransactionId') ?? '')
        ? null
        : {
            field: 'InteractionTransactionId',
            message: 'The submission id has a character that is not allowed.',
          },
  ),
]

/** Rules about the content that a pay event and an update event must and must not have. */
export const ACTION_RULES: readonly Rule[] = [
  payerRule(
    {
      id: 'VR.ATO.PAYEVNT.000199',
      code: 'CMN.ATO.PAYEVNT.000203',
      meaning: 'A pay event has the payer’s totals for the period.',
    },
    (payer, { action }) =>
      action === 'submit' && totalsOf(payer).length === 0
        ? { field: 'IncomeTaxAndRemuneration', message: 'The totals W1 and W2 are missing.' }
        : null,
  ),
  payerRule(
    {
      id: 'VR.ATO.PAYEVNT.000196',
      code: 'CMN.ATO.PAYEVNT.000202',
      meaning: 'An update event has no totals.',
    },
    (payer, { action }) =>
      action === 'update' && totalsOf(payer).length > 0
        ? { field: 'IncomeTaxAndRemuneration', message: 'An update event has no totals.' }
        : null,
  ),
  payerRule(
    {
      id: 'VR.ATO.PAYEVNT.000195',
      code: 'CMN.ATO.PAYEVNT.000201',
      meaning: 'An update event does not replace a file.',
    },
    (payer, { action }) =>
      action === 'update' && valueAt(payer, 'Payroll', 'AmendmentI') === 'true'
        ? { field: 'AmendmentI', message: 'An update event cannot replace a file.' }
        : null,
  ),
  payerRule(
    {
      id: 'VR.ATO.PAYEVNT.000193',
      code: 'CMN.ATO.PAYEVNT.000199',
      meaning: 'An update is not dated after today.',
    },
    (payer, { action, today }) =>
      action === 'update' && payDateOf(payer) > today
        ? { field: 'PaymentRecordTransactionD', message: 'An update event is dated after today.' }
        : null,
  ),
  payerRule(
    {
      id: 'VR.ATO.PAYEVNT.000200',
      code: 'CMN.ATO.PAYEVNT.000205',
      meaning: 'An update is not dated before 1 July 2017.',
    },
    (payer, { action }) =>
      action === 'update' && payDateOf(payer) < EARLIEST_UPDATE
        ? { field: 'PaymentRecordTransactionD', message: 'An update event is dated before July 2017.' }
        : null,
  ),
]

/** The payday. For an update event, its as-at date. */
export function payDateOf(payer: Parameters<typeof valueAt>[0]): string {
  return valueAt(payer, 'Payroll', 'PaymentRecordTransactionD') ?? ''
}

function totalsOf(payer: Parameters<typeof valueAt>[0]) {
  return listAt(payer, 'Payroll', 'IncomeTaxAndRemuneration')
}

function postalOf(payer: Parameters<typeof valueAt>[0]) {
  return {
    country: valueAt(payer, 'AddressDetailsPostal', 'CountryC'),
    postcode: valueAt(payer, 'AddressDetailsPostal', 'PostcodeT'),
  }
}
