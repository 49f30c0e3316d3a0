import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { aCrewCompany, callApi } from '../support/desk.ts'
import { cellAt, compareSequences, pasteText, readCells, readPays, saved } from '../support/grid-driver.ts'
import type { ServiceProcess } from '../support/service-process.ts'
import { expectAccessible, openWindow, signIn, startWebService, type WebService } from '../support/web.ts'

/* The grid of a first run with real keys and clicks: the service stores what was typed. */

const PEOPLE = 6
const WEEK_HOURS = 168
const SEQUENCES = Number(process.env.TASMAN_GRID_SEQUENCES ?? 40)
const SEED = Number(process.env.TASMAN_GRID_SEED ?? 46)

let service: ServiceProcess
let browser: Browser
let context: BrowserContext
let close: WebService['close'] | undefined
let page: Page
let company: number
let run: number
let api: string

const address = () => `${service.baseUrl}/app/companies/${company}/pays/runs/${run}`
const load = async (on = page) => {
  await on.goto(address())
  await cellAt(on, 0, 0).waitFor()
}
const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const type = (text: string) => page.keyboard.type(text)
const cell = (row: number, column: number) => cellAt(page, row, column)
const stored = () => readCells(page, api)
/** The rows of a pay as stored by the service. Ids and positions change with every save. */
const rowsOf = async (id: number | undefined) => {
  const { pays } = await callApi(page, 'GET', api)
  const { hours, leave, allowances } = pays.find((pay: { id: number }) => pay.id === id)
  const plain = (rows: Record<string, unknown>[]) => rows.map(({ id: _id, ...row }) => row)
  return { hours: plain(hours), leave: plain(leave), allowances: plain(allowances) }
}
/** The service has it once the page has sent it. */
const eventually = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 60_000 })
const state = () => page.locator('.save-state').textContent()

