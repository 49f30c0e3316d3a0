import { Type } from 'typebox'
import { closed, component, words } from '../../../http/schema.ts'

const text = (description: string) => Type.String({ description, maxLength: 2000 })

/** Repeated parameters arrive as lists and fail here, as RFC 6749 requires. */
export const AuthorizeQuery = Type.Object(
  {
    client_id: Type.Optional(text('The application.')),
    redirect_uri: Type.Optional(text('Where the response goes. Must match a registered URI exactly.')),
    scope: Type.Optional(text('Scopes separated by spaces; `openid` (or `openapi`) is always among them.')),
    state: Type.Optional(text('Returned unchanged.')),
    response_type: Type.Optional(text('`code` (the default).')),
    code_challenge: Type.Optional(text('PKCE: base64url of the SHA-256 of the verifier.')),
    code_challenge_method: Type.Optional(text('`S256` (the default).')),
    nonce: Type.Optional(text('Returned in the ID token.')),
    prompt: Type.Optional(
      text(
        '`login` asks the person to sign in again; `none` returns `login_required` or `consent_required`.',
      ),
    ),
    max_age: Type.Optional(text('Seconds since the last sign-in after which the person signs in again.')),
  },
  { additionalProperties: Type.String() },
)

export const TokenBody = component(
  'TokenRequest',
  Type.Object(
    {
      grant_type: Type.Optional(
        Type.String({ description: '`authorization_code`, `refresh_token` or `client_credentials`.' }),
      ),
      code: Type.Optional(Type.String()),
      redirect_uri: Type.Optional(Type.String()),
      refresh_token: Type.Optional(Type.String()),
      client_id: Type.Optional(Type.String({ description: 'Here or by HTTP Basic.' })),
      client_secret: Type.Optional(Type.String()),
      client_assertion_type: Type.Optional(
        Type.String({ description: '`urn:ietf:params:oauth:client-assertion-type:jwt-bearer`.' }),
      ),
      client_assertion: Type.Optional(
        Type.String({
          description: 'In place of the secret: a JWT signed with the application’s private key.',
        }),
      ),
      code_verifier: Type.Optional(Type.String()),
      scope: Type.Optional(
        Type.String({ description: 'On refresh and with client credentials: fewer scopes than granted.' }),
      ),
    },
    {
      additionalProperties: true,
      examples: [{ grant_type: 'refresh_token', refresh_token: '…', client_id: '…', client_secret: '…' }],
    },
  ),
)

export const TokenAnswer = component(
  'Token',
  closed({
    access_token: Type.String(),
    token_type: words(['Bearer'] as const),
    expires_in: Type.Integer({ examples: [1800] }),
    refresh_token: Type.String(),
    refresh_expires_in: Type.Integer({ examples: [2592000] }),
    scope: Type.String(),
    id_token: Type.Optional(
      Type.String({
        description:
          'The ID token (RS256), which names the person who signed in. Present after the exchange of a code with the scope `openid`.',
      }),
    ),
  }),
)

export const ServiceToken = component(
  'ServiceToken',
  closed(
    {
      access_token: Type.String(),
      token_type: words(['Bearer'] as const),
      expires_in: Type.Integer({ examples: [1800] }),
      scope: Type.String(),
    },
    { description: 'The response to client credentials has no refresh token.' },
  ),
)

export const OAuthError = component(
  'OAuthError',
  closed(
    { error: Type.String(), error_description: Type.String() },
    { examples: [{ error: 'invalid_grant', error_description: 'The authorization code has expired' }] },
  ),
)

export const RevokeBody = component(
  'TokenRevocation',
  Type.Object(
    {
      token: Type.Optional(Type.String({ description: 'An access or refresh token.' })),
      token_type_hint: Type.Optional(Type.String()),
      client_id: Type.Optional(Type.String()),
      client_secret: Type.Optional(Type.String()),
    },
    { additionalProperties: true, examples: [{ token: '…', client_id: '…', client_secret: '…' }] },
  ),
)

export const Userinfo = component(
  'Userinfo',
  closed(
    {
      sub: Type.String({ description: 'The person, as an id that never changes.' }),
      name: Type.String(),
      email: Type.String(),
      customer_id: Type.Integer({ description: 'The customer whose data the token reaches.' }),
      customer_name: Type.String(),
    },
    {
      examples: [
        {
          sub: '12',
          name: 'Olivia Owner',
          email: 'owner@demo.example',
          customer_id: 7,
          customer_name: 'Demo Cafe',
        },
      ],
    },
  ),
)
