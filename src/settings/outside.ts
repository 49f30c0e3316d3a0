import {
  domainsOfCustomers,
  integer,
  list,
  mailbox,
  oneOf,
  onOff,
  seconds,
  setting,
  text,
  url,
  webUrl,
} from './setting.ts'

/** External systems: email, addresses, funds, gateways and webhooks. */
export const OUTSIDE = {
  smtpUrl: setting({
    variable: 'SMTP_URL',
    meaning: 'Mail server. Empty: mail stays in the outbox, which the web app shows in demo mode.',
    fallback: '',
    read: url('smtp:', 'smtps:'),
  }),
  mailFrom: setting({
    variable: 'MAIL_FROM',
    meaning: 'Sender of the service’s mail.',
    fallback: 'Tasman Payroll <payroll@localhost>',
    read: mailbox,
  }),
  ownAddresses: setting({
    variable: 'OWN_ADDRESSES',
    meaning:
      '`on` lets customers, and resellers for their clients, send mail from their own address and use their own web address, once a DNS record proves the domain. Your mail server must be allowed to send for these domains (SPF, DKIM), and your proxy must serve these hosts.',
    fallback: 'off',
    read: onOff,
  }),
  mailRetryWaits: setting({
    variable: 'MAIL_RETRY_WAITS',
    meaning:
      'Seconds to wait before each retry of an e-mail that the mail server does not accept. After the last retry, the e-mail has failed.',
    fallback: '30,60,120,300,900,1800,3600,7200,14400,28800',
    read: seconds,
  }),
  addressLookupUrl: setting({
    variable: 'ADDRESS_LOOKUP_URL',
    meaning: 'An HTTPS address provider (Geoapify-style). Empty: the embedded locality index.',
    fallback: '',
    read: webUrl('https:'),
  }),
  addressLookupKey: setting({
    variable: 'ADDRESS_LOOKUP_KEY',
    meaning: 'API key of the address provider.',
    fallback: '',
    read: text,
    isHidden: true,
  }),
  fundRegistryUrl: setting({
    variable: 'FUND_REGISTRY_URL',
    meaning: 'An HTTPS super-fund registry that knows USIs. Empty: the built-in simulator.',
    fallback: '',
    read: webUrl('https:'),
  }),
  stpGatewayUrl: setting({
    variable: 'STP_GATEWAY_URL',
    meaning: 'The HTTPS transmission provider for STP events. Empty: the built-in simulator.',
    fallback: '',
    read: webUrl('https:'),
  }),
  paydayGatewayUrl: setting({
    variable: 'PAYDAY_GATEWAY_URL',
    meaning: 'The HTTPS transmission provider for payday filing. Empty: the built-in simulator.',
    fallback: '',
    read: webUrl('https:'),
  }),
  accountingUrl: setting({
    variable: 'ACCOUNTING_URL',
    meaning:
      'The HTTPS accounting system, which accepts manual journals like Xero’s API, e.g. `https://api.xero.com/api.xro/2.0`. Empty: the built-in simulator.',
    fallback: '',
    read: webUrl('https:'),
  }),
  accountingTokenUrl: setting({
    variable: 'ACCOUNTING_TOKEN_URL',
    meaning:
      'The token endpoint that renews the access tokens of connected accounting systems, e.g. `https://identity.xero.com/connect/token`. Empty: the person who connected enters a new token when it expires.',
    fallback: '',
    read: webUrl('https:'),
  }),
  accountingClientId: setting({
    variable: 'ACCOUNTING_CLIENT_ID',
    meaning: 'The client id of this service at that token endpoint.',
    fallback: '',
    read: text,
  }),
  accountingClientSecret: setting({
    variable: 'ACCOUNTING_CLIENT_SECRET',
    meaning: 'Its client secret.',
    fallback: '',
    read: text,
    isHidden: true,
  }),
  gatewaySimulation: setting({
    variable: 'GATEWAY_SIMULATION',
    meaning: 'How the built-in gateways answer: `accept`, `reject`, `delay` or `down`.',
    fallback: 'accept',
    read: oneOf('accept', 'reject', 'delay', 'down'),
  }),
  gatewayDelaySeconds: setting({
    variable: 'GATEWAY_DELAY_SECONDS',
    meaning: 'How long the built-in gateways take to answer with `GATEWAY_SIMULATION=delay`.',
    fallback: '60',
    read: integer(1, 86_400),
  }),
  gatewayRetryWaits: setting({
    variable: 'GATEWAY_RETRY_WAITS',
    meaning:
      'Seconds to wait before a lodgement is sent again while its gateway is down. The last one repeats until it is sent.',
    fallback: '30,60,120,240,480,900',
    read: seconds,
  }),
  webhookAllowHosts: setting({
    variable: 'WEBHOOK_ALLOW_HOSTS',
    meaning:
      'Hosts that webhooks and calls to identity providers may reach although they are not public, e.g. `127.0.0.1,localhost`.',
    fallback: '',
    read: list,
    isRelaxation: true,
  }),
  trustedDomains: setting({
    variable: 'TRUSTED_DOMAINS',
    meaning:
      'Domains of e-mail addresses that count as verified for sign-in through an identity provider, without their DNS record, each with the id of the customer it belongs to: `example.com=12`.',
    fallback: '',
    read: domainsOfCustomers,
  }),
  webhookRetryWaits: setting({
    variable: 'WEBHOOK_RETRY_WAITS',
    meaning: 'Seconds to wait before attempts 2 to 8 of a delivery.',
    fallback: '30,60,120,240,480,960,1920',
    read: seconds,
    isRelaxation: true,
  }),
  webhookSensitiveFields: setting({
    variable: 'WEBHOOK_SENSITIVE_FIELDS',
    meaning:
      '`masked` shows only the last digits of tax and bank account numbers in payloads; `clear` shows them (stored payloads are encrypted).',
    fallback: 'masked',
    read: oneOf('masked', 'clear'),
  }),
} as const
