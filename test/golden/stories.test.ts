import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { replayPays } from '../../src/features/pays/pays/index.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { aCompany } from '../support/make.ts'
import { SHOWN_ONLY, wrongSteps } from '../support/step-check.ts'
import { type Answered, playStory, readStories, shownFor } from './stories.ts'

/*
 * Whole employments over HTTP. The files in test/golden/stories give the expected answers, with their working
 * and source.
 */

const FINE = [200, 201, 204]

describe.each(['AU', 'NZ'] as const)('stories, %s', (country) => {
  const files = readStories(country)
  let tasman: TestApp
  let owner: TestClient
  let company: AnyJson

  beforeAll(async () => {
    tasman = await startTestApp({ now: '2027-06-30T06:00:00' })
    owner = await tasman.clientFor('owner')
    company = await aCompany(owner, { jurisdiction: country })
  })
  afterAll(() => tasman.close())

  it('every story says where its figures come from and how they were worked', () => {
    for (const { file, stories } of files)
      for (const { name, source, working, calls } of stories)
        expect([file, name, source?.length > 10, working?.length > 10, calls.length > 0]).toEqual([
          file,
          name,
          true,
          true,
          true,
        ])
  })

  describe.each(files)('$subject', ({ stories, pattern }) => {
    // All stories that follow one pattern run through the law alone (pure-stories.test.ts). Here one in seven
    // runs, in each of the orders.
    const played = pattern ? stories.filter((_, index) => index % 7 === 0) : stories
    it.each(played)('$name', async (story) => {
      const payer = story.company
        ? await aCompany(owner, { jurisdiction: country, ...story.company })
        : company
      for (const [index, answered] of (await playStory(owner, payer.id, country, story)).entries())
        await check(answered, index + 1, payer.id)
    })
  })

  it('every pay of the stories replays to itself, by steps whose inputs make their amounts', async () => {
    const { database, rates } = tasman.service
    for await (const { id, differences, steps } of replayPays(database.query, rates, {
      companyId: company.id,
    })) {
      expect({ id, differences }).toEqual({ id, differences: [] })
      const checked = country === 'AU' ? steps : steps.filter((step) => step.form)
      expect(wrongSteps(checked, SHOWN_ONLY[country])).toEqual([])
    }
  }, 60_000)

  async function check({ call, status, body, payId }: Answered, place: number, companyId: number) {
    const isRight = call.status === undefined ? FINE.includes(status) : call.status === status
    if (!isRight) throw new Error(`call ${place}: ${status} ${JSON.stringify(body)}`)
    if (call.expect) expect({ place, ...shownFor(call.expect, body) }).toEqual({ place, ...call.expect })
    for (const text of call.warns ?? [])
      expect([place, body.warnings ?? []]).toEqual([
        place,
        expect.arrayContaining([expect.stringContaining(text)]),
      ])
    if (!call.steps && !call.due) return
    const { body: explanation } = await owner.get(
      `/api/company/${companyId}/pays/${payId ?? body.id}/explanation`,
    )
    const amounts = new Map<string, number>(explanation.steps.map((s: AnyJson) => [s.name, s.amount]))
    const shown = Object.fromEntries(Object.keys(call.steps ?? {}).map((name) => [name, amounts.get(name)]))
    expect({ place, ...shown }).toEqual({ place, ...call.steps })
    const { due } = explanation.steps.find((s: AnyJson) => s.name === 'super.due')?.inputs ?? {}
    if (call.due) expect({ place, due }).toEqual({ place, due: call.due })
  }
})
