import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { LOG_OPTIONS, SENSITIVE_MEMBERS } from '../../src/security/log-redaction.ts'

/** Logs an object and returns the line as text. */
function lineOf(value: object): string {
  const lines: string[] = []
  pino(LOG_OPTIONS, { write: (line: string) => lines.push(line) }).info(value, 'message')
  return lines.join('')
}

describe('the log', () => {
  it.each(SENSITIVE_MEMBERS)('never shows %s, however deep it stands', (member) => {
    const secret = 'secret-123456782'
    for (const value of [
      { [member]: secret },
      { body: { [member]: secret } },
      { body: { employee: { [member]: secret } } },
      { body: [{ employee: { [member]: secret } }] },
      { failure: Object.assign(new Error('failed'), { [member]: secret, request: { [member]: secret } }) },
      { body: { err: { [member]: secret } } },
      { body: [[{ employees: [{ fund: { account: { [member]: { number: secret } } } }] }]] },
    ]) {
      const before = JSON.stringify(value)
      expect(lineOf(value)).not.toContain(secret)
      expect(JSON.stringify(value)).toBe(before)
    }
  })

  it('shows everything else as it is', () => {
    const line = JSON.parse(
      lineOf({ ms: 3, days: ['2026-07-01'], body: { name: 'Ann', secret: 'x', left: [null, 1] } }),
    )
    expect(line).toMatchObject({
      ms: 3,
      days: ['2026-07-01'],
      body: { name: 'Ann', secret: '***', left: [null, 1] },
    })
  })

  it('leaves out the values of a failed statement', () => {
    const error = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: 'Key (tax_file_number)=(123456782) already exists.',
      parameters: ['123456782'],
    })
    const line = lineOf({ err: error })
    expect(line).toContain('23505')
    expect(line).not.toContain('123456782')
  })
})
