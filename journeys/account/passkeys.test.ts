import { titles } from '@refrain/messages/en/titles'
import { freePort } from '@refrain/server/testing/servers/free-port'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { startBrowser, visit } from '../support/browsers/chromium.ts'
import { addAuthenticator, type VirtualAuthenticator } from '../support/browsers/virtual-authenticator.ts'
import { violations } from '../support/checks/axe.ts'
import { account, choose, field, logoutDialog, submit } from '../support/pages/account.ts'
import { button, goWithin, main } from '../support/pages/pages.ts'
import { type Service, startService } from '../support/servers/service.ts'
import { until } from '../support/until.ts'

const LAST_WAY = 'This is your only way to log in. Set a password or add another passkey first.'

let service: Service
let browser: Browser
let address: string
let page: Page
let context: BrowserContext
let errors: string[]
let phone: VirtualAuthenticator
let signedUp = 0

beforeAll(async () => {
  // Browsers offer no passkeys at IP addresses.
  const port = String(await freePort())
  address = `http://localhost:${port}`
  service = await startService({ settings: { PORT: port, PUBLIC_URL: address, SAMPLE: 'off' } })
  browser = await startBrowser()
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
})
beforeEach(async () => {
  // In small windows, the forms have no wall of covers.
  ;({ page, context, errors } = await visit(browser, address, { viewport: { width: 500, height: 800 } }))
  phone = await addAuthenticator(page)
})
afterEach(async () => {
  expect(errors.filter(error => !/status of 4(03|09)/.test(error))).toEqual([])
  await context.close()
})

const passkeys = () => main(page).getByRole('region', { name: 'Passkeys' })
const names = () => passkeys().getByRole('listitem').locator('p:first-child').allInnerTexts()

async function signUp(): Promise<string> {
  const email = `ada-${signedUp++}@example.org`
  await page.goto('/signup')
  await field(page, 'Name').fill('Ada')
  expect(await violations(page), 'sign-up').toEqual([])
  await field(page, 'Email').fill(email)
  await button(main(page), 'Sign up with a passkey').click()
  await account(page).waitFor()
  return email
}

async function logOut(): Promise<void> {
  await choose(page, 'Logout')
  await button(logoutDialog(page), 'Logout').click()
  await until(() => new URL(page.url()).pathname).toBe('/login')
}

async function openPasskeys(): Promise<void> {
  await choose(page, 'Profile')
  await main(page).getByRole('tab', { name: 'Password' }).click()
  await passkeys().waitFor()
}

it('sign up without a password, and log in by the button', async () => {
  // Else the simulated listener would choose a suggestion as soon as the login page is open.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await signUp()
  expect(await phone.count()).toBe(1)
  await logOut()
  await button(main(page), 'Log in with a passkey').waitFor()
  expect(await violations(page)).toEqual([])
  await button(main(page), 'Log in with a passkey').click()
  await account(page).waitFor()
})

it('log in from the suggestions of the email field', async () => {
  await signUp()
  await phone.setPresent(false)
  await logOut()
  await until(() => field(page, 'Email').getAttribute('autocomplete')).toBe('username webauthn')
  await goWithin(page, '/about')
  await until(() => page.title()).toBe(titles.about)
  // The simulated listener chooses as soon as the page offers suggestions; nothing is pressed.
  await phone.setPresent(true)
  await goWithin(page, '/login')
  await account(page).waitFor()
})

it('confirm a sensitive change, are several, are renamed and removed, but not the last way to log in', async () => {
  await signUp()
  await openPasskeys()
  await until(names).toEqual(['Chrome on Linux'])
  // As if the login were long ago: the first answer refuses, and the page asks.
  let refused = 0
  await page.route('**/api/auth/passkeys/start', async route => {
    if (refused++ > 0) return route.continue()
    return route.fulfill({ status: 403, json: { error: 'Confirm first that it is you.' } })
  })
  await button(passkeys(), 'Add a passkey').click()
  const confirmation = page.getByRole('dialog', { name: 'Is it you?' })
  await confirmation.waitFor()
  expect(await violations(page)).toEqual([])
  const confirmed = page.waitForResponse('**/api/auth/confirm/passkey')
  await button(confirmation, 'Use a passkey').click()
  expect((await confirmed).status()).toBe(200)
  // The device has a passkey already.
  await page.getByRole('alert').getByText('has a passkey for your account already').waitFor()
  await phone.remove()
  const key = await addAuthenticator(page, 'usb')
  await button(passkeys(), 'Add a passkey').click()
  await until(names).toHaveLength(2)
  expect(await key.count()).toBe(1)
  expect(await violations(page)).toEqual([])

  await passkeys()
    .getByRole('listitem')
    .last()
    .getByRole('button', { name: /^Rename/ })
    .click()
  const rename = page.getByRole('dialog', { name: 'Rename passkey' })
  expect(await violations(page)).toEqual([])
  await rename.getByLabel('Name').fill('Key ring')
  await button(rename, 'Save').click()
  await until(names).toEqual(['Chrome on Linux', 'Key ring'])

  await button(passkeys(), 'Remove Chrome on Linux').click()
  await button(page.getByRole('alertdialog'), 'Remove').click()
  await until(names).toEqual(['Key ring'])
  await button(passkeys(), 'Remove Key ring').click()
  const question = page.getByRole('alertdialog', { name: 'Remove “Key ring”?' })
  expect(await violations(page)).toEqual([])
  await button(question, 'Remove').click()
  await question.getByText(LAST_WAY).waitFor()
  await button(question, 'Cancel').click()
  await until(names).toEqual(['Key ring'])

  await main(page).getByLabel('New password', { exact: true }).fill('analytical engine')
  await submit(page).first().click()
  await main(page).getByText('Password updated successfully!').waitFor()
  await button(passkeys(), 'Remove Key ring').click()
  await button(page.getByRole('alertdialog'), 'Remove').click()
  await until(names).toEqual([])
})