describeInBrowser('the pay run grid', () => {
  beforeAll(async () => {
    ;({ service, browser, close } = await startWebService())
    ;({ page, context } = await openWindow(browser, service.baseUrl))
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn(page, service.baseUrl)
    company = await aCrewCompany(page, PEOPLE, [])
    const made = await callApi(page, 'POST', `/api/company/${company}/pay-runs`, {
      pay_period: 'WEEKLY',
      pay_date: '2026-11-22',
    })
    run = made.pay_run_id
    api = `/api/company/${company}/pay-runs/${run}`
  })

  afterAll(() => close?.())

  // A setting left on by a failed test must not make the next one fail.
  afterEach(() => page.unrouteAll())

  /** Every test begins with 38 ordinary hours and a freshly opened page. */
  beforeEach(async () => {
    const pays = await readPays(page, api)
    await callApi(
      page,
      'PUT',
      `${api}/pays`,
      pays.map(({ id }) => ({
        pay_id: id,
        hours: [{ description: 'Ordinary hours', units: 'hours', value: 38 }],
      })),
    )
    await load()
  })

  it('a click selects and typing replaces: at once, below after Enter, and in the first cell of a fresh page', async () => {
    await cell(0, 0).click()
    await type('30')
    await press('Enter')
    await cell(1, 0).click()
    await type('40')
    await press('Enter')
    await cell(2, 0).click()
    await cell(2, 0).click()
    await type('20')
    await press('Enter')
    await saved(page)
    expect((await stored()).map(([hours]) => hours)).toEqual([30, 40, 20, 38, 38, 38])
  })

  it('a double click and F2 edit what is there, Escape restores it, and arrows move the caret only while editing', async () => {
    await cell(0, 0).dblclick()
    await type('.5')
    await press('Enter')
    await press('F2', 'ArrowLeft')
    await type('.')
    await press('Tab')
    await type('8')
    await press('ArrowDown')
    await type('7:36')
    await press('Escape')
    await cell(3, 0).click()
    await type('12')
    await press('ArrowRight')
    await type('4')
    await press('Shift+Tab')
    await saved(page)
    expect((await stored()).slice(0, 4)).toEqual([
      [38.5, 0, 0],
      [3.8, 8, 0],
      [38, 0, 0],
      [12, 4, 0],
    ])
  })

  it('hours that the period does not have are stopped at the cell, typed, pasted or together', async () => {
    await cell(0, 0).click()
    await type('3840')
    await press('Enter')
    await page.getByText('3840 hours cannot be worked: the period has 168 (7 days of 24).').waitFor()
    await expectAccessible(page)
    await press('Escape')
    await type('-5')
    await press('Tab')
    await page.getByText('Hours cannot be negative.').waitFor()
    await press('Escape')
    await cell(0, 1).click()
    await type('140')
    await press('Enter')
    await page.getByText('All hours together would be 178: the period has 168 (7 days of 24).').waitFor()
    await press('Escape')
    await cell(1, 0).click()
    await pasteText(page, '30\n999\n-1\n31')
    await page.getByText(/^2 cells left out: 999 for /).waitFor()
    await saved(page)
    expect((await stored()).map(([hours]) => hours)).toEqual([38, 30, 38, 38, 31, 38])
  })

  it('undo and redo go over typing, paste, fill and clearing, after they were saved too', async () => {
    await cell(0, 0).click()
    await type('30')
    await press('Enter')
    await pasteText(page, '10\t1\n11\t2\n12\t3')
    await saved(page)
    expect((await stored())[3]).toEqual([12, 3, 0])
    await press('Control+z')
    await saved(page)
    expect((await stored()).map(([hours]) => hours)).toEqual([30, 38, 38, 38, 38, 38])
    await press('Control+Shift+Z')
    await cell(0, 0).click()
    await press('Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowRight', 'Control+d')
    await cell(5, 0).click()
    await press('Delete')
    await saved(page)
    expect((await stored()).map(([hours]) => hours)).toEqual([30, 30, 30, 12, 38, 0])
    await press('Control+z', 'Control+z', 'Meta+z', 'Control+z')
    await saved(page)
    expect(await stored()).toEqual(Array.from({ length: PEOPLE }, () => [38, 0, 0]))
    await press('Control+y')
    await saved(page)
    expect((await stored())[0]).toEqual([30, 0, 0])
  })

  it('undo of a deletion, and a number typed again, bring back the rate, date and name of the row', async () => {
    const [first, second] = await readPays(page, api)
    const hours = [{ description: 'Ordinary hours', units: 'hours', value: 38, rate: 60 }]
    const beach = { description: 'Beach', leave_type: 'HOLIDAY', date: '2026-11-18', hours: 8, rate: 70 }
    const allowances = [
      { description: 'Boots', amount: 10, units: 2, allowance_category: 'KN', is_taxable: true },
    ]
    const others = [{ ...allowances[0], allowance_category: 'CD', is_taxable: false }]
    await callApi(page, 'PUT', `${api}/pays`, [
      { pay_id: first?.id, hours, allowances: others },
      { pay_id: second?.id, hours, leave: [beach], allowances },
    ])
    await load()
    const before = await rowsOf(second?.id)
    for (const column of [0, 1, 3]) {
      await cell(1, column).click()
      await press('Delete')
      await saved(page)
    }
    expect(await rowsOf(second?.id)).toEqual({ hours: [], leave: [], allowances: [] })
    await press('Control+z', 'Control+z', 'Control+z')
    await saved(page)
    expect(await rowsOf(second?.id)).toEqual(before)
    await cell(0, 0).click()
    await type('0')
    await press('Enter')
    await saved(page)
    await cell(0, 0).click()
    await type('40')
    await press('Enter')
    await saved(page)
    expect((await rowsOf(first?.id)).hours).toMatchObject([{ value: 40, rate: 60 }])
  })

  it('a decimal comma and a lone dash are no numbers; a cell with several rows says so', async () => {
    await cell(0, 0).click()
    for (const text of ['7,5', '-', '$20']) {
      await type(text)
      await press('Enter')
      await page.getByText('This is not a number. Write 7.6').waitFor()
      await press('Escape')
    }
    await pasteText(page, '7,5')
    await page.getByText(/“7,5” for .+ is not a number/).waitFor()
    const [first, second] = await readPays(page, api)
    const day = { description: 'Ordinary hours', units: 'hours', value: 7 }
    await callApi(page, 'PUT', `${api}/pays`, [{ pay_id: second?.id, hours: [day, day] }])
    expect((await rowsOf(first?.id)).hours).toMatchObject([{ value: 38 }])
    await load()
    await cell(1, 0).click()
    await type('31')
    await page.getByText(/has several rows here\. Open it with Ctrl\+Enter/).waitFor()
  })

  it('the sign-in dialog leaves an open cell as it is, and gives it the focus back', async () => {
    await cell(0, 0).click()
    // Holds every request back until the next cell is open, so that the dialog always meets an open cell.
    const typed = Promise.withResolvers<void>()
    await page.route('**/app/**', async (route) => {
      await typed.promise
      await route.continue()
    })
    await context.clearCookies({ name: 'tasman_session' })
    await type('33')
    await press('Enter')
    await type('1')
    typed.resolve()
    await page.getByRole('heading', { name: 'Sign in again' }).waitFor()
    await page.unrouteAll()
    await page.getByLabel('Password').fill('demo-password')
    await press('Enter')
    await page.getByRole('heading', { name: 'Sign in again' }).waitFor({ state: 'detached' })
    await saved(page)
    expect((await stored()).slice(0, 2).map(([hours]) => hours)).toEqual([33, 38])
    expect(await cell(1, 0).locator('input:focus').inputValue()).toBe('1')
    await type('7')
    await press('Enter')
    await saved(page)
    expect((await stored()).slice(0, 2).map(([hours]) => hours)).toEqual([33, 17])
  })

  it('another window takes the focus for a moment: the cell stays open, with text, caret and way of editing', async () => {
    await cell(0, 0).dblclick()
    await press('ArrowLeft')
    const away = await context.newCDPSession(page)
    const setFocused = (enabled: boolean) => away.send('Emulation.setFocusEmulationEnabled', { enabled })
    const other = await context.newPage()
    await setFocused(false)
    await other.bringToFront()
    await page.evaluate(
      `document.activeElement.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
       document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`,
    )
    await page.bringToFront()
    await setFocused(true)
    await other.close()
    await type('.')
    await press('ArrowLeft', 'ArrowLeft')
    await type('1')
    await press('Enter')
    await saved(page)
    expect((await stored())[0]).toEqual([13.8, 0, 0])
  })

  it('Enter goes down in the column where the Tabs before it began, from the last column too', async () => {
    await cell(0, 0).click()
    for (const row of ['30', '31', '32']) {
      await type(row)
      await press('Tab')
      await type('1')
      await press('Tab', 'Enter')
    }
    await cell(3, 1).click()
    await press('Tab', 'Tab', 'Tab', 'Tab', 'Enter')
    await type('4')
    await press('ArrowRight', 'Enter')
    await type('5')
    await press('Enter')
    await saved(page)
    expect((await stored()).slice(0, 4)).toEqual([
      [30, 1, 0],
      [31, 1, 0],
      [32, 1, 0],
      [38, 0, 0],
    ])
    expect((await stored()).slice(4)).toEqual([
      [38, 4, 0],
      [38, 0, 5],
    ])
  })

  it('a refused number in an open cell stops Process, and is named', async () => {
    await cell(0, 0).click()
    await type('999')
    await page.getByRole('button', { name: `Process ${PEOPLE} pays` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/1 cell not saved yet: Ordinary hours of .+, “999”\. 999 hours cannot/).waitFor()
    const now = dialog.getByRole('button', { name: 'Process now' })
    expect(await now.isDisabled()).toBe(true)
    await press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await press('Backspace', 'Backspace')
    await type('3')
    expect(await cell(0, 0).locator('input:focus').inputValue()).toBe('93')
    await press('Escape')
    await page.getByRole('button', { name: `Process ${PEOPLE} pays` }).click()
    await expect.poll(() => now.isEnabled(), { timeout: 20_000 }).toBe(true)
  })

  it('an impossible number gives way to a click on another cell, and the next keys go where the click went', async () => {
    const gone = (text: string) => page.getByText(new RegExp(`“${text}” is not saved, and the cell shows`))
    await cell(0, 0).click()
    await type('380')
    await cell(3, 0).dblclick()
    await gone('380').waitFor()
    expect(await cell(0, 0).textContent()).toBe('38')
    await expectAccessible(page)
    await press('Control+a')
    await type('7.6')
    await press('Tab')
    await cell(1, 0).click()
    await type('-')
    await cell(2, 0).click()
    await type('12')
    await press('Enter')
    await gone('-').waitFor()
    await saved(page)
    expect((await stored()).map(([hours]) => hours)).toEqual([38, 38, 12, 7.6, 38, 38])
    await cell(0, 0).click()
    await type('39')
    await press('Enter')
    await gone('380').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await gone('-').waitFor({ state: 'detached' })
    await saved(page)
    expect((await stored())[0]).toEqual([39, 0, 0])
  })

  it('cells that are copied go where they are pasted', async () => {
    await cell(0, 0).click()
    await type('21')
    await press('Enter')
    await cell(0, 0).click()
    await cell(1, 0).click({ modifiers: ['Shift'] })
    await press('Control+c')
    await cell(2, 0).click()
    await press('Control+v')
    await saved(page)
    expect((await stored()).map(([hours]) => hours)).toEqual([21, 38, 21, 38, 38, 38])
  })

  it('what is typed survives a link, the back button, and closing the page within half a second', async () => {
    await cell(0, 0).click()
    await type('11')
    await press('Enter')
    await type('12')
    await page.getByRole('link', { name: 'Employees' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Employees' }).waitFor()
    await eventually(async () => (await stored()).slice(0, 2).map(([hours]) => hours)).toEqual([11, 12])
    await page.goBack()
    await cell(2, 0).waitFor()
    await cell(2, 0).click()
    await type('13')
    await page.goBack()
    await eventually(async () => (await stored())[2]).toEqual([13, 0, 0])

    const other = await context.newPage()
    await load(other)
    await cellAt(other, 3, 0).click()
    await other.keyboard.type('14')
    await other.close({ runBeforeUnload: false })
    await load()
    await eventually(async () => (await stored())[3]).toEqual([14, 0, 0])
  })

  it('without a network cells wait, are kept over a closed page, and are sent when it is back', async () => {
    await cell(0, 0).click()
    await context.setOffline(true)
    await type('22')
    await press('Enter')
    await page.getByText(/^Waiting for the network\. 1 cell kept/).waitFor()
    await context.setOffline(false)
    await saved(page)
    expect((await stored())[0]).toEqual([22, 0, 0])

    const other = await context.newPage()
    await load(other)
    await cellAt(other, 1, 0).click()
    await context.setOffline(true)
    await other.keyboard.type('23')
    await other.keyboard.press('Enter')
    await other.getByText(/^Waiting for the network/).waitFor()
    await other.close()
    await context.setOffline(false)
    expect((await stored())[1]).toEqual([38, 0, 0])
    await page.goto(`${service.baseUrl}/app`)
    await eventually(async () => (await stored())[1]).toEqual([23, 0, 0])
    expect(
      await page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('tasman.cell')).length"),
    ).toBe(0)
  })

  it('two windows: other cells are merged, the same cell asks and names who changed it', async () => {
    const other = await context.newPage()
    await load(other)
    await cell(0, 0).click()
    await type('20')
    await press('Enter')
    await saved(page)
    await cellAt(other, 0, 1).click()
    await other.keyboard.type('4')
    await other.keyboard.press('Enter')
    await saved(other)
    expect((await stored())[0]).toEqual([20, 4, 0])

    await cellAt(other, 1, 0).click()
    await other.keyboard.type('25')
    await other.keyboard.press('Enter')
    await saved(other)
    await cell(1, 0).click()
    await type('26')
    await press('Enter')
    await page.getByText(/Ordinary hours of .+: changed by .+ to 25, while you typed 26\./).waitFor()
    await expectAccessible(page)
    expect((await stored())[1]).toEqual([25, 0, 0])
    await page.getByRole('button', { name: 'Keep mine (26)' }).click()
    await saved(page)
    expect((await stored())[1]).toEqual([26, 0, 0])
    await other.close()
  })

  it('undo never replaces what a colleague saved: the cell that asks takes theirs, any other asks', async () => {
    const other = await context.newPage()
    await load(other)
    await cellAt(other, 1, 0).click()
    await other.keyboard.type('25')
    await other.keyboard.press('Enter')
    await saved(other)
    await cell(1, 0).click()
    await type('26')
    await press('Enter')
    await page.getByText(/changed by .+ to 25, while you typed 26\./).waitFor()
    await press('Control+z')
    await eventually(() => page.getByText(/while you typed/).count()).toBe(0)
    expect((await stored())[1]).toEqual([25, 0, 0])

    await cell(0, 0).click()
    await type('15')
    await press('Enter')
    await saved(page)
    await load(other)
    await cellAt(other, 0, 0).click()
    await other.keyboard.type('16')
    await other.keyboard.press('Enter')
    await saved(other)
    // Saving another cell of the row shows the colleague's number here.
    await cell(0, 1).click()
    await type('2')
    await press('Enter')
    await saved(page)
    await page
      .getByRole('status')
      .getByText(/^Ordinary hours of .+: changed by .+ to 16\.$/)
      .waitFor()
    expect(await cell(0, 0).getAttribute('title')).toMatch(/^Changed by .+ to 16\.$/)
    await expectAccessible(page)
    await press('Control+z')
    await saved(page)
    await press('Control+z')
    await page.getByText(/changed by .+ to 16, while you typed 38\./).waitFor()
    expect((await stored())[0]).toEqual([16, 0, 0])
    await page.getByRole('button', { name: /Take theirs/ }).click()
    expect((await stored())[0]).toEqual([16, 0, 0])
    await other.close()
  })

  it('a value that the service refuses stays at its cell with the sentence, and the others are saved', async () => {
    await page.route('**/pay-runs/*/pays', async (route) => {
      const isBad = route.request().postData()?.includes('"value":99')
      if (isBad) await route.fulfill({ status: 422, json: { detail: 'Too many for a Tuesday.' } })
      else await route.continue()
    })
    await cell(0, 0).click()
    await type('99')
    await press('Enter')
    await type('33')
    await press('Enter')
    await page.getByText(/99: Too many for a Tuesday\./).waitFor()
    expect(await cell(0, 0).textContent()).toBe('99')
    // The save of the other cell may still be under way.
    await eventually(state).toBe('1 cell not saved.')
    await eventually(async () => (await stored()).slice(0, 2)).toEqual([
      [38, 0, 0],
      [33, 0, 0],
    ])
    await page.unroute('**/pay-runs/*/pays')
    await cell(0, 0).click()
    await type('37')
    await press('Enter')
    await saved(page)
    expect((await stored())[0]).toEqual([37, 0, 0])
  })

  it(`${SEQUENCES} random sequences leave what a spreadsheet would`, async () => {
    const rowMost = WEEK_HOURS
    await compareSequences(page, { api, count: SEQUENCES, seed: SEED, reload: load, rowMost })
  }, 3_600_000)

  it('hours beyond the period stop Process until they are confirmed by name, in a first run too', async () => {
    const [first] = await readPays(page, api)
    await callApi(page, 'PUT', `${api}/pays`, [
      { pay_id: first?.id, hours: [{ description: 'Ordinary hours', units: 'hours', value: 3840 }] },
    ])
    await load()
    await page.getByRole('button', { name: `Process ${PEOPLE} pays` }).click()
    const dialog = page.getByRole('dialog')
    const now = dialog.getByRole('button', { name: 'Process now' })
    const name = `${first?.employee_first_name} ${first?.employee_last_name}`
    const confirm = dialog.getByLabel(
      `${name}: 3,840 hours are entered, but the 7 days of the period have only 168. This is right.`,
    )
    await confirm.waitFor()
    expect(await now.isDisabled()).toBe(true)
    await expectAccessible(page)
    await confirm.check()
    await now.click()
    await page.getByText(`${PEOPLE} pays processed`).waitFor()
    expect(await page.getByText('Click a cell and type').count()).toBe(0)
  })
})
