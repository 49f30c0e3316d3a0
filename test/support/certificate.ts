import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'

/* A self-signed certificate for tests, encoded byte by byte, so the repository contains no private key. */

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  const length =
    body.length < 128
      ? Buffer.from([body.length])
      : body.length < 256
        ? Buffer.from([0x81, body.length])
        : Buffer.from([0x82, body.length >> 8, body.length & 255])
  return Buffer.concat([Buffer.from([tag]), length, body])
}

const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const SHA256_RSA = sequence(
  der(0x06, Buffer.from([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b])),
  der(0x05),
)
const named = (name: string) =>
  sequence(der(0x31, sequence(der(0x06, Buffer.from([0x55, 0x04, 0x03])), der(0x0c, Buffer.from(name)))))
const moment = (text: string) => der(0x18, Buffer.from(text))

export type TestCertificate = { cert: string; key: string; privateKey: KeyObject; publicKey: KeyObject }

/** A key and its certificate for 127.0.0.1, both as PEM. */
export function makeCertificate(name = '127.0.0.1'): TestCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const alternative = sequence(
    der(0x06, Buffer.from([0x55, 0x1d, 0x11])),
    der(0x04, sequence(der(0x87, Buffer.from([127, 0, 0, 1])))),
  )
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    SHA256_RSA,
    named(name),
    sequence(moment('20200101000000Z'), moment('20990101000000Z')),
    named(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternative)),
  )
  const signature = createSign('sha256').update(content).sign(privateKey)
  const whole = sequence(content, SHA256_RSA, der(0x03, Buffer.concat([Buffer.from([0]), signature])))
  const lines = whole.toString('base64').replace(/.{64}/g, '$&\n').trim()
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    privateKey,
    publicKey,
  }
}
