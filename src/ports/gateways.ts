import type { Database } from '../database/connect.ts'
import type { Transport } from '../database/tables/reporting.ts'
import type { Sandbox } from '../kernel/acting.ts'
import type { Clock } from '../kernel/clock.ts'
import type { FieldCipher } from '../security/field-encryption.ts'
import type { Settings } from '../settings/index.ts'
import { type AccessSettings, createAccess } from './lodgement/access.ts'
import { createAs4Gateway } from './lodgement/as4/gateway.ts'
import { type Gateway, GatewayDown } from './lodgement/gateway.ts'
import { createHttpsGateway } from './lodgement/https.ts'
import type { JudgePayEvent, LodgementGateway, LodgementMessage } from './lodgement/port.ts'
import { createLodgementSimulator } from './lodgement/simulator.ts'
import { createGatewayServices } from './payday/gateway-services.ts'
import type { CheckPaydayFile, PaydayGateway, PaydayMessage } from './payday/port.ts'
import { createPaydaySimulator } from './payday/simulator.ts'

type Needs = {
  settings: Settings
  clock: Clock
  sandbox: () => Sandbox | null
  database: Database
  cipher: FieldCipher
  judgePayEvent: JudgePayEvent
  checkPaydayFile: CheckPaydayFile
}

/** The gateway to the tax office (ATO). */
export function createLodgementGateway(transport: Transport | null, needs: Needs): LodgementGateway {
  const { settings } = needs
  if (transport === 'simulator') return createLodgementSimulator(needs, needs.judgePayEvent)
  if (transport === 'https')
    return createHttpsGateway<LodgementMessage>(
      settings.stpGatewayUrl,
      createAccess(accessOf(settings, 'stp')),
      { secret: settings.stpSigningSecret, now: Date.now },
    )
  if (transport === 'as4')
    return createAs4Gateway(
      {
        url: settings.stpGatewayUrl,
        productId: settings.stpProductId,
        certFile: settings.stpCertFile,
        keyFile: settings.stpKeyFile,
        receiptCertFile: settings.stpReceiptCertFile,
      },
      needs.clock,
    )
  return nobody<LodgementMessage>()
}

/** The gateway to Inland Revenue. */
export function createPaydayGateway(transport: Transport | null, needs: Needs): PaydayGateway {
  const { settings } = needs
  if (transport === 'simulator') return createPaydaySimulator(needs, needs.checkPaydayFile)
  if (transport === 'https')
    return createHttpsGateway<PaydayMessage>(
      settings.paydayGatewayUrl,
      createAccess(accessOf(settings, 'payday')),
      { secret: settings.paydaySigningSecret, now: Date.now },
    )
  if (transport === 'gateway-services')
    return createGatewayServices(
      { url: settings.paydayGatewayUrl, platform: settings.paydayProductId },
      createAccess(accessOf(settings, 'payday')),
    )
  return nobody<PaydayMessage>()
}

/** For manual or no transport: nothing is sent automatically. */
function nobody<Message extends { messageId: string }>(): Gateway<Message> {
  const refuse = async (): Promise<never> => {
    throw new GatewayDown('No transport is set')
  }
  return { send: refuse, collect: refuse }
}

function accessOf(settings: Settings, name: 'stp' | 'payday'): AccessSettings {
  return {
    token: settings[`${name}Token`],
    oauthUrl: settings[`${name}OauthUrl`],
    oauthClientId: settings[`${name}OauthClientId`],
    oauthClientSecret: settings[`${name}OauthClientSecret`],
    oauthScope: settings[`${name}OauthScope`],
    certFile: settings[`${name}CertFile`],
    keyFile: settings[`${name}KeyFile`],
    caFile: settings[`${name}CaFile`],
  }
}
