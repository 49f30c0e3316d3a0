import type { FastifyBaseLogger } from 'fastify'
import type { Sandbox } from '../acting.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/connect.ts'
import type { FieldCipher } from '../security/field-encryption.ts'
import type { Settings } from '../settings.ts'
import { createHttpsAccounting } from './accounting/https.ts'
import type { AccountingPort } from './accounting/port.ts'
import { createAccountingSimulator } from './accounting/simulator.ts'
import { createEmbeddedLookup } from './address-lookup/embedded.ts'
import { createHttpsLookup } from './address-lookup/https.ts'
import type { AddressLookup } from './address-lookup/port.ts'
import { createHttpsFundRegistry } from './fund-registry/https.ts'
import type { FundRegistry } from './fund-registry/port.ts'
import { createFundRegistrySimulator } from './fund-registry/simulator.ts'
import { createHttpsGateway } from './lodgement/https.ts'
import type { JudgePayEvent, LodgementGateway, LodgementMessage } from './lodgement/port.ts'
import { createLodgementSimulator } from './lodgement/simulator.ts'
import { createOutbox } from './mail/outbox.ts'
import type { MailPort } from './mail/port.ts'
import { createSmtpMail } from './mail/smtp.ts'
import type { CheckPaydayFile, PaydayGateway, PaydayMessage } from './payday/port.ts'
import { createPaydaySimulator } from './payday/simulator.ts'

/** The outside world. Each port is a type with a simulator (default) and a real transport. */
export type Ports = {
  mail: MailPort
  fundRegistry: FundRegistry
  addressLookup: AddressLookup
  lodgement: LodgementGateway
  payday: PaydayGateway
  accounting: AccountingPort
}

/** What the transports need of the service. */
export type PortNeeds = {
  settings: Settings
  clock: Clock
  /** The sandbox that work is done for; null for all other customers. */
  sandbox: () => Sandbox | null
  database: Database
  log: FastifyBaseLogger
  cipher: FieldCipher
  judgePayEvent: JudgePayEvent
  checkPaydayFile: CheckPaydayFile
}

/** Chooses for each port the simulator or the real transport, by settings. */
export function createPorts(needs: PortNeeds): Ports {
  const { settings, clock, log, sandbox } = needs
  const simulators = {
    mail: createOutbox(),
    fundRegistry: createFundRegistrySimulator(settings, sandbox),
    lodgement: createLodgementSimulator(needs, needs.judgePayEvent),
    payday: createPaydaySimulator(needs, needs.checkPaydayFile),
    accounting: createAccountingSimulator(settings),
  }
  const transports = {
    ...simulators,
    ...(settings.smtpUrl ? { mail: createSmtpMail(settings.smtpUrl, settings.mailFrom) } : {}),
    ...(settings.fundRegistryUrl
      ? { fundRegistry: createHttpsFundRegistry(settings.fundRegistryUrl, log) }
      : {}),
    ...(settings.stpGatewayUrl
      ? { lodgement: createHttpsGateway<LodgementMessage>(settings.stpGatewayUrl) }
      : {}),
    ...(settings.paydayGatewayUrl
      ? { payday: createHttpsGateway<PaydayMessage>(settings.paydayGatewayUrl) }
      : {}),
    ...(settings.accountingUrl ? { accounting: createHttpsAccounting(settings.accountingUrl) } : {}),
  }
  // What a sandbox sends never leaves the house, whatever the settings name.
  const chosen = () => (sandbox() ? simulators : transports)
  return {
    get mail() {
      return chosen().mail
    },
    get fundRegistry() {
      return chosen().fundRegistry
    },
    get lodgement() {
      return chosen().lodgement
    },
    get payday() {
      return chosen().payday
    },
    get accounting() {
      return chosen().accounting
    },
    addressLookup: settings.addressLookupUrl
      ? createHttpsLookup({ url: settings.addressLookupUrl, key: settings.addressLookupKey }, { clock, log })
      : createEmbeddedLookup(log),
  }
}

/** What stays inside the service although it should reach somebody: a production start says so. */
export function describeSimulators(settings: Settings): string[] {
  const missing: [value: string, line: string][] = [
    [
      settings.stpGatewayUrl,
      'STP_GATEWAY_URL is not set: STP events go to the simulator and not to the ATO.',
    ],
    [
      settings.paydayGatewayUrl,
      'PAYDAY_GATEWAY_URL is not set: payday filing goes to the simulator and not to Inland Revenue.',
    ],
    [settings.smtpUrl, 'SMTP_URL is not set: mail stays in the outbox.'],
  ]
  return missing.filter(([value]) => value === '').map(([, line]) => line)
}
