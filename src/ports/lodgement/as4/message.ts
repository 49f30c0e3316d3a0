import { type KeyObject, randomUUID, type X509Certificate } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { LodgementMessage } from '../port.ts'
import type { Parts } from './mime.ts'
import { byId, digestOf, type SignedPart, writeSignature } from './signature.ts'
import { canonical, escapeXml, parseXml } from './xml.ts'

/*
 * The ebMS3 messages that AS4 requires. Party ids, roles and properties are unverified, because no gateway
 * could be reached.
 */

const SOAP = 'http://www.w3.org/2003/05/soap-envelope'
const EB = 'http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/'
const WSS = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss'
const SERVICE = 'http://sbr.gov.au/ato/payevnt/2020'
const ABN_TYPE = 'http://abr.gov.au/PartyIdType/ABN'
const ATO_ABN = '51824753556'

export type Signer = { certificate: X509Certificate; key: KeyObject; productId: string }
/** A written message, and the digests that its receipt must repeat. */
export type Written = Parts & { messageId: string; digests: readonly string[] }

/** The message id for the gateway. It is the same every time the message is sent. */
export const as4Id = (messageId: string) => `${messageId}@tasman`

/** Writes a pay event with one compressed attachment, all signed. */
export function writeUserMessage(message: LodgementMessage, signer: Signer, now: Date): Written {
  const payloadId = `payload-${message.messageId}@tasman`
  const payload = gzipSync(message.xml)
  const properties: [name: string, value: string][] = [
    ['ProductID', signer.productId],
    ['SSID', message.ssid ?? ''],
    ['BMSID', message.bmsId],
    ['InteractionTransactionId', message.transactionId],
  ]
  const user = `<eb:UserMessage>${info(as4Id(message.messageId), now)}<eb:PartyInfo><eb:From><eb:PartyId type="${ABN_TYPE}">${escapeXml(message.abn.replace(/\s/g, ''))}</eb:PartyId><eb:Role>http://sbr.gov.au/ato/Role/Business</eb:Role></eb:From><eb:To><eb:PartyId type="${ABN_TYPE}">${ATO_ABN}</eb:PartyId><eb:Role>http://sbr.gov.au/agency</eb:Role></eb:To></eb:PartyInfo><eb:CollaborationInfo><eb:Service>${SERVICE}</eb:Service><eb:Action>${escapeXml(message.serviceAction)}</eb:Action><eb:ConversationId>${escapeXml(message.transactionId)}</eb:ConversationId></eb:CollaborationInfo><eb:MessageProperties>${properties
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `<eb:Property name="${name}">${escapeXml(value)}</eb:Property>`)
    .join(
      '',
    )}</eb:MessageProperties><eb:PayloadInfo><eb:PartInfo href="cid:${payloadId}"><eb:PartProperties><eb:Property name="MimeType">text/xml</eb:Property><eb:Property name="CompressionType">application/gzip</eb:Property></eb:PartProperties></eb:PartInfo></eb:PayloadInfo></eb:UserMessage>`
  return seal(user, signer, as4Id(message.messageId), new Map([[payloadId, payload]]))
}

/** Writes an ebMS pull request for the response to a message. */
export function writePullRequest(messageId: string, signer: Signer, now: Date): Written {
  const id = `${randomUUID()}@tasman`
  const pull = `<eb:SignalMessage>${info(id, now, as4Id(messageId))}<eb:PullRequest mpc="${SERVICE}"></eb:PullRequest></eb:SignalMessage>`
  return seal(pull, signer, id, new Map())
}

function info(id: string, now: Date, refersTo?: string): string {
  const reference = refersTo ? `<eb:RefToMessageId>${escapeXml(refersTo)}</eb:RefToMessageId>` : ''
  return `<eb:MessageInfo><eb:Timestamp>${now.toISOString()}</eb:Timestamp><eb:MessageId>${escapeXml(id)}</eb:MessageId>${reference}</eb:MessageInfo>`
}

/** Signs the messaging header, the body and the attachments. */
function seal(
  inside: string,
  { certificate, key }: Signer,
  messageId: string,
  attachments: ReadonlyMap<string, Buffer>,
): Written {
  const write = (signature: string) =>
    `<S12:Envelope xmlns:S12="${SOAP}" xmlns:eb="${EB}" xmlns:wsse="${WSS}-wssecurity-secext-1.0.xsd" xmlns:wsu="${WSS}-wssecurity-utility-1.0.xsd"><S12:Header><wsse:Security S12:mustUnderstand="true"><wsse:BinarySecurityToken wsu:Id="token" EncodingType="${WSS}-soap-message-security-1.0#Base64Binary" ValueType="${WSS}-x509-token-profile-1.0#X509v3">${certificate.raw.toString('base64')}</wsse:BinarySecurityToken>${signature}</wsse:Security><eb:Messaging wsu:Id="messaging" S12:mustUnderstand="true">${inside}</eb:Messaging></S12:Header><S12:Body wsu:Id="body"></S12:Body></S12:Envelope>`
  const unsigned = parseXml(write(''))
  const parts: SignedPart[] = [
    ...['messaging', 'body'].map((id) => ({
      uri: `#${id}`,
      digest: digestOf(canonical(byId(unsigned, id))),
    })),
    ...[...attachments].map(([id, content]) => ({ uri: `cid:${id}`, digest: digestOf(content) })),
  ]
  return {
    messageId,
    envelope: write(writeSignature(parts, key, 'token')),
    attachments,
    digests: parts.map((part) => part.digest),
  }
}
