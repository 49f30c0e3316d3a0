import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { resealStale } from '../../src/features/platform/key-rotation/index.ts'
import { createFieldCipher } from '../../src/security/field-encryption.ts'
import { type AnyJson, startTestApp, TEST_KEY, type TestApp, type TestClient } from '../support/app.ts'
import { aCompany, employeeBody } from '../support/make.ts'

/* Keys rotate while people write and read. SECURITY.md has the figure. */

const PEOPLE = 300
const ROTATIONS = 3
const WRITERS = 3

let tasman: TestApp
let owner: TestClient
let company: AnyJson
const ids: number[] = []
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
  const people = Array.from({ length: PEOPLE }, () => employeeBody())
  const { body } = await owner.put(`/api/company/${company.id}/employees/create`, people)
  for (const { employee } of body) ids.push(employee.id)
}, 120_000)
afterAll(() => tasman.close())

it('re-encrypts everything while three clients change numbers and read them, and each number stays right', async () => {
  const expected = new Map<number, string>()
  let calls = 0
  let isOver = false
  const write = async (own: number) => {
    for (let round = 0; !isOver; round += 1) {
      const id = ids[(round * WRITERS + own) % PEOPLE] ?? 0
      const member = `M${own}-${round}`
      const path = `/api/company/${company.id}/employees/update`
      const account = { primary_bank_bsb: '062-000', primary_bank_account_name: 'Mia' }
      const number = String(10_000_000 + round)
      const sent = await owner.patch(path, [
        { id, default_employee_fund_member_number: member, primary_bank_account_number: number, ...account },
      ])
      expect(sent.status, JSON.stringify(sent.body)).toBe(200)
      expected.set(id, `${member} ${number}`)
      const read = (await owner.get(`/api/employees/${id}`)).body
      expect(`${read.default_employee_fund_member_number} ${read.primary_bank_account_number}`).toBe(
        expected.get(id),
      )
      calls += 2
    }
  }
  const writers = Array.from({ length: WRITERS }, (_, own) => write(own))
  const keys = [{ id: 'test', key: TEST_KEY }]
  let values = 0
  for (let rotation = 0; rotation < ROTATIONS; rotation += 1) {
    keys.unshift({ id: `key${rotation}`, key: randomBytes(32) })
    // The state after a restart with the new key first: earlier readers still know every key that was ever current.
    Object.assign(tasman.service.cipher, createFieldCipher(keys))
    for (let left = true; left; ) {
      const done = await resealStale(tasman.service)
      values += done.values
      expect(done.unreadable).toBe(0)
      left = !done.isComplete
    }
  }
  isOver = true
  await Promise.all(writers)
  console.log(`key rotation under load: ${ROTATIONS} rotations, ${values} values, ${calls} calls beside them`)
  // The last key alone decrypts everything.
  Object.assign(tasman.service.cipher, createFieldCipher(keys.slice(0, 1)))
  for (const [id, numbers] of expected) {
    const read = (await owner.get(`/api/employees/${id}`)).body
    expect(`${read.default_employee_fund_member_number} ${read.primary_bank_account_number}`).toBe(numbers)
  }
  expect(expected.size).toBeGreaterThan(WRITERS)
  expect(values).toBeGreaterThan(ROTATIONS * PEOPLE)
}, 240_000)
