import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

/* A WebAuthn authenticator in software. Creates ES256 keys and signs challenges like a security key. */

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url')

type Cbor = number | string | Buffer | Map<number | string, Cbor>

/** Encodes the few CBOR types that an attestation uses. */
function cbor(value: Cbor): Buffer {
  const head = (major: number, size: number) =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255])
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, each]) => [cbor(key), cbor(each)])])
}

export type Authenticator = {
  id: string
  counter: number
  /** The browser's message for a new passkey. */
  create(
    challenge: string,
  ): Record<'id' | 'clientDataJSON' | 'attestationObject', string> & { transports: string[] }
  /** The browser's message when the passkey is used. */
  use(
    challenge: string,
    options?: { origin?: string; isVerified?: boolean },
  ): Record<'id' | 'clientDataJSON' | 'authenticatorData' | 'signature', string>
}

export function createAuthenticator(origin: string): Authenticator {
  const rpId = new URL(origin).hostname
  const keys: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
  })
  const credentialId = randomBytes(32)
  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  const authData = (flags: number, counter: number, more = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, more])
  }
  const cose = () => {
    const { x = '', y = '' } = keys.publicKey.export({ format: 'jwk' })
    return cbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
  }
  const authenticator: Authenticator = {
    id: base64url(credentialId),
    counter: 0,
    create(challenge) {
      const size = Buffer.from([0, credentialId.length])
      const attested = Buffer.concat([Buffer.alloc(16), size, credentialId, cose()])
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData(0x45, authenticator.counter, attested)],
      ])
      return {
        id: authenticator.id,
        clientDataJSON: base64url(clientData('webauthn.create', challenge, origin)),
        attestationObject: base64url(cbor(attestation)),
        transports: ['internal'],
      }
    },
    use(challenge, { origin: from = origin, isVerified = true } = {}) {
      authenticator.counter += 1
      const client = clientData('webauthn.get', challenge, from)
      const data = authData(isVerified ? 0x05 : 0x01, authenticator.counter)
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(keys.privateKey)
      return {
        id: authenticator.id,
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      }
    },
  }
  return authenticator
}
