import { createAppKey, fetchAppKeys } from '@refrain/contract/account/app-keys'
import { TOTP } from 'otpauth'
import { type Browser, type Page, request } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { visit } from '../support/browsers/chromium.ts'
import { violations } from '../support/checks/axe.ts'
import { logIn, type Member, signUpAda } from '../support/data/members.ts'
import { account, choose, field, logoutDialog, send, toast } from '../support/pages/account.ts'
import { button, goWithin, main } from '../support/pages/pages.ts'
import type { Service } from '../support/servers/service.ts'
import { until } from '../support/until.ts'
import { useVisit } from '../support/use-visit.ts'

const DISCONNECT = 'Also disconnect my apps'
/** Of an app: longer than a phone is wide. */
const NAME = 'Symfonium on the old phone in the kitchen, beside the window'
const STEP_MS = 30_000

let page: Page
let service: Service
let browser: Browser
let errors: string[]
let ada: Member

useVisit({
  oneWindow: true,
  // Refused logins are part of these tests.
  allowErrors: true,
  async before(journey) {
    ;({ page, service, browser, errors } = journey)
    ada = await signUpAda(page.request)
  },
})

const sessions = () => main(page).getByRole('region', { name: "Where you're logged in" })
const twoStepLogin = () => main(page).getByRole('region', { name: 'Two-step login' })
const codes = () => page.getByRole('alertdialog', { name: 'Recovery codes' })

async function openTab(name: string): Promise<void> {
  await page.goto('/user/me')
  await main(page).getByRole('tab', { name }).click()
}

/** Another browser in which Ada is signed in. */
async function logInElsewhere(): Promise<Page> {
  const { page: elsewhere, context } = await visit(browser, service.address)
  onTestFinished(() => context.close())
  await logIn(elsewhere.request, ada)
  await elsewhere.goto('/user/me')
  await main(elsewhere).getByRole('tab', { name: 'Password' }).waitFor()
  return elsewhere
}

const headers = () => ({ 'auth-token': ada.token })

async function countApps(): Promise<number> {
  const answer = await page.request.get(fetchAppKeys.path, { headers: headers() })
  return (await answer.json()).keys.length
}

it('logs out one other device at once, then all others, and disconnects apps with them', async () => {
  // Two devices; the one that logged in first is open.
  const other = await logInElsewhere()
  const closed = await request.newContext({ baseURL: service.address })
  onTestFinished(() => closed.dispose())
  await logIn(closed, ada)
  await page.request.post(createAppKey.path, {
    headers: headers(),
    data: { name: 'My phone', kind: 'apiKey', scope: 'listen' },
  })
  await openTab('Password')
  await sessions().getByText('This device').waitFor()
  await sessions().getByLabel(DISCONNECT).waitFor()
  const rows = sessions().getByRole('listitem')
  await until(() => rows.count()).toBe(3)
  expect(await violations(page)).toEqual([])
  await button(rows.last(), 'Log out').click()
  await until(() => rows.count()).toBe(2)

  await button(sessions(), 'Log out everywhere else').click()
  await until(() => rows.count()).toBe(1)
  await until(() => new URL(other.url()).pathname).toBe('/login')
  await until(countApps).toBe(0)
  await account(page).waitFor()
  expect(errors).toEqual([])
})

/** Sets it up. @returns the key for the authenticator app, and the recovery codes */
async function setUp(): Promise<{ secret: string; recoveryCodes: string[] }> {
  await button(twoStepLogin(), 'Set up two-step login').click()
  const dialog = page.getByRole('alertdialog', { name: 'Set up two-step login' })
  const key = await dialog.locator('code').innerText()
  expect(await violations(page), 'set-up').toEqual([])
  const secret = key.replaceAll(' ', '')
  await dialog.getByLabel('Code', { exact: true }).fill(new TOTP({ secret }).generate())
  await button(dialog, 'Turn on').click()
  await codes().waitFor()
  expect(await violations(page), 'recovery codes').toEqual([])
  const recoveryCodes = await codes().getByRole('listitem').allInnerTexts()
  await button(codes(), 'I have stored them').click()
  await twoStepLogin().getByText('10 recovery codes').waitFor()
  return { secret, recoveryCodes }
}

