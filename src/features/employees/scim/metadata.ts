import { USER } from './resource.ts'

/* The supported features of SCIM 2.0 (RFC 7643, 5 to 7). */

const SERVICE = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'
const TYPE = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType'
const SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema'
export const PAGE_MAX = 200

export const serviceProviderConfig = (base: string) => ({
  schemas: [SERVICE],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: PAGE_MAX },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that an owner makes in the web app under People.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

export const userType = (base: string) => ({
  schemas: [TYPE],
  id: 'User',
  name: 'User',
  endpoint: '/Users',
  description: 'A person who signs in to the account.',
  schema: USER,
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/User` },
})

const attribute = (name: string, description: string, more: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})

export const userSchema = (base: string) => ({
  schemas: [SCHEMA],
  id: USER,
  name: 'User',
  description: 'A person who signs in to the account.',
  attributes: [
    attribute('userName', 'The e-mail address. It cannot be changed.', {
      required: true,
      mutability: 'immutable',
      uniqueness: 'server',
    }),
    attribute('displayName', 'The name on screens.'),
    attribute('externalId', 'The provider’s own id of the person.', { caseExact: true }),
    attribute('active', 'False ends sessions and tokens at once.', { type: 'boolean' }),
    attribute('name', 'The parts of the name.', {
      type: 'complex',
      subAttributes: [
        attribute('formatted', 'The whole name.'),
        attribute('givenName', 'The first name.'),
        attribute('familyName', 'The last name.'),
      ],
    }),
    attribute('emails', 'The e-mail address, the same as userName.', {
      type: 'complex',
      multiValued: true,
      mutability: 'readOnly',
      subAttributes: [attribute('value', 'The address.', { mutability: 'readOnly' })],
    }),
    attribute('roles', 'The role, which an owner gives in the web app.', {
      type: 'complex',
      multiValued: true,
      mutability: 'readOnly',
      subAttributes: [attribute('value', 'owner, admin, member or reader.', { mutability: 'readOnly' })],
    }),
  ],
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${USER}` },
})
