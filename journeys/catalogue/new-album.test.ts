import { rmSync } from 'node:fs'
import { addFollowingArtist } from '@refrain/contract/library/follows'
import { updateDeviceToken } from '@refrain/contract/notifications/devices'
import { updateMailPermission, updatePushPermission } from '@refrain/contract/notifications/permissions'
import { freePort } from '@refrain/server/testing/servers/free-port'
import { startMailServer } from '@refrain/server/testing/servers/mail-server'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser, visit } from '../support/browsers/chromium.ts'
import {
  deliverPush,
  notifications,
  pressNotification,
  takePushes,
} from '../support/browsers/push-browser.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import { addAlbum, type ToneAlbum, writeMusic } from '../support/data/music.ts'
import { account, send } from '../support/pages/account.ts'
import { nextResponse } from '../support/pages/next-response.ts'
import { button, goWithin, main, title } from '../support/pages/pages.ts'
import { startService } from '../support/servers/service.ts'
import { until } from '../support/until.ts'

const album = (name: string, frequency: number): ToneAlbum => ({
  artist: 'The Oscillators',
  album: name,
  year: 2021,
  colour: '#7a2e8c',
  tracks: [{ title: `${name} Tone`, frequency, seconds: 1 }],
})

let music: string
let browser: Browser

beforeAll(async () => {
  music = await writeMusic([album('Pure Tones', 440)])
  browser = await startBrowser({ whole: true })
})
afterAll(async () => {
  await browser?.close()
  rmSync(music, { recursive: true, force: true })
})

it("announces a followed artist's new album once by push and once by mail, both with its link (NOT-02, NOT-03, NOT-04, NOT-05, ACC-05)", async () => {
  const mailbox = await startMailServer()
  const port = await freePort()
  const service = await startService({
    music: [music],
    settings: {
      ...{ PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, PUSH_HOSTS: '127.0.0.1' },
      ...{ SMTP_URL: mailbox.url, MAIL_FROM: 'music@example.org', MAIL_GATHER_MINUTES: '0' },
    },
  })
  const { page, context, errors } = await visit(browser, service.address, { serviceWorkers: 'allow' })
  try {
    await service.waitForOutput(/1 added/)
    const { service: pushes } = await takePushes(context, service.address)
    await page.goto('/signup')
    const registered = nextResponse(page, updateDeviceToken)
    await send(page, { Name: 'Ada', Email: 'ada@example.org', Password: 'analytical engine' })
    await account(page).waitFor()
    expect((await registered).status()).toBe(200)
    const [welcome] = await mailbox.arrived(1)
    expect(welcome?.recipients).toEqual(['ada@example.org'])
    await page.goto(String(/http:\S+\/verify-email#token=\S+/.exec(welcome?.text ?? '')?.[0]))
    await main(page).getByText('Your email address is confirmed.').waitFor()

    const { _id: artistId } = await catalogueOf(service.address).artist('The Oscillators')
    await goWithin(page, `/artists/${artistId}`)
    const followed = nextResponse(page, addFollowingArtist)
    await button(main(page), 'Follow').click()
    expect((await followed).status()).toBe(200)
    await goWithin(page, '/user/me')
    await main(page).getByRole('tab', { name: 'Notifications' }).click()
    const switches = main(page).getByRole('switch')
    await until(() => switches.count()).toBe(2)
    for (const control of await switches.all()) {
      // Not another update, such as this device.
      const kept = page.waitForResponse(response =>
        [updatePushPermission, updateMailPermission].some(({ path }) => response.url().endsWith(path)),
      )
      await control.click()
      expect((await kept).status()).toBe(200)
    }

    await addAlbum(music, album('New Tones', 550))
    expect(await service.import([music])).toMatchObject({ status: 0 })
    const [, mail] = await mailbox.arrived(2)
    const { _id: albumId } = await catalogueOf(service.address).album('New Tones')
    expect(mail).toMatchObject({ recipients: ['ada@example.org'] })
    expect(mail?.subject).toBe('New album by The Oscillators: New Tones')
    expect(mail?.text).toContain(`${service.address}/albums/${albumId}`)

    await until(() => pushes.received.length).toBe(1)
    await deliverPush(page, JSON.stringify(pushes.received[0]?.message))
    await until(() => notifications(page)).toEqual([
      { title: 'The Oscillators', body: 'New album: New Tones', url: `/albums/${albumId}` },
    ])
    await pressNotification(context)
    await until(() => title(page).innerText()).toBe('New Tones')
    // Another import has nothing to announce.
    expect(await service.import([music])).toMatchObject({ status: 0 })
    expect(pushes.received).toHaveLength(1)
    expect(mailbox.mails).toHaveLength(2)
    expect(errors).toEqual([])
  } finally {
    await context.close()
    await service.stop()
  }
})
