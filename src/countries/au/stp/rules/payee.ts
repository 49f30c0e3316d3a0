import { checkAbn } from '../../../../identifiers/abn.ts'
import { isEmail, REPORTED_TEXTS } from '../../../../identifiers/reported-text.ts'
import { checkTfn } from '../../../../identifiers/tfn.ts'
import { isCivilDate, makeDate } from '../../../../kernel/values/dates.ts'
import type { Element } from '../taxonomy.ts'
import { isAustralian, payeeRule, type Rule, valueAt } from './rule.ts'

const UNUSABLE_TFN = '987654321'
const ADDRESS_CHARACTERS = REPORTED_TEXTS.addressLine.characters

/** Rules about the payee's identity, address and employment. */
export const PAYEE_RULES: readonly Rule[] = [
  payeeRule(
    {
      id: 'VR.ATO.PAYEVNTEMP.000167',
      code: 'CMN.ATO.PAYEVNTEMP.000167',
      meaning: 'A payee has a tax file number or an ABN.',
    },
    (payee) =>
      tfnOf(payee) === undefined && abnOf(payee) === undefined
        ? { field: 'TaxFileNumberId', message: 'There is no tax file number and no ABN.' }
        : null,
  ),
  payeeRule(
    {
      id: 'VR.ATO.PAYEVNTEMP.000019',
      code: 'CMN.ATO.GEN.402043',
      meaning:
        'The tax file number passes its check digits, or is one of the five codes used instead of one.',
    },
    (payee) => {
      const tfn = tfnOf(payee)
      return tfn !== undefined && tfn !== UNUSABLE_TFN && checkTfn(tfn) !== null
        ? { field: 'TaxFileNumberId', message: 'The tax file number fails its checksum.' }
        : null
    },
  ),
  payeeRule(
    {
      id: 'VR.ATO.PAYEVNTEMP.000126',
      code: 'CMN.ATO.GEN.434223',
      meaning: 'A contractor’s ABN passes its check digits.',
    },
    (payee) => {
      const abn = abnOf(payee)
      return abn !== undefined && checkAbn(abn) !== null
        ? { field: 'AustralianBusinessNumberId', message: 'The payee’s ABN fails its checksum.' }
        : null
    },
  ),
  payeeRule(
    {
      id: 'VR.ATO.PAYEVNTEMP.000183',
      code: 'CMN.ATO.PAYEVNTEMP.000169',
      meaning: 'Day, month and year of birth make a date.',
    },
    (payee) =>
      isCivilDate(birthOf(payee))
        ? null
        : { field: 'PersonDemographicDetailsBirth', message: 'The date of birth is not a valid date.' },
  ),
  payeeRule(
    {
      id: 'VR.ATO.PAYEVNTEMP.000166',
      code: 'CMN.ATO.PAYEVNTEMP.000166',
      meaning: 'The date of birth is not in the future.',
    },
    (payee, { today }) =>
      birthOf(payee) > today
        ? { field: 'PersonDemographicDetailsBirth', message: 'The date of birth is in the future.' }
        : null,
  ),
  payeeRule(
    {
      id: 'VR.ATO.PAYEVNTEMP.000033',
      code: 'CMN.ATO.GEN.300006',
      meaning: 'An Australian address has a state.',
    },
    (payee) =>
      isAustralian(addressOf(payee, 'CountryC')) && !addressOf(payee, 'StateOrTerritoryC')
        ? { field: 'StateOrTerritoryC', message: 'The address has no state.' }
        : null,
  ),
  payeeRule(
    {
      id: 'VR.ATO.PAYEVNTEMP.000130',
      code: 'CMN.ATO.PAYEVNTEMP.000130',
      meaning: 'An overseas address has no state.',
    },
    (payee) =>
      !isAustralian(addressOf(payee, 'CountryC')) && addressOf(payee, 'StateOrTerritoryC')
        ? { field: 'StateOrTerritoryC', message: 'An overseas address is sent without a state.' }
        : null,
  ),
  payeeRule(
    {
      id: 'VR.ATO.PAYEVNTEMP.000154',
      code: 'CMN.ATO.GEN.000009',
      meaning: 'An Australian address has a postcode.',
    },
    (payee) =>
      isAustralian(addressOf(payee, 'CountryC')) && !addressOf(payee, 'PostcodeT')
        ? { field: 'PostcodeT', message: 'The address has no postcode.' }
        : null,
  ),
  payeeRule(
    {
      id: 'VR.ATO.PAYEVNTEMP.000034',
      code: 'CMN.ATO.PAYEVNTEMP.000034',
      meaning: 'The postcode is between 0200 and 9999.',
    },
    (payee) => {
      const postcode = addressOf(payee, 'PostcodeT')
      return isAustralian(addressOf(payee, 'CountryC')) && postcode !== undefined && postcode < '0200'
        ? { field: 'PostcodeT', message: `${postcode} is not an Australian postcode.` }
        : null
    },
  ),
  payeeRule(
    {
      id: 'VR.ATO.PAYEVNTEMP.000035',
      code: 'CMN.ATO.PAYEVNTEMP.000035',
      meaning: 'An overseas address has no postcode.',
    },
    (payee) =>
      !isAustralian(addressOf(payee, 'CountryC')) && addressOf(payee, 'PostcodeT')
        ? { field: 'PostcodeT', message: 'An overseas address is sent without a postcode.' }
        : null,
  ),
  addressCharacters('000184', 'CMN.ATO.GEN.500026', 'Line1T'),
  addressCharacters('000185', 'CMN.ATO.GEN.500027', 'Line2T'),
  addressCharacters('000186', 'CMN.ATO.GEN.500028', 'LocalityNameT'),
  payeeRule(
    {
      id: 'VR.ATO.PAYEVNTEMP.000131',
      code: 'CMN.ATO.GEN.500029',
      meaning: 'The payee’s e-mail address is valid.',
    },
    (payee) => {
      const email = valueAt(payee, 'ElectronicContact', 'ElectronicMailAddressT')
      return email !== undefined && !isEmail(email)
        ? { field: 'ElectronicMailAddressT', message: 'The e-mail address is not valid.' }
        : null
    },
  ),
  payeeRule(
    {
      id: 'CMN.ATO.PAYEVNTEMP.000239',
      code: 'CMN.ATO.PAYEVNTEMP.000239',
      meaning: 'A cessation date and a cessation reason go together.',
      source: 'Vendor help pages quoting messages 000239 and 000377',
      status: 'vendor',
    },
    (payee) => {
      const [date, reason] = ['EmploymentEndD', 'CessationTypeC'].map((name) =>
        valueAt(payee, 'EmployerConditions', name),
      )
      if ((date === undefined) === (reason === undefined)) return null
      return date === undefined
        ? { field: 'EmploymentEndD', message: 'A cessation reason is sent without its date.' }
        : { field: 'CessationTypeC', message: 'A cessation date is sent without its reason.' }
    },
  ),
  payeeRule(
    {
      id: 'TASMAN.STP.TAX-TREATMENT',
      code: 'CMN.ATO.GEN.XML03',
      meaning:
        'The parts of the tax treatment code agree: study loans only for residents, seniors and foreign residents; Medicare parts only for residents and seniors; a surcharge tier is not combined with others; a full exemption has no reduction.',
      source: 'Tax treatment code tables in public vendor help',
      status: 'derived',
    },
    (payee) => {
      const code = valueAt(payee, 'EmployerConditions', 'TaxTreatmentC') ?? ''
      return isConsistentTreatment(code)
        ? null
        : { field: 'TaxTreatmentC', message: `The parts of the tax treatment code ${code} do not agree.` }
    },
  ),
  payeeRule(
    {
      id: 'VR.ATO.PAYEVNTEMP.000039',
      code: 'CMN.ATO.PAYEVNTEMP.000039',
      meaning: 'A pay period does not start after its end.',
    },
    (payee, { action }) => {
      const { start, end } = periodOf(payee)
      return action === 'submit' && start > end
        ? { field: 'StartD', message: 'The pay period starts after its end.' }
        : null
    },
  ),
  payeeRule(
    {
      id: 'VR.ATO.PAYEVNTEMP.000174',
      code: 'CMN.ATO.PAYEVNTEMP.000174',
      meaning: 'The period of an update is a single day.',
    },
    (payee, { action }) => {
      const { start, end } = periodOf(payee)
      return action === 'update' && start !== end
        ? { field: 'EndD', message: 'The period of an update starts and ends on one day.' }
        : null
    },
  ),
]

