import { realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser, visit } from '../support/browsers/chromium.ts'
import { violations } from '../support/checks/axe.ts'
import { writeMusic } from '../support/data/music.ts'
import { choose, field } from '../support/pages/account.ts'
import { button, goWithin, main, sideways, title } from '../support/pages/pages.ts'
import { type Service, startService } from '../support/servers/service.ts'
import { until } from '../support/until.ts'

let service: Service
let browser: Browser
let music: string

beforeAll(async () => {
  const tracks = [{ title: 'Tone', frequency: 440, seconds: 1 }]
  music = realpathSync(
    await writeMusic([
      { artist: 'The Oscillators', album: 'Pure Tones', year: 2021, colour: '#7a2e8c', tracks },
    ]),
  )
  service = await startService({ settings: { SET_UP: 'on', SAMPLE: 'off', MUSIC_ROOTS: music } })
  browser = await startBrowser()
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
  if (music) rmSync(music, { recursive: true, force: true })
})

it('sets a new service up: administrator, folder of music, who may sign up', async () => {
  const { page, context } = await visit(browser, service.address)
  await page.setViewportSize({ width: 360, height: 800 })
  const [, link = ''] = await service.waitForOutput(/Set it up .*(\/setup#code=[\da-f]{32})/)
  await page.goto(link)
  await until(() => title(page).innerText()).toBe('Set up Refrain')
  await until(() => new URL(page.url()).hash).toBe('')
  expect(await field(page, 'Code').count()).toBe(0)
  expect(await page.getByRole('navigation').count()).toBe(0)
  const isFine = async (name: string) => {
    expect(await violations(page), name).toEqual([])
    expect(await sideways(page), name).toBe(0)
  }
  await button(main(page), 'Next').click()
  const wrong = main(page).getByText('username must be at least 3 characters long!')
  await wrong.waitFor()
  const [error, next] = await Promise.all([
    wrong.boundingBox(),
    main(page).getByText('Email', { exact: true }).boundingBox(),
  ])
  expect(next!.y - error!.y - error!.height).toBeGreaterThanOrEqual(4)
  await isFine('account')
  await field(page, 'Name').fill('Ada Lovelace')
  await field(page, 'Email').fill('ada@example.org')
  await field(page, 'Password').fill('analytical engine')
  await button(main(page), 'Next').click()
  await main(page).getByLabel('A folder of mine').check()
  await field(page, 'Path of the folder').fill(join(music, 'none'))
  await button(main(page), 'Next').click()
  await main(page).getByText('This folder cannot be read here').waitFor()
  await field(page, 'Path of the folder').fill(`${music}/`)
  await field(page, 'Path of the folder').press('Enter')
  await main(page).getByText('1 audio file', { exact: true }).waitFor()
  await button(main(page), 'The Oscillators').waitFor()
  await isFine('music')
  await button(main(page), 'Next').click()
  await main(page).getByLabel('People with an invitation').check()
  await field(page, 'Name of the service').fill('Radio Ada')
  await isFine('access')
  await button(main(page), 'Finish').click()
  await main(page).getByText('1 track is here').waitFor()
  await isFine('import')
  await main(page).getByRole('link', { name: 'Listen' }).click()
  await until(() => new URL(page.url()).pathname).toBe('/')
  await page.getByRole('banner').getByText('Radio Ada').waitFor()
  await main(page).getByText('Pure Tones').first().waitFor()
  await page.setViewportSize({ width: 1280, height: 800 })
  await choose(page, 'Administration')
  await goWithin(page, '/admin/settings')
  await until(() => main(page).getByLabel('People with an invitation').isChecked()).toBe(true)
  await goWithin(page, '/admin/log')
  await main(page).getByText('Ada Lovelace set up the service').waitFor()
  await context.close()
  const other = await visit(browser, service.address)
  const answer = await other.page.goto('/setup')
  expect(answer?.status()).toBe(404)
  await until(() => title(other.page).innerText()).toBe('Unexpected Application Error!')
  await other.context.close()
})
