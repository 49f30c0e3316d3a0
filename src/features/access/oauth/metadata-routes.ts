import { SCOPES } from '../../../http/caller.ts'
import { HIDDEN } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'

/** Where the document lies: RFC 8414's place and OpenID Connect's, which most client libraries try first. */
const PLACES = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration']

/** RFC 8414: where everything is, for client libraries. There are no ID tokens, so it names no keys for them. */
export function metadataRoutes(service: Service) {
  const { publicUrl } = service.settings
  const methods = ['client_secret_post', 'client_secret_basic', 'none']
  const metadata = {
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/api/oauth/authorize`,
    token_endpoint: `${publicUrl}/api/oauth/token`,
    revocation_endpoint: `${publicUrl}/api/oauth/revoke`,
    userinfo_endpoint: `${publicUrl}/api/oauth/userinfo`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_methods_supported: methods,
    code_challenge_methods_supported: ['S256'],
    scopes_supported: SCOPES,
    subject_types_supported: ['public'],
    claims_supported: ['sub', 'name', 'email', 'customer_id', 'customer_name'],
    service_documentation: `${publicUrl}/api/docs`,
  }
  return async (app: App): Promise<void> => {
    for (const place of PLACES)
      app.get(place, { schema: HIDDEN, config: { scope: 'public', limit: 'lookup' } }, async () => metadata)
  }
}
