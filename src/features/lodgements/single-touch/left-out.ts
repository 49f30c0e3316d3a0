import type { EventFacts, Payee } from '../../../countries/au/stp/facts.ts'
import {
  addressLines,
  fitting,
  fittingAddress,
  fittingEmail,
  isAddressCut,
  plainPhone,
  plainText,
} from '../../../countries/au/stp/text.ts'
import type { ReportError } from '../lodgements/index.ts'

/** What the tax office would refuse and nobody is held up by: optional fields are left out of the message, a long address is cut. */
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

function faultsOf(payee: Payee): Fault[] {
  const names = (['first', 'middle'] as const).flatMap((which): Fault[] => {
    const text = plainText((which === 'first' ? payee.firstName : payee.middleName) ?? '')
    const field = which === 'first' ? 'GivenNameT' : 'OtherGivenNameT'
    return text === '' || fitting('name', text)
      ? []
      : [
          fault(
            field,
            'CMN.ATO.GEN.XML03',
            `The ${which} name is left out: it has more than 40 characters or another sign.`,
          ),
        ]
  })
  const [, line2] = addressLines(payee.address1, payee.address2)
  const address: Fault[] =
    line2 === null || fittingAddress(line2)
      ? []
      : [
          fault(
            'Line2T',
            'CMN.ATO.GEN.500027',
            'The second address line is left out: it holds a sign that is not taken.',
          ),
        ]
  const cut: Fault[] = isAddressCut(payee.address1, payee.address2)
    ? [fault('Line2T', 'CMN.ATO.GEN.XML03', 'The address is cut: two lines of 38 characters are taken.')]
    : []
  const email = emailOf(payee.email)
  const phone: Fault[] =
    payee.phone && plainPhone(payee.phone) === ''
      ? [fault('TelephoneMinimalN', 'CMN.ATO.GEN.XML03', 'The phone number is left out: it has no digits.')]
      : []
  return [...names, ...address, ...cut, ...(email ? [email] : []), ...phone]
}

function emailOf(email: string | null): Fault | null {
  const text = plainText(email ?? '')
  return text === '' || fittingEmail(text)
    ? null
    : fault('ElectronicMailAddressT', 'CMN.ATO.GEN.500029', 'The e-mail address is left out: it is not one.')
}

const fault = (field: string, code: string, message: string): Fault => ({
  field,
  rule: 'TASMAN.STP.OPTIONAL-LEFT-OUT',
  code,
  message,
})
