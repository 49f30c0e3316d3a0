import { fetch } from 'undici'
import type { Access } from '../lodgement/access.ts'
import {
  attributeOf,
  escapeXml,
  firstNamed,
  parseXml,
  textOf,
  UnreadableXml,
  type XmlElement,
} from '../lodgement/as4/xml.ts'
import { type GatewayAnswer, GatewayDown } from '../lodgement/gateway.ts'
import type { PaydayGateway, PaydayMessage } from './port.ts'

export type GatewayServicesSettings = { url: string; platform: string }

const SOAP = 'http://www.w3.org/2003/05/soap-envelope'
const RETURN = 'urn:www.ird.govt.nz/GWS:types/ReturnEI.v2'
const EMPLOYMENT = 'urn:www.ird.govt.nz/GWS:types/Employment.v2'
const WAIT_MS = 30_000
/**
 * Codes of temporary errors: unknown error, token, locked or held for processing, sent within the last hour.
 */
const PASSING = ['-1', '1', '2', '108', '145', '160']
/** The return was already received, so the earlier attempt arrived. */
const ARRIVED = ['107', '131']

/**
 * Files through Inland Revenue's gateway services: SOAP 1.2 with an OAuth token, first the return and then
 * the employee details. A resent message repeats its reference, so one that arrived before is recognised.
 * Unverified: built to the published names and codes and tested against our own listener, never against
 * Inland Revenue.
 */
export function createGatewayServices(settings: GatewayServicesSettings, access: Access): PaydayGateway {
  const call = async (namespace: string, operation: string, inside: string) => {
    const body = `<S12:Envelope xmlns:S12="${SOAP}"><S12:Body><${operation} xmlns="${namespace}">${inside}</${operation}></S12:Body></S12:Envelope>`
    let text: string
    try {
      const response = await fetch(
        `${settings.url}/${operation.startsWith('EI') ? 'ReturnEI' : 'Employment'}`,
        {
          method: 'POST',
          headers: {
            ...(await access.headers()),
            'content-type': `application/soap+xml; charset=utf-8; action="${namespace}/${operation}"`,
          },
          body,
          signal: AbortSignal.timeout(WAIT_MS),
          redirect: 'error',
          ...(access.dispatcher ? { dispatcher: access.dispatcher } : {}),
        },
      )
      text = await response.text()
      if (response.status >= 500 && !text.includes('statusCode'))
        throw new GatewayDown(`The gateway services answered with status ${response.status}`)
    } catch (error) {
      if (error instanceof GatewayDown) throw error
      throw new GatewayDown('The gateway services cannot be reached', { cause: error })
    }
    return readStatus(text)
  }
  const file = async (message: PaydayMessage): Promise<GatewayAnswer> => {
    const filed = await call(RETURN, 'EIFile', returnOf(message, settings.platform))
    const isThere = filed.code === '0' || (ARRIVED.includes(filed.code) && !message.isAmendment)
    if (!isThere) return refusal(filed)
    if (message.detailsFile) {
      const told = await call(EMPLOYMENT, 'EmploymentUpdate', detailsOf(message, settings.platform))
      if (told.code !== '0' && !ARRIVED.includes(told.code)) return refusal(told)
    }
    return accepted(filed)
  }
  return {
    send: file,
    async collect(messageId) {
      const status = await call(RETURN, 'EIRetrieveStatus', tag('referenceId', messageId))
      if (status.code === '103') return null
      return status.code === '0' ? accepted(status) : refusal(status)
    },
  }
}

type Status = { code: string; words: string; key: string }

function readStatus(text: string): Status {
  let root: XmlElement
  try {
    root = parseXml(text)
  } catch (error) {
    if (error instanceof UnreadableXml)
      throw new GatewayDown('The gateway services sent an unexpected response', { cause: error })
    throw error
  }
  const code = textOf(firstNamed(root, 'statusCode'))
  if (code === '') {
    const fault = textOf(firstNamed(root, 'Text')) || attributeOf(root, 'fault') || 'another shape'
    throw new GatewayDown(`The gateway services answered with a fault: ${fault}`)
  }
  return {
    code,
    words: textOf(firstNamed(root, 'errorMessage')) || 'Success.',
    key: textOf(firstNamed(root, 'submissionKey')) || textOf(firstNamed(root, 'responseKey')),
  }
}

