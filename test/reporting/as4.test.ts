import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SignedXml } from 'xml-crypto'
import { createAs4Gateway } from '../../src/ports/lodgement/as4/gateway.ts'
import { readParts, writeParts } from '../../src/ports/lodgement/as4/mime.ts'
import { byId, digestOf, verifySignature, writeSignature } from '../../src/ports/lodgement/as4/signature.ts'
import {
  allNamed,
  canonical,
  firstNamed,
  parseXml,
  textOf,
  UnreadableXml,
} from '../../src/ports/lodgement/as4/xml.ts'
import { GatewayDown } from '../../src/ports/lodgement/gateway.ts'
import type { LodgementGateway, LodgementMessage } from '../../src/ports/lodgement/port.ts'
import { makeCertificate } from '../support/certificate.ts'

/*
 * Our own gateway on this machine, which checks the messages it receives and signs its answers. The tax office's
 * gateway is unverified.
 */

const ours = makeCertificate('tasman')
const theirs = makeCertificate('gateway')
const stranger = makeCertificate('stranger')

type Reply = (request: { envelope: string; attachments: ReadonlyMap<string, Buffer> }) => {
  inside: string
  payload?: Buffer
  key?: typeof theirs
  change?: (envelope: string) => string
  status?: number
}

let server: Server
let folder: string
let gateway: LodgementGateway
let reply: Reply
const seen: { messageId: string; xml: string; action: string; properties: string[] }[] = []

const NAMES =
  'xmlns:S12="http://www.w3.org/2003/05/soap-envelope" xmlns:eb="http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/" xmlns:wsse="urn:wsse" xmlns:wsu="urn:wsu"'

/** Signs an answer like the gateway. */
function answer(inside: string, key: typeof theirs, payload?: Buffer) {
  const attachments = new Map(payload ? [['answer@gateway', payload]] : [])
  const write = (signature: string) =>
    `<S12:Envelope ${NAMES}><S12:Header><wsse:Security>${signature}</wsse:Security><eb:Messaging wsu:Id="m">${inside}</eb:Messaging></S12:Header><S12:Body/></S12:Envelope>`
  const parts = [
    { uri: '#m', digest: digestOf(canonical(byId(parseXml(write('')), 'm'))) },
    ...[...attachments].map(([id, content]) => ({ uri: `cid:${id}`, digest: digestOf(content) })),
  ]
  return { envelope: write(writeSignature(parts, key.privateKey, 'token')), attachments }
}

const receiptFor = (envelope: string) => {
  const root = parseXml(envelope)
  const id = textOf(firstNamed(root, 'MessageId'))
  const digests = allNamed(root, 'DigestValue').map(
    (each) => `<d:DigestValue xmlns:d="urn:d">${textOf(each)}</d:DigestValue>`,
  )
  return `<eb:SignalMessage><eb:MessageInfo><eb:MessageId>r-1</eb:MessageId><eb:RefToMessageId>${id}</eb:RefToMessageId></eb:MessageInfo><eb:Receipt>${digests.join('')}</eb:Receipt></eb:SignalMessage>`
}
const error = (code: string, words: string, severity = 'failure') =>
  `<eb:SignalMessage><eb:Error errorCode="${code}" severity="${severity}" shortDescription="${words}"/></eb:SignalMessage>`

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const parts = readParts(request.headers['content-type'] ?? '', Buffer.concat(chunks))
      const root = parseXml(parts.envelope)
      // The message is trusted only as far as its signature reaches.
      const { elements, attachments } = verifySignature(root, ours.publicKey, parts.attachments)
      const messaging = elements.find((each) => each.localName === 'Messaging')
      const [payload] = [...parts.attachments].flatMap(([id, content]) =>
        attachments.has(id) ? [content] : [],
      )
      if (messaging)
        seen.push({
          messageId: textOf(firstNamed(messaging, 'MessageId')),
          xml: payload ? gunzipSync(payload).toString() : '',
          action: textOf(firstNamed(messaging, 'Action')),
          properties: allNamed(messaging, 'Property').map(textOf),
        })
      const { inside, payload: body, key = theirs, change, status = 200 } = reply(parts)
      const signed = answer(inside, key, body)
      const written = writeParts({ ...signed, envelope: change ? change(signed.envelope) : signed.envelope })
      response.writeHead(status, { 'content-type': written.contentType }).end(written.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  folder = mkdtempSync(join(tmpdir(), 'as4-'))
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  gateway = createAs4Gateway(
    {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      productId: 'TASMAN-1',
      certFile: file('cert.pem', ours.cert),
      keyFile: file('key.pem', ours.key),
      receiptCertFile: file('theirs.pem', theirs.cert),
    },
    { now: () => new Date('2026-07-10T01:00:00Z') },
  )
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  reply = ({ envelope }) => ({ inside: receiptFor(envelope) })
})

