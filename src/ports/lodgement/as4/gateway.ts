import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { fetch } from 'undici'
import type { Clock } from '../../../kernel/clock.ts'
import { type GatewayAnswer, GatewayDown } from '../gateway.ts'
import type { LodgementGateway } from '../port.ts'
import { answerOf } from './answer.ts'
import { as4Id, type Signer, type Written, writePullRequest, writeUserMessage } from './message.ts'
import { type Parts, readParts, writeParts } from './mime.ts'
import { SignatureProblem, verifySignature } from './signature.ts'
import { allNamed, attributeOf, firstNamed, parseXml, textOf, UnreadableXml, type XmlElement } from './xml.ts'

export type As4Settings = {
  url: string
  productId: string
  certFile: string
  keyFile: string
  receiptCertFile: string
}

const WAIT_MS = 30_000
/** The response is not available yet. */
const EMPTY = 'EBMS:0006'
/** Transport errors. The message itself is fine and is sent again. */
const PASSING = ['EBMS:0005', 'EBMS:0201', 'EBMS:0202', 'EBMS:0301', 'EBMS:0302']

/**
 * Sends pay events over AS4 (ebMS3). The message is signed, its signed receipt repeats the digests, and the
 * response is pulled later. A resent message keeps its id, so the gateway counts it once. Unverified: built
 * to the published standard and tested against our own listener, never against the tax office.
 */
export function createAs4Gateway(settings: As4Settings, clock: Pick<Clock, 'now'>): LodgementGateway {
  const signer: Signer = {
    certificate: new X509Certificate(readFileSync(settings.certFile)),
    key: createPrivateKey(readFileSync(settings.keyFile)),
    productId: settings.productId,
  }
  const theirs = new X509Certificate(readFileSync(settings.receiptCertFile)).publicKey
  return {
    async send(message) {
      const written = writeUserMessage(message, signer, clock.now())
      return readReceipt(await post(settings.url, written), written, theirs)
    },
    async collect(messageId) {
      const parts = await post(settings.url, writePullRequest(messageId, signer, clock.now()))
      return readPulled(parts, as4Id(messageId), theirs)
    },
  }
}

async function post(url: string, written: Written): Promise<Parts> {
  const { contentType, body } = writeParts(written)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': contentType },
      body,
      signal: AbortSignal.timeout(WAIT_MS),
      redirect: 'error',
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const type = response.headers.get('content-type') ?? ''
    // A SOAP fault comes with 400 or 500 and says more than its status.
    if (response.status !== 200 && !/soap\+xml|multipart/.test(type))
      throw new GatewayDown(`The AS4 gateway answered with status ${response.status}`)
    return readParts(type, bytes)
  } catch (error) {
    if (error instanceof GatewayDown) throw error
    throw new GatewayDown('The AS4 gateway cannot be reached', { cause: error })
  }
}

/** Reads a response and trusts only the parts covered by its signature. */
function open({ envelope, attachments }: Parts, key: KeyObject) {
  try {
    const root = parseXml(envelope)
    const error = firstNamed(root, 'Error')
    if (error) return { error, messaging: null, attachments: new Map<string, Buffer>() }
    const signed = verifySignature(root, key, attachments)
    const messaging = signed.elements.find((element) => element.localName === 'Messaging')
    if (!messaging) throw new SignatureProblem('its header is not signed')
    const trusted = new Map([...attachments].filter(([id]) => signed.attachments.has(id)))
    return { error: null, messaging, attachments: trusted }
  } catch (error) {
    if (error instanceof SignatureProblem || error instanceof UnreadableXml)
      throw new GatewayDown(`The AS4 gateway’s answer cannot be trusted: ${error.message}`, { cause: error })
    throw error
  }
}

function readReceipt(parts: Parts, written: Written, key: KeyObject): GatewayAnswer {
  const { error, messaging } = open(parts, key)
  if (error) return refusal(error)
  if (!messaging) throw new GatewayDown('The AS4 gateway answered without a receipt')
  const receipt = firstNamed(messaging, 'Receipt')
  if (!receipt || textOf(firstNamed(messaging, 'RefToMessageId')) !== written.messageId)
    throw new GatewayDown('The AS4 gateway’s receipt belongs to another message')
  const repeated = new Set(allNamed(receipt, 'DigestValue').map(textOf))
  if (!written.digests.every((digest) => repeated.has(digest)))
    throw new GatewayDown('The AS4 gateway’s receipt does not match the message')
  return { state: 'received' }
}

/**
 * A message error is final, and a transport error is temporary. A duplicate means that the message arrived
 * before.
 */
function refusal(error: XmlElement): GatewayAnswer {
  const code = attributeOf(error, 'errorCode') ?? ''
  const words = [attributeOf(error, 'shortDescription'), textOf(error)].filter(Boolean).join(': ')
  if (/duplicate/i.test(words)) return { state: 'received' }
  if (PASSING.includes(code) || attributeOf(error, 'severity') === 'warning')
    throw new GatewayDown(`The AS4 gateway says ${code} ${words}`)
  return { state: 'rejected', receipt: null, notes: [{ code, message: words, document: null }] }
}

function readPulled(parts: Parts, messageId: string, key: KeyObject): GatewayAnswer | null {
  const { error, messaging, attachments } = open(parts, key)
  if (error) {
    const code = attributeOf(error, 'errorCode') ?? ''
    if (code === EMPTY) return { state: 'received' }
    throw new GatewayDown(`The AS4 gateway says ${code} ${attributeOf(error, 'shortDescription') ?? ''}`)
  }
  if (!messaging || textOf(firstNamed(messaging, 'RefToMessageId')) !== messageId)
    throw new GatewayDown('The AS4 gateway answered about another message')
  const [content] = attachments.values()
  if (!content) throw new GatewayDown('The AS4 gateway’s answer has no signed attachment')
  return answerOf(gunzip(content), textOf(firstNamed(messaging, 'MessageId')))
}

const gunzip = (content: Buffer) => (content[0] === 0x1f ? gunzipSync(content) : content).toString('utf8')
