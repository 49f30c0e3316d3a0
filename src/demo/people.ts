import type { Settings } from '../settings/index.ts'

export const DEMO_PASSWORD = 'demo-password'

/** The demo people. Each has their own customer, with permissions worth trying out. */
export const DEMO_PEOPLE = [
  {
    key: 'owner',
    email: 'owner@demo.example',
    name: 'Olivia Owner',
    customer: 'Southern Cross Group',
    cap: 100_000,
    subscription: 'active',
    isApiAdmin: true,
    isReseller: false,
  },
  {
    key: 'other',
    email: 'other@demo.example',
    name: 'Oscar Other',
    customer: 'Other Bakery',
    cap: 10,
    subscription: 'active',
    isApiAdmin: false,
    isReseller: false,
  },
  {
    key: 'lapsed',
    email: 'lapsed@demo.example',
    name: 'Lena Lapsed',
    customer: 'Lapsed Landscapes',
    cap: 10,
    subscription: 'lapsed',
    isApiAdmin: false,
    isReseller: false,
  },
  {
    key: 'partner',
    email: 'partner@demo.example',
    name: 'Petra Partner',
    customer: 'Partner Resellers',
    cap: 10,
    subscription: 'active',
    isApiAdmin: true,
    isReseller: true,
  },
  {
    key: 'sandbox',
    email: 'sandbox@demo.example',
    name: 'Sam Sandbox',
    customer: 'Sandbox',
    cap: 10_000,
    subscription: 'active',
    isApiAdmin: true,
    isReseller: false,
  },
] as const

export type DemoPerson = (typeof DEMO_PEOPLE)[number]['key']

/** The OAuth clients of demo mode. */
export function demoClients(settings: Settings) {
  const redirect_uris = [`${settings.publicUrl}/demo/callback`, `${settings.publicUrl}/api/docs`]
  return [
    {
      client_id: 'demo-client',
      secret: 'demo-secret',
      name: 'Demo application',
      owner: 'owner',
      redirect_uris,
    },
    {
      client_id: 'demo-partner',
      secret: 'demo-partner-secret',
      name: 'Demo partner application',
      owner: 'partner',
      redirect_uris,
    },
  ] as const
}
