import { createAppKey, fetchAppKeys } from '@refrain/contract/account/app-keys'
import { createUser, login } from '@refrain/contract/account/sign-in'
import type { Browser, Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { visit } from '../support/browsers/chromium.ts'
import { violations } from '../support/checks/axe.ts'
import { account } from '../support/pages/account.ts'
import { button, main } from '../support/pages/pages.ts'
import type { Service } from '../support/servers/service.ts'
import { until } from '../support/until.ts'
import { useVisit } from '../support/use-visit.ts'

const PASSWORD = 'analytical engine'
const DISCONNECT = 'Also disconnect my apps'

let page: Page
let service: Service
let browser: Browser
let email: string
let signedUp = 0

useVisit({
  music: [
    {
      ...{ artist: 'The Oscillators', album: 'Pure Tones', year: 2021, colour: '#7a2e8c' },
      tracks: [{ title: 'First Tone', frequency: 440, seconds: 1 }],
    },
  ],
  async before(journey) {
    ;({ page, service, browser } = journey)
    email = `ada-${signedUp++}@example.org`
    await page.request.post(createUser.path, { data: { name: 'Ada', email, password: PASSWORD } })
  },
})

const section = () => main(page).getByRole('region', { name: "Where you're logged in" })

/** Another browser in which Ada is signed in. */
async function logInElsewhere(): Promise<Page> {
  const { page: elsewhere, context } = await visit(browser, service.address)
  onTestFinished(() => context.close())
  await elsewhere.request.post(login.path, { data: { email, password: PASSWORD } })
  await elsewhere.goto('/user/me')
  await main(elsewhere).getByRole('tab', { name: 'Password' }).waitFor()
  return elsewhere
}

const headers = async () => ({
  'auth-token': await page.evaluate(() => String(localStorage.getItem('token'))),
})

async function countApps(): Promise<number> {
  const answer = await page.request.get(fetchAppKeys.path, { headers: await headers() })
  return (await answer.json()).keys.length
}

it('logs out one other device at once, then all others, and disconnects apps with them', async () => {
  const others = [await logInElsewhere(), await logInElsewhere()]
  const signedOut = async () => others.filter(each => new URL(each.url()).pathname === '/login').length
  await page.goto('/user/me')
  await page.request.post(createAppKey.path, {
    headers: await headers(),
    data: { name: 'My phone', kind: 'apiKey', scope: 'listen' },
  })
  await main(page).getByRole('tab', { name: 'Password' }).click()
  await section().getByText('This device').waitFor()
  await section().getByLabel(DISCONNECT).waitFor()
  const rows = section().getByRole('listitem')
  await until(() => rows.count()).toBe(3)
  expect(await violations(page)).toEqual([])
  await button(rows.last(), 'Log out').click()
  await until(() => rows.count()).toBe(2)
  await until(signedOut).toBe(1)

  await button(section(), 'Log out everywhere else').click()
  await until(() => rows.count()).toBe(1)
  await until(signedOut).toBe(2)
  await until(countApps).toBe(0)
  await account(page).waitFor()
})
