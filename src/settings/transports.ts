import { oneOf, onOff, setting, text, webUrl } from './setting.ts'

const secret = (variable: string, meaning: string) =>
  setting({ variable, meaning, fallback: '', read: text, isHidden: true })
const plain = (variable: string, meaning: string) => setting({ variable, meaning, fallback: '', read: text })

/** How reports reach the tax authorities. */
export const TRANSPORTS = {
  allowSimulators: setting({
    variable: 'ALLOW_SIMULATORS',
    meaning:
      '`on` lets a production service lodge with the built-in simulators, which reach no one. Without a transport and without this, lodging returns 409.',
    fallback: 'off',
    read: onOff,
  }),
  stpTransport: setting({
    variable: 'STP_TRANSPORT',
    meaning:
      'How STP events are sent: `manual` (someone lodges the file and records the receipt), `https` (a transmission provider), `as4` (ebMS3 to the ATO; unverified), `simulator`. Empty: `https` when STP_GATEWAY_URL is set, else the simulator outside production.',
    fallback: '',
    read: oneOf('', 'manual', 'https', 'as4', 'simulator'),
  }),
  stpGatewayUrl: setting({
    variable: 'STP_GATEWAY_URL',
    meaning: 'Address of the transmission provider, or of the AS4 gateway, for STP events.',
    fallback: '',
    read: webUrl('https:'),
  }),
  stpProductId: plain(
    'STP_PRODUCT_ID',
    'The product id under which the software is registered with the ATO.',
  ),
  stpToken: secret('STP_TOKEN', 'Bearer token of the transmission provider for STP.'),
  stpSigningSecret: secret(
    'STP_SIGNING_SECRET',
    'Signs every request to the provider for STP (`Tasman-Signature`); empty: requests are not signed.',
  ),
  stpOauthUrl: setting({
    variable: 'STP_OAUTH_URL',
    meaning: 'Token endpoint of the provider for STP (OAuth 2.0 client credentials).',
    fallback: '',
    read: webUrl('https:'),
  }),
  stpOauthClientId: plain('STP_OAUTH_CLIENT_ID', 'Client id at that token endpoint.'),
  stpOauthClientSecret: secret('STP_OAUTH_CLIENT_SECRET', 'Client secret at that token endpoint.'),
  stpOauthScope: plain('STP_OAUTH_SCOPE', 'Scope to ask for at that token endpoint.'),
  stpCertFile: plain(
    'STP_CERT_FILE',
    'PEM file of the client certificate for STP: mutual TLS, and AS4 signatures.',
  ),
  stpKeyFile: plain('STP_KEY_FILE', 'PEM file of the key for STP_CERT_FILE.'),
  stpCaFile: plain('STP_CA_FILE', 'PEM file of the authorities that are trusted for the STP provider.'),
  stpReceiptCertFile: plain('STP_RECEIPT_CERT_FILE', 'PEM file of the certificate that signs AS4 receipts.'),
  paydayTransport: setting({
    variable: 'PAYDAY_TRANSPORT',
    meaning:
      'How payday filing is sent: `manual`, `https` (a transmission provider), `gateway-services` (Inland Revenue’s SOAP services; unverified), `simulator`. Empty: `https` when PAYDAY_GATEWAY_URL is set, else the simulator outside production.',
    fallback: '',
    read: oneOf('', 'manual', 'https', 'gateway-services', 'simulator'),
  }),
  paydayGatewayUrl: setting({
    variable: 'PAYDAY_GATEWAY_URL',
    meaning: 'Address of the transmission provider, or of the gateway services, for payday filing.',
    fallback: '',
    read: webUrl('https:'),
  }),
  paydayProductId: plain('PAYDAY_PRODUCT_ID', 'The software platform id registered with Inland Revenue.'),
  paydayToken: secret('PAYDAY_TOKEN', 'Bearer token of the transmission provider for payday filing.'),
  paydaySigningSecret: secret(
    'PAYDAY_SIGNING_SECRET',
    'Signs every request to the provider for payday filing; empty: requests are not signed.',
  ),
  paydayOauthUrl: setting({
    variable: 'PAYDAY_OAUTH_URL',
    meaning: 'Token endpoint of the provider for payday filing (OAuth 2.0 client credentials).',
    fallback: '',
    read: webUrl('https:'),
  }),
  paydayOauthClientId: plain('PAYDAY_OAUTH_CLIENT_ID', 'Client id at that token endpoint.'),
  paydayOauthClientSecret: secret('PAYDAY_OAUTH_CLIENT_SECRET', 'Client secret at that token endpoint.'),
  paydayOauthScope: plain('PAYDAY_OAUTH_SCOPE', 'Scope to ask for at that token endpoint.'),
  paydayCertFile: plain(
    'PAYDAY_CERT_FILE',
    'PEM file of the client certificate for payday filing (mutual TLS).',
  ),
  paydayKeyFile: plain('PAYDAY_KEY_FILE', 'PEM file of the key for PAYDAY_CERT_FILE.'),
  paydayCaFile: plain(
    'PAYDAY_CA_FILE',
    'PEM file of the authorities that are trusted for the payday filing provider.',
  ),
  superGatewayUrl: setting({
    variable: 'SUPER_GATEWAY_URL',
    meaning:
      'Address of the provider that takes contribution files to the funds and asks them about members. Empty: files are uploaded by hand; outside production a simulator answers.',
    fallback: '',
    read: webUrl('https:'),
  }),
  superToken: secret('SUPER_TOKEN', 'Bearer token of the provider for super.'),
  superSigningSecret: secret(
    'SUPER_SIGNING_SECRET',
    'Signs every request to the provider for super; empty: requests are not signed.',
  ),
} as const

