import { expect, it, onTestFinished } from 'vitest'
import { sweepDeliveries } from '../../src/features/platform/webhooks/index.ts'
import { startTestApp } from '../support/app.ts'
import { aCompany, anEmployee } from '../support/make.ts'
import { isSigned, startReceiver } from './receiver.ts'
import { anEndpoint, customerOf, entity, LOCAL, record } from './story.ts'

it('numbers that the operator sends in clear lie sealed in the queue and the log, and arrive signed', async () => {
  const receiver = await startReceiver()
  onTestFinished(() => receiver.close())
  const tasman = await startTestApp({ env: { ...LOCAL, WEBHOOK_SENSITIVE_FIELDS: 'clear' } })
  onTestFinished(() => tasman.close())
  const owner = await tasman.clientFor('owner')
  const customerId = await customerOf(tasman, 'owner@demo.example')
  const endpoint = await anEndpoint(owner, receiver.url('/clear'), { events: ['employee.updated'] })
  await record(tasman, customerId, 'employee.updated', entity(5, { tax_file_number: '123456782' }))
  const stored = async () =>
    (await tasman.service.database.pool.query('select body from webhook_deliveries order by entity_id'))
      .rows[0].body
  expect(await stored()).toMatch(/^s2\.test\./)
  await sweepDeliveries(tasman.service)
  const [received] = receiver.at('/clear')
  expect(received?.body.data).toEqual({ tax_file_number: '123456782' })
  expect(received && isSigned(received, endpoint.secret)).toBe(true)
  expect(await stored()).not.toContain('123456782')

  const { id } = await anEmployee(owner, (await aCompany(owner)).id)
  await tasman.service.database.pool.query('delete from webhook_deliveries')
  const { database, events } = tasman.service
  // Enough of them to be read when they are sent. Only the first exists.
  const ids = [id, ...Array.from({ length: 20 }, (_, index) => 2_000_000_000 + index)]
  const read = () => Promise.reject(new Error('read too early'))
  await database.transaction((tx) => events.record(tx, { type: 'employee.updated', customerId, ids, read }))
  expect(await stored()).toBeNull()
  await sweepDeliveries(tasman.service)
  expect(await stored()).toMatch(/^s2\.test\./)
  expect(receiver.at('/clear')[1]?.body.data).toEqual((await owner.get(`/api/employees/${id}`)).body)
})
