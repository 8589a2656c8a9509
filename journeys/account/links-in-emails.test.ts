import { freePort } from '@refrain/server/testing/servers/free-port'
import { startMailServer } from '@refrain/server/testing/servers/mail-server'
import { expect, it, onTestFinished } from 'vitest'
import { startBrowser, visit } from '../support/browsers/chromium.ts'
import { account, field, send } from '../support/pages/account.ts'
import { button, link, main, title } from '../support/pages/pages.ts'
import { startService } from '../support/servers/service.ts'
import { until } from '../support/until.ts'

const EMAIL = 'ada@example.org'
const PASSWORD = 'analytical engine'
const NEXT = 'difference engine'

it('confirm the address, and replace a forgotten password on every device', async () => {
  const mailbox = await startMailServer()
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const mail = { SMTP_URL: mailbox.url, MAIL_FROM: 'music@example.org', PUBLIC_URL: address }
  const service = await startService({ settings: { PORT: String(port), SAMPLE: 'off', ...mail } })
  onTestFinished(() => service.stop())
  const browser = await startBrowser()
  onTestFinished(() => browser.close())
  const linkIn = async (count: number) => {
    const email = (await mailbox.arrived(count))[count - 1]
    return String(/http:\S+#token=\S+/.exec(email?.text ?? '')?.[0])
  }

  const { page, context } = await visit(browser, address)
  await page.goto('/signup')
  await send(page, { Name: 'Ada', Email: EMAIL, Password: PASSWORD })
  await account(page).waitFor()
  await page.goto(await linkIn(1))
  await main(page).getByText('Your email address is confirmed.').waitFor()
  await page.goto('/user/me')
  await main(page).getByText(`${EMAIL} is confirmed.`).waitFor()

  const { page: elsewhere, context: other } = await visit(browser, address)
  await elsewhere.goto('/login')
  await link(main(elsewhere), 'Forgot your password?').click()
  await until(() => title(elsewhere).innerText()).toBe('Forgot your password?')
  await send(elsewhere, { Email: EMAIL })
  await main(elsewhere).getByText('If there is an account with this address').waitFor()
  await elsewhere.goto(await linkIn(2))
  await main(elsewhere).getByText('removes all passkeys').waitFor()
  await field(elsewhere, 'New password').fill(NEXT)
  await button(main(elsewhere), 'Save password').click()
  await main(elsewhere).getByText('You are logged out on all devices.').waitFor()
  await until(() => new URL(page.url()).pathname).toBe('/login')

  await link(main(elsewhere), 'Login').click()
  await send(elsewhere, { Email: EMAIL, Password: NEXT })
  await account(elsewhere).waitFor()
  expect((await mailbox.arrived(3))[2]?.subject).toBe('Your password was changed')
  await Promise.all([context.close(), other.close()])
})