type Chosen = {
  allowSimulators: boolean
  stpTransport: string
  stpGatewayUrl: string
  stpCertFile: string
  stpKeyFile: string
  stpReceiptCertFile: string
  paydayTransport: string
  paydayGatewayUrl: string
  paydayCertFile: string
  paydayKeyFile: string
}

/**
 * Describes settings that contradict each other, for the message at startup. Null when they are consistent.
 */
export function faultOfTransports(settings: Chosen, isProduction: boolean): string | null {
  const { stpTransport, paydayTransport } = settings
  if (isProduction && !settings.allowSimulators) {
    if (stpTransport === 'simulator')
      return 'STP_TRANSPORT=simulator reaches no one and is refused in production unless ALLOW_SIMULATORS=on.'
    if (paydayTransport === 'simulator')
      return 'PAYDAY_TRANSPORT=simulator reaches no one and is refused in production unless ALLOW_SIMULATORS=on.'
  }
  if ((stpTransport === 'https' || stpTransport === 'as4') && settings.stpGatewayUrl === '')
    return `STP_TRANSPORT=${stpTransport} needs STP_GATEWAY_URL.`
  if (
    stpTransport === 'as4' &&
    (settings.stpCertFile === '' || settings.stpKeyFile === '' || settings.stpReceiptCertFile === '')
  )
    return 'STP_TRANSPORT=as4 needs STP_CERT_FILE, STP_KEY_FILE and STP_RECEIPT_CERT_FILE.'
  if (
    (paydayTransport === 'https' || paydayTransport === 'gateway-services') &&
    settings.paydayGatewayUrl === ''
  )
    return `PAYDAY_TRANSPORT=${paydayTransport} needs PAYDAY_GATEWAY_URL.`
  if ((settings.stpCertFile === '') !== (settings.stpKeyFile === ''))
    return 'STP_CERT_FILE and STP_KEY_FILE must be set together.'
  if ((settings.paydayCertFile === '') !== (settings.paydayKeyFile === ''))
    return 'PAYDAY_CERT_FILE and PAYDAY_KEY_FILE must be set together.'
  return null
}
