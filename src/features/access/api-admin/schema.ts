import { type Static, Type } from 'typebox'
import {
  closed,
  component,
  nullable,
  readBeside,
  Timestamp,
  WarningsMember,
  words,
} from '../../../http/schema.ts'

const Name = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '\\S',
  description: 'The text that customers read on the consent page.',
})
const RedirectUris = Type.Array(Type.String({ maxLength: 512 }), {
  maxItems: 20,
  description:
    'Must match exactly. `https`, or `http` on the loopback address; no fragment and no user name.',
})
const AllowsLoopback = Type.Boolean({
  description:
    'Also accept `http://127.0.0.1:<port>/callback` with any port, for programs on the user’s machine.',
})

const PublicKeys = Type.Array(Type.Object({}, { additionalProperties: true }), {
  maxItems: 5,
  description:
    'Public keys (JWK: RSA from 2048 bits, EC P-256 or Ed25519) with which the application signs its assertions (`private_key_jwt`). Such an application has no secret.',
  examples: [[{ kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }]],
})
const ServiceRole = nullable(words(['admin', 'member', 'reader'] as const), {
  description:
    'Marks the application for client credentials on your own account, with this role; null: not allowed. Set in the web app only. It never has more access than the person who set it.',
})

export const NewClient = component(
  'NewClient',
  closed(
    {
      name: Name,
      redirect_uris: Type.Optional(RedirectUris),
      allows_loopback: Type.Optional(AllowsLoopback),
      is_public: Type.Optional(
        Type.Boolean({ description: 'It cannot keep a secret, so it has none and must use PKCE.' }),
      ),
      public_keys: Type.Optional(PublicKeys),
      service_role: Type.Optional(ServiceRole),
    },
    { examples: [{ name: 'Roster sync', redirect_uris: ['https://roster.example.com/callback'] }] },
  ),
)
export type NewClient = Static<typeof NewClient>

export const ClientChanges = component(
  'ClientChanges',
  closed(
    {
      name: Type.Optional(Name),
      redirect_uris: Type.Optional(RedirectUris),
      allows_loopback: Type.Optional(AllowsLoopback),
      public_keys: Type.Optional(PublicKeys),
      service_role: Type.Optional(ServiceRole),
    },
    { minProperties: 1, examples: [{ name: 'Roster sync 2' }] },
  ),
)
export type ClientChanges = Static<typeof ClientChanges>

const members = readBeside(
  {
    client_id: Type.String(),
    name: Type.String(),
    redirect_uris: Type.Array(Type.String()),
    allows_loopback: Type.Boolean(),
    is_public: Type.Boolean(),
    public_keys: PublicKeys,
    service_role: ServiceRole,
    created_at: Timestamp,
    ...WarningsMember,
  },
  ClientChanges,
)
export const Client = component('Client', closed(members))
export const CreatedClient = component(
  'CreatedClient',
  closed({
    ...members,
    client_secret: nullable(Type.String(), {
      description: 'Shown only once; null for a public client, and for one with public keys.',
    }),
  }),
)
export const RotatedSecret = component(
  'RotatedSecret',
  closed({
    client_id: Type.String(),
    client_secret: Type.String({ description: 'Shown only once. The old one stops working immediately.' }),
    ...WarningsMember,
  }),
)

export const Connection = component(
  'Connection',
  closed({
    id: Type.Integer(),
    client_id: Type.String(),
    client_name: Type.String(),
    customer_id: Type.Integer(),
    customer_name: Type.String(),
    scopes: Type.Array(Type.String()),
    created_at: Timestamp,
    last_token_at: Timestamp,
  }),
)

export const ApplicationUse = component(
  'ApplicationUse',
  closed({
    client_id: Type.String(),
    customer_id: nullable(Type.Integer(), {
      description: 'The customer of this connection; null: the application over all its customers.',
    }),
    limit_class: words(['default', 'lookup', 'pays', 'termination'] as const),
    used: Type.Integer({ description: 'Calls in the current minute.' }),
    limit: Type.Integer({ description: 'Calls per minute.' }),
    resets_at: Timestamp,
  }),
)

export const ClientId = Type.String({ maxLength: 100 })