function accepted({ code, words, key }: Status): GatewayAnswer {
  return { state: 'accepted', receipt: key, notes: [{ code, message: words, document: null }] }
}

function refusal({ code, words, key }: Status): GatewayAnswer {
  if (PASSING.includes(code)) throw new GatewayDown(`The gateway services say ${code} ${words}`)
  return { state: 'rejected', receipt: key || null, notes: [{ code, message: words, document: null }] }
}

const tag = (name: string, value: string) => `<${name}>${escapeXml(value)}</${name}>`

/** The gateway's names for the fields of a line, in the order of the file. */
const LINE_NAMES: readonly (string | null)[] = [
  null,
  'irdNumber',
  'employeeName',
  'taxCode',
  'employmentStartDate',
  'employmentFinishDate',
  'payPeriodStartDate',
  'payPeriodEndDate',
  'employeePayFrequency',
  'hoursPaid',
  'grossEarnings',
  'priorPeriodGrossAdjustment',
  'earningsNotLiableACC',
  'lumpSumIndicator',
  'payeSchedularTaxDeductions',
  'priorPeriodPAYEAdjustment',
  'childSupportDeductions',
  'childSupportCode',
  'studentLoansDeductions',
  'slcirDeductions',
  'slborDeductions',
  'kiwisaverDeductions',
  'kiwisaverEmployerContributions',
  'esctDeducted',
  'taxCreditPayrollDonations',
  'familyTaxCredits',
  'essEarnings',
]
const IN_CENTS = new Set([9, 10, 11, 12, 14, 15, 16, 18, 19, 20, 21, 22, 23, 24, 25, 26])
const DATES = new Set([4, 5, 6, 7])

function lineOf(fields: readonly string[], place: number, kind: string): string {
  const values = LINE_NAMES.flatMap((name, index) => {
    const text = fields[index] ?? ''
    if (name === null || text === '') return []
    if (DATES.has(index)) return tag(name, text.replace(/^(....)(..)(..)$/, '$1-$2-$3'))
    return tag(name, IN_CENTS.has(index) ? dollars(text) : text)
  })
  return `<${kind}>${tag('lineNumber', String(place + 1))}${values.join('')}</${kind}>`
}

function dollars(cents: string): string {
  const digits = cents.replace('-', '').padStart(3, '0')
  return `${cents.startsWith('-') ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const rowsOf = (file: string) =>
  file
    .split(/\r?\n/)
    .filter(Boolean)
    .map((row) => row.split(','))

function returnOf(message: PaydayMessage, platform: string): string {
  const [, ...lines] = rowsOf(message.file)
  const kinds: Record<string, string> = { DEI: 'employeeLine', DTI: 'reverseLine', DAI: 'replaceLine' }
  return [
    tag('softwareProviderData', platform),
    tag('irdNumber', message.irdNumber),
    tag('referenceId', message.messageId),
    tag('paydayDate', message.payDate),
    tag('isAmended', String(message.isAmendment)),
    tag('isNil', String(lines.length === 0)),
    ...lines.map((fields, place) => lineOf(fields, place, kinds[fields[0] ?? ''] ?? 'employeeLine')),
  ].join('')
}

/** The employees who joined, left or changed, each with the tax codes in use. */
function detailsOf(message: PaydayMessage, platform: string): string {
  const people = rowsOf(message.detailsFile ?? '').reduce<string[][][]>((all, fields) => {
    if (fields[0] === 'DED') all.push([fields])
    else if (fields[0] === 'TED') all.at(-1)?.push(fields)
    return all
  }, [])
  const employments = people.map(([person = [], ...codes]) => {
    const named: [string, number][] = [
      ['irdNumber', 1],
      ['employeeName', 2],
      ['firstName', 4],
      ['lastName', 6],
      ['dateOfBirth', 7],
      ['employmentStartDate', 8],
      ['employmentEndDate', 9],
      ['kiwisaverEligibility', 10],
      ['kiwisaverStatus', 11],
      ['kiwisaverOptOut', 31],
    ]
    const values = named.flatMap(([name, index]) => (person[index] ? tag(name, person[index]) : []))
    return `<employment>${values.join('')}${codes.map((code) => tag('taxCode', code[1] ?? '')).join('')}</employment>`
  })
  return [
    tag('softwareProviderData', platform),
    tag('employerIrdNumber', message.irdNumber),
    tag('referenceId', message.messageId),
    ...employments,
  ].join('')
}
