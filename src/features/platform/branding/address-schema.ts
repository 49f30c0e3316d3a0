import { type Static, Type } from 'typebox'
import { closed, component, nullable, Timestamp, WarningsMember } from '../../../http/schema.ts'

const Sender = Type.String({
  format: 'email',
  maxLength: 254,
  'x-problem': 'must be an e-mail address',
  description: 'E-mails come from this address once it is verified.',
})
const Host = Type.String({
  maxLength: 253,
  pattern: '^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z]{2,63}$',
  'x-problem': 'must be a host name such as pay.example.com',
  description: 'Leads to your sign-in page once it is verified. Point the host at this service.',
})

export const AddressesInput = component(
  'OwnAddressesInput',
  closed(
    { sender_address: Type.Optional(nullable(Sender)), web_host: Type.Optional(nullable(Host)) },
    { examples: [{ sender_address: 'payroll@northside.example', web_host: 'pay.northside.example' }] },
  ),
)
export type AddressesInput = Static<typeof AddressesInput>

export const AddressesView = component(
  'OwnAddresses',
  closed({
    is_allowed: Type.Boolean({ description: 'Whether the operator allows own addresses.' }),
    sender_address: nullable(Type.String()),
    sender_verified_at: nullable(Timestamp),
    web_host: nullable(Type.String()),
    web_verified_at: nullable(Timestamp),
    records: Type.Array(closed({ type: Type.Literal('TXT'), name: Type.String(), value: Type.String() }), {
      description: 'The DNS records that prove the domains.',
    }),
    ...WarningsMember,
  }),
)
export type AddressesView = Static<typeof AddressesView>
