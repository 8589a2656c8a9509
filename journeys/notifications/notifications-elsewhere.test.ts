import type { Server } from 'node:net'
import { login } from '@refrain/contract/account/sign-in'
import { updateDeviceToken } from '@refrain/contract/notifications/devices'
import type { WireOutputOf } from '@refrain/contract/operation'
import { fetchOwnData } from '@refrain/contract/own-data'
import { freePort } from '@refrain/server/testing/servers/free-port'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser, visit } from '../support/browsers/chromium.ts'
import { renewSubscription, takePushes } from '../support/browsers/push-browser.ts'
import { account, send } from '../support/pages/account.ts'
import { nextResponse } from '../support/pages/next-response.ts'
import { forward } from '../support/servers/forwarder.ts'
import { type Service, startService } from '../support/servers/service.ts'
import { until } from '../support/until.ts'

const ADA = { email: 'ada@example.org', password: 'analytical engine' }

let here: string
let pages: string
let forwarder: Server
let service: Service
let browser: Browser

beforeAll(async () => {
  const [port, elsewhere] = [await freePort(), await freePort()]
  forwarder = await forward(elsewhere, port)
  here = `http://127.0.0.1:${port}`
  // Two hosts of one site: cookies of one are not sent to the other.
  pages = `http://music.localhost:${port}`
  const backend = `http://api.music.localhost:${elsewhere}`
  const settings = {
    PORT: String(port),
    PUBLIC_URL: pages,
    BACKEND_URL: backend,
    PUSH_HOSTS: '127.0.0.1',
    SAMPLE: 'off',
  }
  service = await startService({ settings })
  browser = await startBrowser({ whole: true })
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
  forwarder?.close()
})

async function devices(): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const signedIn = await fetch(here + login.path, { method: 'POST', headers, body: JSON.stringify(ADA) })
  const { authtoken } = (await signedIn.json()) as { authtoken: string }
  const asked = await fetch(here + fetchOwnData.path, { headers: { 'auth-token': authtoken } })
  return ((await asked.json()) as WireOutputOf<typeof fetchOwnData>).devices.length
}

it('renews an expired subscription as the listener’s when the backend is on another host (NOT-02, PROP-09)', async () => {
  const { page, context, errors } = await visit(browser, pages, { serviceWorkers: 'allow' })
  const pushes = await takePushes(context, pages)
  const registered = nextResponse(page, updateDeviceToken)
  await page.goto('/signup')
  await send(page, { Name: 'Ada', Email: ADA.email, Password: ADA.password })
  await account(page).waitFor()
  expect((await registered).status()).toBe(200)
  expect(await devices()).toBe(1)
  const cookie = async () => (await context.cookies()).some(({ name }) => name === 'userId')
  await until(cookie).toBe(true)
  // No app page is open now.
  await page.goto('/for-artists')
  await renewSubscription(context, pushes, here)
  expect(await devices()).toBe(2)
  expect(errors).toEqual([])
  await context.close()
})
