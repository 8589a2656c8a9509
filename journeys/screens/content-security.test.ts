import { expect, it } from 'vitest'
import { visit } from '../support/browsers/chromium.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import { signUpAda } from '../support/data/members.ts'
import { png, turnedTiff } from '../support/data/pictures.ts'
import { account } from '../support/pages/account.ts'
import { albumPlay, button, goWithin, main, player, title } from '../support/pages/pages.ts'
import { until } from '../support/until.ts'
import { useVisit } from '../support/use-visit.ts'

let address: string
let browser: Parameters<typeof visit>[0]

useVisit({
  // Refused attempts are written to the console.
  allowErrors: true,
  before(journey) {
    browser = journey.browser
    address = journey.service.address
  },
})

/** Opens a window with a service worker. @returns its page, and what its content security policy refused */
async function openWindow() {
  const { page, context, errors } = await visit(browser, address, { serviceWorkers: 'allow' })
  const violations: string[] = []
  await context.exposeFunction('reportViolation', (what: string) => violations.push(what))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', event => {
      const { reportViolation } = window as unknown as { reportViolation(what: string): void }
      reportViolation(`${location.pathname}: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`)
    })
  })
  return { page, context, errors, violations }
}

// The screens themselves: every-screen.test.ts.
it('runs workers, imported files, sound and pages of the service within the content security policy, which refuses markup and script addresses that are only texts (Trusted Types)', async () => {
  const { page, context, errors, violations } = await openWindow()
  await signUpAda(context.request)
  await page.goto('/')
  await account(page).waitFor()
  const userId = String(await page.evaluate(() => localStorage.getItem('userId')))
  // A moving pointer installs the service worker.
  await page.mouse.move(600, 400)
  await page.mouse.move(620, 400)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
  await goWithin(page, `/user/${userId}`)
  for (const file of [png, turnedTiff]) {
    const chooser = page.waitForEvent('filechooser')
    await button(main(page), 'Choose picture').click()
    await (await chooser).setFiles(await file())
    await page.locator('.crop-view').waitFor()
    await button(main(page), 'Cancel').click()
  }
  await goWithin(page, `/${userId}/library`)
  const chooser = page.waitForEvent('filechooser')
  await button(main(page), 'Import playlist').click()
  const xspf =
    '<playlist version="1"><title>Mix</title><trackList><track><title>First Tone</title></track></trackList></playlist>'
  await (await chooser).setFiles({
    name: 'mix.xspf',
    mimeType: 'application/xspf+xml',
    buffer: Buffer.from(xspf),
  })
  await until(() => title(page).innerText()).toBe('Mix')
  await goWithin(page, `/albums/${(await catalogueOf(address).album('Pure Tones'))._id}`)
  await albumPlay(page).click()
  await until(() => player(page).innerText()).toContain('First Tone')
  for (const path of ['/for-artists', '/api/docs', '/nowhere']) await page.goto(path)
  expect([violations, errors.filter(text => /policy|trusted/i.test(text))]).toEqual([[], []])

  const refused = await page.evaluate(() => {
    const attempts = [
      () => Object.assign(document.createElement('div'), { innerHTML: '<img src=x onerror=alert(1)>' }),
      () => Object.assign(document.createElement('script'), { src: '/assets/x.js' }),
      () =>
        (
          window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } }
        ).trustedTypes.createPolicy('mine', {}),
    ]
    return attempts.map(attempt => {
      try {
        attempt()
        return 'allowed'
      } catch {
        return 'refused'
      }
    })
  })
  expect(refused).toEqual(['refused', 'refused', 'refused'])
  await context.close()
})
