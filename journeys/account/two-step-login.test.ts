import { createUser } from '@refrain/contract/account/sign-in'
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { violations } from '../support/checks/axe.ts'
import { account, choose, field, logoutDialog, send, toast } from '../support/pages/account.ts'
import { button, goWithin, main } from '../support/pages/pages.ts'
import { until } from '../support/until.ts'
import { useVisit } from '../support/use-visit.ts'

const PASSWORD = 'analytical engine'
const STEP_MS = 30_000

let page: Page
let email: string
let signedUp = 0

useVisit({
  music: [
    {
      ...{ artist: 'The Oscillators', album: 'Pure Tones', year: 2021, colour: '#7a2e8c' },
      tracks: [{ title: 'First Tone', frequency: 440, seconds: 1 }],
    },
  ],
  // Refused logins are part of these tests.
  allowErrors: true,
  async before(journey) {
    ;({ page } = journey)
    email = `ada-${signedUp++}@example.org`
    await page.request.post(createUser.path, { data: { name: 'Ada', email, password: PASSWORD } })
    await page.goto('/user/me')
    await openTwoStepLogin()
  },
})

const section = () => main(page).getByRole('region', { name: 'Two-step login' })
const codes = () => page.getByRole('alertdialog', { name: 'Recovery codes' })

async function openTwoStepLogin(): Promise<void> {
  await main(page).getByRole('tab', { name: 'Password' }).click()
  await section().waitFor()
}

/** Sets it up. @returns the key for the authenticator app, and the recovery codes */
async function setUp(): Promise<{ secret: string; recoveryCodes: string[] }> {
  await button(section(), 'Set up two-step login').click()
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
  await section().getByText('10 recovery codes').waitFor()
  return { secret, recoveryCodes }
}

/** Logs in as far as the second step. */
async function logInAgain(): Promise<void> {
  await choose(page, 'Logout')
  await button(logoutDialog(page), 'Logout').click()
  await until(() => new URL(page.url()).pathname).toBe('/login')
  await send(page, { Email: email, Password: PASSWORD })
  await field(page, 'Code').waitFor()
}

it('asks for a code of the authenticator app after the password, takes each recovery code once, and asks for none once it is turned off', async () => {
  const { secret, recoveryCodes } = await setUp()
  expect(new Set(recoveryCodes).size).toBe(10)
  await logInAgain()
  expect(await violations(page), 'second step').toEqual([])
  await button(main(page), 'Go back').click()
  await until(() => field(page, 'Email').evaluate(input => input === document.activeElement)).toBe(true)
  expect(await field(page, 'Email').inputValue()).toBe(email)
  await send(page, { Email: email, Password: PASSWORD })
  await field(page, 'Code').waitFor()
  await send(page, { Code: '000000' })
  await toast(page).getByText('This code is wrong').waitFor()
  // The code of the present step was used for the set-up; the clock of a phone may be a step ahead.
  await send(page, { Code: new TOTP({ secret }).generate({ timestamp: Date.now() + STEP_MS }) })
  await account(page).waitFor()

  const [first = '', second = ''] = recoveryCodes
  await logInAgain()
  await send(page, { Code: first.toUpperCase() })
  await account(page).waitFor()
  await goWithin(page, '/user/me')
  await openTwoStepLogin()
  await section().getByText('9 recovery codes').waitFor()
  await button(section(), 'New recovery codes').click()
  await codes().waitFor()
  const [next = ''] = await codes().getByRole('listitem').allInnerTexts()
  await button(codes(), 'I have stored them').click()
  await logInAgain()
  for (const used of [first, second]) {
    await send(page, { Code: used })
    await toast(page).getByText('This code is wrong').waitFor()
    await toast(page).waitFor({ state: 'hidden' })
  }
  await send(page, { Code: next })
  await account(page).waitFor()

  await goWithin(page, '/user/me')
  await openTwoStepLogin()
  await button(section(), 'Turn off').click()
  await button(section(), 'Set up two-step login').waitFor()
  await choose(page, 'Logout')
  await button(logoutDialog(page), 'Logout').click()
  await until(() => new URL(page.url()).pathname).toBe('/login')
  await send(page, { Email: email, Password: PASSWORD })
  await account(page).waitFor()
})
