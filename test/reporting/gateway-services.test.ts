import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccess, NO_ACCESS } from '../../src/ports/lodgement/access.ts'
import { allNamed, firstNamed, parseXml, textOf } from '../../src/ports/lodgement/as4/xml.ts'
import { GatewayDown } from '../../src/ports/lodgement/gateway.ts'
import { createGatewayServices } from '../../src/ports/payday/gateway-services.ts'
import type { PaydayMessage } from '../../src/ports/payday/port.ts'

/* Inland Revenue's gateway services as our own listener. The real ones are unverified. */

let server: Server
let url: string
let codes: string[] = []
const seen: { path: string | undefined; authorization: string | undefined; body: string }[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { authorization } = request.headers
      seen.push({ path: request.url, authorization, body: Buffer.concat(chunks).toString() })
      const code = codes.shift() ?? '0'
      const body = `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><r><statusMessage><statusCode>${code}</statusCode><errorMessage>${code === '0' ? '' : 'Words of Inland Revenue'}</errorMessage></statusMessage><submissionKey>IR-5</submissionKey></r></s:Body></s:Envelope>`
      response.writeHead(200, { 'content-type': 'application/soap+xml' }).end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const gateway = (target = url) =>
  createGatewayServices({ url: target, platform: 'Tasman' }, createAccess({ ...NO_ACCESS, token: 't0ken' }))
const message: PaydayMessage = {
  messageId: 'm-1',
  irdNumber: '049091850',
  payDate: '2026-07-10',
  isAmendment: false,
  transactionId: 't-1',
  file: 'HEI2,049091850\r\nDEI,049091850,Mia & Co,M,,,20260706,20260712,WK,4000,152000,-1050,0,0,29900,0,0,,0,0,0,4560,3000,1500,0,0,0\r\n',
  detailsFile:
    'HED2,049091850\r\nDED,049091850,Mia Nguyen,,Mia,,Nguyen,19940321,20260707,,NE,AE\r\nTED,M\r\n',
}

describe('gateway services', () => {
  it('takes the return and then the employee details, under a token', async () => {
    codes = ['0', '0']
    expect(await gateway().send(message)).toEqual({
      state: 'accepted',
      receipt: 'IR-5',
      notes: [{ code: '0', message: 'Success.', document: null }],
    })
    const [filed, told] = seen.slice(-2)
    expect([filed?.path, told?.path, filed?.authorization]).toEqual([
      '/ReturnEI',
      '/Employment',
      'Bearer t0ken',
    ])
    const line = allNamed(parseXml(filed?.body ?? ''), 'employeeLine')[0]
    if (!line) throw new Error('no line')
    const value = (name: string) => textOf(firstNamed(line, name))
    expect([value('employeeName'), value('grossEarnings'), value('priorPeriodGrossAdjustment')]).toEqual([
      'Mia & Co',
      '1520.00',
      '-10.50',
    ])
    expect([value('hoursPaid'), value('payPeriodStartDate'), value('employeePayFrequency')]).toEqual([
      '40.00',
      '2026-07-06',
      'WK',
    ])
    expect(told?.body).toContain('<taxCode>M</taxCode>')
  })

  it('keeps the words of a refusal, and knows a return that arrived before', async () => {
    codes = ['134']
    expect(await gateway().send(message)).toMatchObject({
      state: 'rejected',
      notes: [{ code: '134', message: 'Words of Inland Revenue' }],
    })
    codes = ['107', '0']
    expect(await gateway().send(message)).toMatchObject({ state: 'accepted' })
    codes = ['103']
    expect(await gateway().collect('m-1')).toBeNull()
  })

  it('tries again what passes by itself, and when no one is there', async () => {
    for (const code of ['-1', '2', '108', '145', '160']) {
      codes = [code]
      await expect(gateway().send(message)).rejects.toBeInstanceOf(GatewayDown)
    }
    await expect(gateway('http://127.0.0.1:1').send(message)).rejects.toBeInstanceOf(GatewayDown)
  })
})