/** Logs in as far as the second step. */
async function logInAgain(): Promise<void> {
  await choose(page, 'Logout')
  await button(logoutDialog(page), 'Logout').click()
  await until(() => new URL(page.url()).pathname).toBe('/login')
  await send(page, { Email: ada.email, Password: ada.password })
  await field(page, 'Code').waitFor()
}

it('asks for a code of the authenticator app after the password, takes a recovery code instead, and asks for none once it is turned off', async () => {
  // The login of small screens has no wall of covers, which takes much time to draw.
  await page.setViewportSize({ width: 360, height: 800 })
  await openTab('Password')
  const { secret, recoveryCodes } = await setUp()
  expect(new Set(recoveryCodes).size).toBe(10)
  await logInAgain()
  expect(await violations(page), 'second step').toEqual([])
  await button(main(page), 'Go back').click()
  await until(() => field(page, 'Email').evaluate(input => input === document.activeElement)).toBe(true)
  expect(await field(page, 'Email').inputValue()).toBe(ada.email)
  await send(page, { Email: ada.email, Password: ada.password })
  await field(page, 'Code').waitFor()
  await send(page, { Code: '000000' })
  await toast(page).getByText('This code is wrong').waitFor()
  // The code of the present step was used for the set-up; the clock of a phone may be a step ahead.
  await send(page, { Code: new TOTP({ secret }).generate({ timestamp: Date.now() + STEP_MS }) })
  await account(page).waitFor()

  const [first = ''] = recoveryCodes
  await logInAgain()
  await send(page, { Code: first.toUpperCase() })
  await account(page).waitFor()
  await goWithin(page, '/user/me')
  await main(page).getByRole('tab', { name: 'Password' }).click()
  await twoStepLogin().getByText('9 recovery codes').waitFor()
  await button(twoStepLogin(), 'New recovery codes').click()
  await codes().waitFor()
  expect(await codes().getByRole('listitem').allInnerTexts()).not.toContain(first)
  await button(codes(), 'I have stored them').click()
  await button(twoStepLogin(), 'Turn off').click()
  await button(twoStepLogin(), 'Set up two-step login').waitFor()
  await choose(page, 'Logout')
  await button(logoutDialog(page), 'Logout').click()
  await until(() => new URL(page.url()).pathname).toBe('/login')
  await send(page, { Email: ada.email, Password: ada.password })
  await account(page).waitFor()
})

it('connects an app and disconnects it', async () => {
  await openTab('Apps')
  await main(page).getByText('No app is connected yet.').waitFor()
  const passesAxe = async (state: string) => expect(await violations(page), state).toEqual([])
  await page.setViewportSize({ width: 360, height: 800 })
  // No tab is cut off.
  const tabs = main(page).getByRole('tablist')
  await until(() => tabs.evaluate(list => list.scrollWidth - list.clientWidth)).toBe(0)
  await button(main(page), 'Connect an app').click()
  const dialog = page.getByRole('dialog', { name: 'Connect an app' })
  await dialog.getByLabel('Name').fill(NAME)
  await passesAxe('dialog')
  await button(dialog, 'Create').click()
  const made = page.getByRole('alertdialog', { name: 'Your app can connect' })
  await made.getByRole('img', { name: /QR code/ }).waitFor()
  await passesAxe('password')
  await button(made, 'Done').click()
  const connected = main(page).getByRole('region', { name: 'Connected apps' })
  await connected.getByText(NAME).waitFor()
  const box = await button(connected, 'Disconnect').boundingBox()
  expect((box?.x ?? 360) + (box?.width ?? 360)).toBeLessThan(360)
  await passesAxe('connected')
  await button(connected, 'Disconnect').click()
  const question = page.getByRole('alertdialog', { name: `Disconnect “${NAME}”?` })
  await passesAxe('question')
  await button(question, 'Disconnect').click()
  await until(() => connected.getByRole('listitem').count()).toBe(0)
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await until(focused).toBe('Connected apps')
  expect(errors).toEqual([])
})