const message: LodgementMessage = {
  messageId: '0b7c9d1e-2f3a-4b5c-8d6e-7f8091a2b3c4',
  action: 'submit',
  abn: '51 824 753 556',
  branch: '1',
  year: 2027,
  transactionId: 't-1',
  isReplacement: false,
  ssid: '1234567890',
  productId: 'TASMAN-1',
  bmsId: 'bms-1',
  serviceAction: 'Submit.004.00',
  xml: '<Record_Delimiter/><a>Zoë & co</a>',
}

describe('a message over AS4', () => {
  it('is signed, carries the event compressed, and is received when its receipt repeats the digests', async () => {
    expect(await gateway.send(message)).toEqual({ state: 'received' })
    expect(seen.at(-1)).toMatchObject({
      messageId: `${message.messageId}@tasman`,
      xml: message.xml,
      action: 'Submit.004.00',
      properties: expect.arrayContaining(['TASMAN-1', '1234567890', 'bms-1', 't-1']),
    })
  })

  it('keeps its id when it is sent again, and a duplicate counts as received', async () => {
    await gateway.send(message)
    reply = () => ({ inside: error('EBMS:0004', 'Duplicate message') })
    expect(await gateway.send(message)).toEqual({ state: 'received' })
    expect(seen.at(-1)?.messageId).toBe(seen.at(-2)?.messageId)
  })

  it('is refused for good by an error of its own, and sent again after one of the way', async () => {
    reply = () => ({ inside: error('EBMS:0101', 'FailedAuthentication'), status: 500 })
    expect(await gateway.send(message)).toEqual({
      state: 'rejected',
      receipt: null,
      notes: [{ code: 'EBMS:0101', message: 'FailedAuthentication', document: null }],
    })
    reply = () => ({ inside: error('EBMS:0202', 'DeliveryFailure') })
    await expect(gateway.send(message)).rejects.toBeInstanceOf(GatewayDown)
  })
})

describe('a receipt', () => {
  const untrusted = async (next: Reply) => {
    reply = next
    await expect(gateway.send(message)).rejects.toBeInstanceOf(GatewayDown)
  }

  it('of another signer, of another message, or changed on its way is not believed', async () => {
    await untrusted(({ envelope }) => ({ inside: receiptFor(envelope), key: stranger }))
    await untrusted(({ envelope }) => ({
      inside: receiptFor(envelope).replace(message.messageId, 'another'),
    }))
    await untrusted(({ envelope }) => ({
      inside: receiptFor(envelope).replace(message.messageId, 'another'),
      change: (text) => text.replace('another', message.messageId),
    }))
  })

  it('that leaves a digest out, or wraps the signed header in another, is not believed', async () => {
    await untrusted(({ envelope }) => ({
      inside: receiptFor(envelope).replace(/<d:DigestValue[^/]*\/d:DigestValue>/, ''),
    }))
    await untrusted(({ envelope }) => ({
      inside: receiptFor(envelope),
      change: (text) => text.replace('<S12:Body/>', '<S12:Body><eb:Messaging wsu:Id="m"/></S12:Body>'),
    }))
    await untrusted(({ envelope }) => ({
      inside: receiptFor(envelope),
      change: (text) => text.replace(/<ds:Signature[\s\S]*<\/ds:Signature>/, ''),
    }))
  })
})

describe('a signature', () => {
  const signed = (content: string) =>
    `<S12:Envelope ${NAMES}><eb:Messaging wsu:Id="m"><eb:Id>${content}</eb:Id></eb:Messaging></S12:Envelope>`
  const sign = () => {
    const digest = digestOf(canonical(byId(parseXml(signed('ours')), 'm')))
    const signature = writeSignature([{ uri: '#m', digest }], theirs.privateKey, 'token')
    return signed('ours').replace('</S12:Envelope>', `${signature}</S12:Envelope>`)
  }
  const readBy = (text: string) =>
    verifySignature(parseXml(text), theirs.publicKey, new Map()).elements.map(textOf)

  it('is one that xml-crypto verifies too', () => {
    const text = sign()
    const checker = new SignedXml({ publicCert: theirs.publicKey })
    checker.loadSignature(allNamed(parseXml(text), 'Signature')[0])
    expect(checker.checkSignature(text)).toBe(true)
    expect(readBy(text)).toEqual(['ours'])
  })

  it('vouches for the text that was signed, not for what hides in the element', () => {
    // The canonical form drops the comment, so the digest is still right.
    expect(readBy(sign().replace('>ours<', '>ou<!-- not ours -->rs<'))).toEqual(['ours'])
    expect(readBy(sign().replace('>ours<', '><?hidden ours?><'))).toEqual(['ours'])
    expect(() => readBy(sign().replace('>ours<', '>theirs<'))).toThrow('was changed')
  })

  it('counts only by the methods we know', () => {
    for (const method of ['xmlenc#sha256', 'xmldsig-more#rsa-sha256', 'xml-exc-c14n#'])
      expect(() => readBy(sign().replaceAll(method, 'weak'))).toThrow()
  })

  it('takes no declaration of a prefix for an id', () => {
    expect(readBy(sign().replace('<eb:Id>', '<eb:Id xmlns:Id="m">'))).toEqual(['ours'])
  })
})

