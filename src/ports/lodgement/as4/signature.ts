import { createHash, createSign, createVerify, type KeyObject, timingSafeEqual } from 'node:crypto'
import { SignedXml } from 'xml-crypto'
import {
  allNamed,
  attributeOf,
  C14N,
  canonical,
  firstNamed,
  parseXml,
  textOf,
  type XmlElement,
} from './xml.ts'

/*
 * Signatures over an envelope and its attachments. `xml-crypto` canonicalises and reads references. It cannot
 * sign or verify an attachment, so this module lists the references and compares the digests
 * (docs/decisions/0620).
 */

const DS = 'http://www.w3.org/2000/09/xmldsig#'
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256'
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const ATTACHMENT =
  'http://docs.oasis-open.org/wss/oasis-wss-SwAProfile-1.1#Attachment-Content-Signature-Transform'

/** A signed part: an element of the envelope by its id, or an attachment. */
export type SignedPart = { uri: string; digest: string }

export const digestOf = (content: string | Buffer) => createHash('sha256').update(content).digest('base64')

/** The element of an envelope with this id. A second one with the same id could be passed off as signed. */
export function byId(envelope: XmlElement, id: string): XmlElement {
  const found = allNamed(envelope, '*').filter((element) => attributeOf(element, 'Id') === id)
  const [only] = found
  if (!only || found.length > 1) throw new SignatureProblem(`the id ${id} occurs ${found.length} times`)
  return only
}

/** A signature that cannot be trusted. */
export class SignatureProblem extends Error {
  override readonly name = 'SignatureProblem'
}

/** Signs parts of an envelope. The text goes into its security header. */
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
 * Verifies an envelope's signature and all its references with a key known in advance. Returns the elements
 * and attachments that can be trusted; nothing else in the envelope can. Each element is parsed again from
 * the exact text that was signed, so anything outside the canonical form is ignored.
 */
export function verifySignature(
  envelope: XmlElement,
  key: KeyObject,
  attachments: ReadonlyMap<string, Buffer>,
): { elements: XmlElement[]; attachments: ReadonlySet<string> } {
  const [signature, ...more] = allNamed(envelope, 'Signature').filter(
    ({ namespaceURI }) => namespaceURI === DS,
  )
  const info = signature && firstNamed(signature, 'SignedInfo')
  if (!signature || !info || more.length > 0) throw new SignatureProblem('it is not signed, or signed twice')
  const algorithmOf = (name: string) => attributeOf(firstNamed(info, name), 'Algorithm')
  if (algorithmOf('SignatureMethod') !== RSA_SHA256 || algorithmOf('CanonicalizationMethod') !== C14N)
    throw new SignatureProblem('it is signed by another method')
  const isRight = createVerify('sha256')
    .update(canonical(info, prefixesOf(firstNamed(info, 'CanonicalizationMethod'))))
    .verify(key, textOf(firstNamed(signature, 'SignatureValue')), 'base64')
  if (!isRight) throw new SignatureProblem('its signature is wrong')
  const elements: XmlElement[] = []
  const trusted = new Set<string>()
  for (const reference of referencesOf(signature)) {
    const { uri } = reference
    const isAttached = uri.startsWith('cid:')
    if (
      reference.digestAlgorithm !== SHA256 ||
      reference.transforms.join() !== (isAttached ? ATTACHMENT : C14N)
    )
      throw new SignatureProblem(`${uri} is signed by another method`)
    const signed = isAttached
      ? attachments.get(uri.slice(4))
      : canonical(byId(envelope, uri.slice(1)), reference.inclusiveNamespacesPrefixList)
    if (signed === undefined || !isSame(digestOf(signed), String(reference.digestValue)))
      throw new SignatureProblem(`${uri} was changed`)
    if (typeof signed === 'string') elements.push(parseXml(signed))
    else trusted.add(uri.slice(4))
  }
  return { elements, attachments: trusted }
}

/** The references of a signature, as `xml-crypto` reads them from the canonical form. */
function referencesOf(signature: XmlElement) {
  try {
    const reader = new SignedXml()
    reader.loadSignature(canonical(signature))
    return reader.getReferences()
  } catch (error) {
    throw new SignatureProblem('its references cannot be read', { cause: error })
  }
}

const prefixesOf = (method: XmlElement | undefined): string[] =>
  (method && attributeOf(firstNamed(method, 'InclusiveNamespaces'), 'PrefixList'))
    ?.split(/\s+/)
    .filter(Boolean) ?? []

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
