import type { EventFacts, Payee } from '../../../countries/au/stp/facts.ts'
import {
  adaptText,
  addressLines,
  fittingEmail,
  isAddressCut,
  plainPhone,
  plainText,
} from '../../../countries/au/stp/text.ts'
import { adaptSigns, isAdapted } from '../../../identifiers/reported-text.ts'
import type { ReportError } from '../lodgements/index.ts'

/**
 * Values the tax office would refuse but that do not hold anyone back. Text is adapted, and optional fields
 * are left out of the message.
 */
export function leftOutOf(facts: EventFacts): ReportError[] {
  const payer = emailOf(facts.payer.email)
  return [
    ...(payer ? [{ employee_id: null, employee: null, ...payer }] : []),
    ...facts.payees.flatMap((payee) =>
      faultsOf(payee).map((fault) => ({ employee_id: payee.employeeId, employee: payee.name, ...fault })),
    ),
  ]
}

type Fault = Omit<ReportError, 'employee_id' | 'employee'>

/** Text that is sent in adapted form, with a preview of the text the tax office receives. */
function adaptedOf(payee: Payee): Fault[] {
  const [line1, line2] = addressLines(payee.address1, payee.address2)
  const address = [payee.address1, payee.address2].filter(Boolean).join(', ')
  const isAddressAdapted = [payee.address1, payee.address2 ?? ''].some(
    (text) => plainText(text) !== '' && adaptSigns('addressLine', text) !== plainText(text),
  )
  const names = [
    ['FamilyNameT', 'The family name', 'name', payee.lastName],
    ['GivenNameT', 'The given name', 'name', payee.firstName ?? ''],
    ['OtherGivenNameT', 'The middle name', 'name', payee.middleName ?? ''],
    ['LocalityNameT', 'The city', 'city', payee.city],
  ] as const
  return [
    ...names.flatMap(([field, what, kind, text]) =>
      isAdapted(kind, text) ? [adapted(field, what, text, adaptText(kind, text))] : [],
    ),
    ...(isAddressAdapted || isAddressCut(payee.address1, payee.address2)
      ? [adapted('Line1T', 'The address', address, [line1, line2].filter(Boolean).join(', '))]
      : []),
  ]
}

const adapted = (field: string, what: string, text: string, sent: string): Fault => ({
  field,
  rule: 'TASMAN.STP.TEXT-ADAPTED',
  code: 'CMN.ATO.GEN.XML03',
  message: sent
    ? `${what} "${text}" is sent as "${sent}".`
    : `${what} "${text}" has no letter that the tax office accepts: enter a reporting name.`,
})

function faultsOf(payee: Payee): Fault[] {
  const email = emailOf(payee.email)
  const phone: Fault[] =
    payee.phone && plainPhone(payee.phone) === ''
      ? [fault('TelephoneMinimalN', 'CMN.ATO.GEN.XML03', 'The phone number is left out: it has no digits.')]
      : []
  return [...adaptedOf(payee), ...(email ? [email] : []), ...phone]
}

function emailOf(email: string | null): Fault | null {
  const text = plainText(email ?? '')
  return text === '' || fittingEmail(text)
    ? null
    : fault(
        'ElectronicMailAddressT',
        'CMN.ATO.GEN.500029',
        'The e-mail address is left out because it is not valid.',
      )
}

const fault = (field: string, code: string, message: string): Fault => ({
  field,
  rule: 'TASMAN.STP.OPTIONAL-LEFT-OUT',
  code,
  message,
})