function addressCharacters(number: string, code: string, field: string): Rule {
  return payeeRule(
    {
      id: `VR.ATO.PAYEVNTEMP.${number}`,
      code,
      meaning: `${field} of the address has only characters that the tax office accepts.`,
    },
    (payee) => {
      const text = addressOf(payee, field)
      return text === undefined || ADDRESS_CHARACTERS.test(text)
        ? null
        : { field, message: 'The address has a character that the tax office does not accept.' }
    },
  )
}

function isConsistentTreatment(code: string): boolean {
  const [category = '', , loan, tier, exemption, reduction] = code
  if (loan === 'S' && !'RSF'.includes(category)) return false
  if (`${tier}${exemption}${reduction}` !== 'XXX' && !'RS'.includes(category)) return false
  if (tier !== 'X' && (exemption !== 'X' || reduction !== 'X')) return false
  return exemption !== 'F' || reduction === 'X'
}

const tfnOf = (payee: Element) => valueAt(payee, 'Identifiers', 'TaxFileNumberId')
const abnOf = (payee: Element) => valueAt(payee, 'Identifiers', 'AustralianBusinessNumberId')
const addressOf = (payee: Element, name: string) => valueAt(payee, 'AddressDetails', name)

function birthOf(payee: Element): string {
  const part = (name: string) =>
    Number.parseInt(valueAt(payee, 'PersonDemographicDetailsBirth', name) ?? '0', 10)
  return makeDate(part('Y'), part('M'), part('Dm'))
}

function periodOf(payee: Element): { start: string; end: string } {
  const part = (name: string) => valueAt(payee, 'PayrollPeriod', name) ?? ''
  return { start: part('StartD'), end: part('EndD') }
}
