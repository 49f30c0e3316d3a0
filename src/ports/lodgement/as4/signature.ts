import { createHash, createSign, createVerify, type KeyObject, timingSafeEqual } from 'node:crypto'
import { allNamed, attributeOf, canonical, firstNamed, parseXml, textOf, type XmlElement } from './xml.ts'

const DS = 'http://www.w3.org/2000/09/xmldsig#'
const C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256'
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const ATTACHMENT =
  'http://docs.oasis-open.org/wss/oasis-wss-SwAProfile-1.1#Attachment-Content-Signature-Transform'

/** Something that is signed: an element of the envelope by its id, or an attachment. */
export type SignedPart = { uri: string; digest: string }

export const digestOf = (content: string | Buffer) => createHash('sha256').update(content).digest('base64')

/** The element of an envelope with this id. More than one would let a signature vouch for another element. */
export function byId(envelope: XmlElement, id: string): XmlElement {
  const found: XmlElement[] = []
  const visit = (element: XmlElement) => {
    if (element.attributes.some(({ local, value }) => local === 'Id' && value === id)) found.push(element)
    for (const child of element.children) if (typeof child !== 'string') visit(child)
  }
  visit(envelope)
  const [only] = found
  if (!only || found.length > 1) throw new SignatureProblem(`the id ${id} is there ${found.length} times`)
  return only
}

/** A signature that cannot be trusted. */
export class SignatureProblem extends Error {
  override readonly name = 'SignatureProblem'
}

/** Signs parts of an envelope; the text goes into its security header. */
export function writeSignature(parts: readonly SignedPart[], key: KeyObject, tokenId: string): string {
  const references = parts
    .map(({ uri, digest }) => {
      const transform = uri.startsWith('cid:') ? ATTACHMENT : C14N
      return `<ds:Reference URI="${uri}"><ds:Transforms><ds:Transform Algorithm="${transform}"></ds:Transform></ds:Transforms><ds:DigestMethod Algorithm="${SHA256}"></ds:DigestMethod><ds:DigestValue>${digest}</ds:DigestValue></ds:Reference>`
    })
    .join('')
  const info = `<ds:SignedInfo xmlns:ds="${DS}"><ds:CanonicalizationMethod Algorithm="${C14N}"></ds:CanonicalizationMethod><ds:SignatureMethod Algorithm="${RSA_SHA256}"></ds:SignatureMethod>${references}</ds:SignedInfo>`
  const value = createSign('sha256')
    .update(canonical(parseXml(info)))
    .sign(key, 'base64')
  return `<ds:Signature xmlns:ds="${DS}">${info}<ds:SignatureValue>${value}</ds:SignatureValue><ds:KeyInfo><wsse:SecurityTokenReference><wsse:Reference URI="#${tokenId}"></wsse:Reference></wsse:SecurityTokenReference></ds:KeyInfo></ds:Signature>`
}

/**
 * Checks an envelope's signature with a key that is known beforehand, and everything it vouches for. Gives the elements and
 * attachments that may be trusted, by their ids; whatever else the envelope holds may not.
 */
export function verifySignature(
  envelope: XmlElement,
  key: KeyObject,
  attachments: ReadonlyMap<string, Buffer>,
): { elements: XmlElement[]; attachments: ReadonlySet<string> } {
  const [signature, ...more] = allNamed(envelope, 'Signature').filter(({ namespace }) => namespace === DS)
  const info = signature && firstNamed(signature, 'SignedInfo')
  if (!signature || !info || more.length > 0) throw new SignatureProblem('it is not signed, or signed twice')
  if (attributeOf(firstNamed(info, 'SignatureMethod'), 'Algorithm') !== RSA_SHA256)
    throw new SignatureProblem('it is signed by another method')
  const isRight = createVerify('sha256')
    .update(canonical(info))
    .verify(key, textOf(firstNamed(signature, 'SignatureValue')), 'base64')
  if (!isRight) throw new SignatureProblem('its signature is wrong')
  const elements: XmlElement[] = []
  const trusted = new Set<string>()
  for (const reference of allNamed(info, 'Reference')) {
    const uri = attributeOf(reference, 'URI') ?? ''
    const expected = textOf(firstNamed(reference, 'DigestValue'))
    if (uri.startsWith('cid:')) {
      const content = attachments.get(uri.slice(4))
      if (!content || !isSame(digestOf(content), expected)) throw new SignatureProblem(`${uri} was changed`)
      trusted.add(uri.slice(4))
    } else {
      const element = byId(envelope, uri.slice(1))
      if (!isSame(digestOf(canonical(element)), expected)) throw new SignatureProblem(`${uri} was changed`)
      elements.push(element)
    }
  }
  return { elements, attachments: trusted }
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
