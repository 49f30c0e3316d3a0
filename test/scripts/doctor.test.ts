import { execFile } from 'node:child_process'
import { describe, expect, it } from 'vitest'

type Said = { code: number; out: string }
const doctor = (environment: Record<string, string>, ...args: string[]) =>
  new Promise<Said>((resolve) => {
    const env = { PATH: process.env.PATH ?? '', ...environment }
    execFile(process.execPath, ['scripts/doctor.ts', ...args], { env }, (error, out) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out }),
    )
  })

describe('npm run doctor', () => {
  it('names what is wrong in each area, without the password', async () => {
    const { code, out } = await doctor({
      DATABASE_URL: 'postgres://me:hush@127.0.0.1:1/pay',
      SMTP_URL: 'smtp://me:hush@127.0.0.1:9',
      METRIC: 'on',
    })
    expect(code).toBe(1)
    expect(out).toMatch(/^wrong {4}database .*no server is listening there/m)
    expect(out).toMatch(/^wrong {4}mail .*127\.0\.0\.1:9/m)
    expect(out).toMatch(/^warning {2}settings .*did you mean METRICS\?/m)
    for (const area of ['disk', 'transport', 'backups', 'versions']) expect(out).toContain(area)
    expect(out).not.toContain('hush')
  })

  it('does not warn of simulators in a demo', async () => {
    const { out } = await doctor({ DATABASE_URL: 'postgres://me:hush@127.0.0.1:1/pay' })
    expect(out).toMatch(/^ok {7}transport {2}the simulator answers STP events, as it should in a demo/m)
    expect(out).not.toContain('ALLOW_SIMULATORS')
  })

  it('stops at a setting that is refused', async () => {
    expect(await doctor({ MAIL_FROM: 'nonsense' })).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^wrong {4}settings {3}MAIL_FROM/),
    })
    expect((await doctor({}, '--wrong')).code).toBe(2)
  })
})