describe('the answer', () => {
  const event = (items: string, worst: string) =>
    gzipSync(`<MessageEvent><MaximumSeverityCode>${worst}</MaximumSeverityCode>${items}</MessageEvent>`)
  const pulled = `<eb:UserMessage><eb:MessageInfo><eb:MessageId>ato-77</eb:MessageId><eb:RefToMessageId>${message.messageId}@tasman</eb:RefToMessageId></eb:MessageInfo></eb:UserMessage>`
  const item = (severity: string, code: string, document: string) =>
    `<EventItem><SeverityCode>${severity}</SeverityCode><MessageCode>${code}</MessageCode><ShortDescription>Words</ShortDescription><DocumentID>${document}</DocumentID></EventItem>`

  it('is not there yet while the channel is empty', async () => {
    reply = () => ({ inside: error('EBMS:0006', 'EmptyMessagePartitionChannel', 'warning') })
    expect(await gateway.collect(message.messageId)).toEqual({ state: 'received' })
  })

  it('accepts, refuses some payees, or refuses all', async () => {
    reply = () => ({
      inside: pulled,
      payload: event(item('Information', 'CMN.ATO.GEN.OK', ''), 'Information'),
    })
    expect(await gateway.collect(message.messageId)).toMatchObject({ state: 'accepted', receipt: 'ato-77' })
    reply = () => ({ inside: pulled, payload: event(item('Error', 'CMN.ATO.GEN.402043', '1.3'), 'Error') })
    expect(await gateway.collect(message.messageId)).toEqual({
      state: 'partial',
      receipt: 'ato-77',
      notes: [{ code: 'CMN.ATO.GEN.402043', message: 'Words', document: 2 }],
    })
    reply = () => ({ inside: pulled, payload: event(item('Error', 'CMN.ATO.GEN.XML03', '1.1'), 'Error') })
    expect(await gateway.collect(message.messageId)).toMatchObject({ state: 'rejected' })
  })
})

describe('canonical XML', () => {
  it('moves declarations to where they are used, sorts attributes and escapes', () => {
    const text = `<a:r xmlns:a="urn:a" xmlns:b="urn:b" z="1" b:y='x"&#10;' xmlns="urn:d"><c q="&lt;"/>t &gt; &amp;<!-- gone --></a:r>`
    expect(canonical(parseXml(text))).toBe(
      '<a:r xmlns:a="urn:a" xmlns:b="urn:b" z="1" b:y="x&quot;&#xA;"><c xmlns="urn:d" q="&lt;"></c>t &gt; &amp;</a:r>',
    )
  })

  it('sorts prefixes by their characters, not as a dictionary does', () => {
    const text = '<eb:m xmlns:eb="urn:e" xmlns:wsu="urn:w" xmlns:S12="urn:s" wsu:Id="m" S12:must="1"/>'
    expect(canonical(parseXml(text))).toBe(
      '<eb:m xmlns:S12="urn:s" xmlns:eb="urn:e" xmlns:wsu="urn:w" S12:must="1" wsu:Id="m"></eb:m>',
    )
  })

  it('keeps declarations that InclusiveNamespaces names, though nothing uses them', () => {
    const root = parseXml('<r xmlns:a="urn:a" xmlns:b="urn:b"><c/></r>')
    expect(canonical(allNamed(root, 'c')[0] ?? root, ['b', 'x'])).toBe('<c xmlns:b="urn:b"></c>')
  })

  it.each([
    '<!DOCTYPE a><a/>',
    '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>',
    '<a><b></a></b>',
    '<a>&x;</a>',
    '<a/><b/>',
    '<a',
    '<a x=1/>',
    '<a x="1" x="2"/>',
    '<p:a/>',
    'text<a/>',
    'text',
    '',
  ])('is not read from %s', (text) => {
    expect(() => parseXml(text)).toThrow(UnreadableXml)
  })
})
