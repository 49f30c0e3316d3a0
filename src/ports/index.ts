import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/connect.ts'
import type { Sandbox } from '../kernel/acting.ts'
import type { Clock } from '../kernel/clock.ts'
import type { FieldCipher } from '../security/field-encryption.ts'
import type { Settings } from '../settings/index.ts'
import { createHttpsAccounting } from './accounting/https.ts'
import type { AccountingPort } from './accounting/port.ts'
import { createAccountingSimulator } from './accounting/simulator.ts'
import { createEmbeddedLookup } from './address-lookup/embedded.ts'
import { createHttpsLookup } from './address-lookup/https.ts'
import type { AddressLookup } from './address-lookup/port.ts'
import { type DomainRecords, systemRecords } from './domain-records/port.ts'
import { createHttpsFundRegistry } from './fund-registry/https.ts'
import type { FundRegistry } from './fund-registry/port.ts'
import { createFundRegistrySimulator } from './fund-registry/simulator.ts'
import { createLodgementGateway, createPaydayGateway } from './gateways.ts'
import type { JudgePayEvent, LodgementGateway } from './lodgement/port.ts'
import { createOutbox } from './mail/outbox.ts'
import type { MailPort } from './mail/port.ts'
import { createSmtpMail } from './mail/smtp.ts'
import type { CheckPaydayFile, PaydayGateway } from './payday/port.ts'
import { type StapledFunds, stapledFundsByHand } from './stapled-funds/port.ts'
import { createStapledFundsSimulator } from './stapled-funds/simulator.ts'
import { createHttpsSuperGateway } from './super-gateway/https.ts'
import type { SuperGateway } from './super-gateway/port.ts'
import { createSuperSimulator } from './super-gateway/simulator.ts'
import { chooseTransports, describeTransports, type Transports } from './transports.ts'

/** The external systems. Each port is a type with a simulator (the default) and a real transport. */
export type Ports = {
  mail: MailPort
  fundRegistry: FundRegistry
  stapledFunds: StapledFunds
  addressLookup: AddressLookup
  /** The transport of reports, by authority. */
  transports: Transports
  lodgement: LodgementGateway
  payday: PaydayGateway
  accounting: AccountingPort
  /** Null when contribution files are uploaded by hand. */
  superGateway: SuperGateway | null
  domainRecords: DomainRecords
}

/** The parts of the service that the transports need. */
export type PortNeeds = {
  settings: Settings
  clock: Clock
  /** The current sandbox. Null for all other customers. */
  sandbox: () => Sandbox | null
  database: Database
  log: FastifyBaseLogger
  cipher: FieldCipher
  judgePayEvent: JudgePayEvent
  checkPaydayFile: CheckPaydayFile
}

/** Chooses the simulator or the real transport for each port, by settings. */
export function createPorts(needs: PortNeeds): Ports {
  const { settings, clock, log, sandbox } = needs
  const transports = chooseTransports(settings)
  const simulators = {
    mail: createOutbox(sandbox),
    fundRegistry: createFundRegistrySimulator(settings, sandbox),
    stapledFunds: createStapledFundsSimulator(settings, sandbox),
    transports: { ATO: 'simulator', IR: 'simulator' } satisfies Transports,
    lodgement: createLodgementGateway('simulator', needs),
    payday: createPaydayGateway('simulator', needs),
    accounting: createAccountingSimulator(settings),
    superGateway: createSuperSimulator(needs),
    // A sandbox queries nothing outside, so it never verifies a domain.
    domainRecords: { txt: async () => [] } satisfies DomainRecords,
  }
  const real: Omit<Ports, 'addressLookup'> = {
    mail: settings.smtpUrl ? createSmtpMail(settings.smtpUrl, settings.mailFrom) : simulators.mail,
    fundRegistry: settings.fundRegistryUrl
      ? createHttpsFundRegistry(settings.fundRegistryUrl, log)
      : simulators.fundRegistry,
    // A simulated fund must never enter a real payroll.
    stapledFunds: transports.ATO === 'simulator' ? simulators.stapledFunds : stapledFundsByHand,
    transports,
    lodgement: createLodgementGateway(transports.ATO, needs),
    payday: createPaydayGateway(transports.IR, needs),
    accounting: settings.accountingUrl
      ? createHttpsAccounting(settings.accountingUrl, renewSettings(settings))
      : simulators.accounting,
    superGateway: settings.superGatewayUrl
      ? createHttpsSuperGateway(settings.superGatewayUrl, {
          token: settings.superToken,
          signingSecret: settings.superSigningSecret,
        })
      : transports.ATO === 'simulator'
        ? simulators.superGateway
        : null,
    domainRecords: systemRecords,
  }
  // A sandbox never sends anything outside, whatever the settings.
  const chosen = () => (sandbox() ? simulators : real)
  return {
    get mail() {
      return chosen().mail
    },
    set mail(port) {
      real.mail = port
    },
    get fundRegistry() {
      return chosen().fundRegistry
    },
    get stapledFunds() {
      return chosen().stapledFunds
    },
    get transports() {
      return chosen().transports
    },
    set transports(transports) {
      real.transports = transports
    },
    get lodgement() {
      return chosen().lodgement
    },
    set lodgement(gateway) {
      real.lodgement = gateway
    },
    get payday() {
      return chosen().payday
    },
    get accounting() {
      return chosen().accounting
    },
    get domainRecords() {
      return chosen().domainRecords
    },
    set domainRecords(records) {
      real.domainRecords = records
    },
    get superGateway() {
      return chosen().superGateway
    },
    set superGateway(gateway) {
      real.superGateway = gateway
    },
    set payday(gateway) {
      real.payday = gateway
    },
    addressLookup: settings.addressLookupUrl
      ? createHttpsLookup({ url: settings.addressLookupUrl, key: settings.addressLookupKey }, { clock, log })
      : createEmbeddedLookup(log),
  }
}

/** Lists what stays inside the service because no real transport is set. A production start logs it. */
export function describeSimulators(settings: Settings): string[] {
  return [
    ...describeTransports(settings),
    ...(settings.smtpUrl === '' ? ['SMTP_URL is not set: mail stays in the outbox.'] : []),
  ]
}

/**
 * How tokens of the accounting system are renewed. Null when the person who connects has to enter new ones.
 */
function renewSettings(settings: Settings) {
  const {
    accountingTokenUrl: url,
    accountingClientId: clientId,
    accountingClientSecret: clientSecret,
  } = settings
  return url ? { url, clientId, clientSecret } : null
}
