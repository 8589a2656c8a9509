import { createUser } from '@refrain/contract/account/sign-in'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { violations } from '../support/checks/axe.ts'
import { button, main } from '../support/pages/pages.ts'
import { until } from '../support/until.ts'
import { useVisit } from '../support/use-visit.ts'

/** Longer than a phone is wide. */
const NAME = 'Symfonium on the old phone in the kitchen, beside the window'

let page: Page
let signedUp = 0

useVisit({
  music: [
    {
      ...{ artist: 'The Oscillators', album: 'Pure Tones', year: 2021, colour: '#7a2e8c' },
      tracks: [{ title: 'First Tone', frequency: 440, seconds: 1 }],
    },
  ],
  async before(journey) {
    ;({ page } = journey)
    const data = { name: 'Ada', email: `ada-${signedUp++}@example.org`, password: 'analytical engine' }
    await page.request.post(createUser.path, { data })
    await page.goto('/user/me')
    await main(page).getByRole('tab', { name: 'Apps' }).click()
    await main(page).getByText('No app is connected yet.').waitFor()
  },
})

it('connects an app and disconnects it', async () => {
  const passesAxe = async (state: string) => {
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await violations(page), `${state}, ${width} px`).toEqual([])
    }
  }
  await passesAxe('no app')
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
})
