import { realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createUser, login } from '@refrain/contract/account/sign-in'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { startBrowser, type Visit, visit } from '../support/browsers/chromium.ts'
import { violations } from '../support/checks/axe.ts'
import { addAlbum, writeMusic } from '../support/data/music.ts'
import { png } from '../support/data/pictures.ts'
import { button, goWithin, link, main, optionsMenu, sideways, title } from '../support/pages/pages.ts'
import { type Service, startService } from '../support/servers/service.ts'
import { until } from '../support/until.ts'

const ALAN = { name: 'Alan Turing', email: 'alan@example.org', password: 'correct horse battery' }
const album = (name: string, frequency: number) => ({
  ...{ artist: 'The Oscillators', album: name, year: 2021, colour: '#7a2e8c' },
  tracks: [{ title: `Tone of ${name}`, frequency, seconds: 1 }],
})

const BY_HAND = 'Only when somebody scans, and at each start'

let service: Service
let browser: Browser
let music: string
let page: Page
let visitor: Visit

beforeAll(async () => {
  music = realpathSync(await writeMusic([album('Pure Tones', 440)]))
  await addAlbum(join(music, 'Second shelf'), album('Other Tones', 660))
  rmSync(join(music, 'Second shelf', 'The Oscillators', 'Other Tones', 'cover.jpg'))
  service = await startService({ settings: { SAMPLE: 'off', MUSIC_ROOTS: music, WATCH: '' } })
  browser = await startBrowser()
  // One window for all: each test goes on with what the one before has left.
  visitor = await visit(browser, service.address)
  page = visitor.page
  await page.request.post(createUser.path, { data: ALAN })
  expect((await service.run('admin', [ALAN.email])).status).toBe(0)
  await page.request.post(login.path, { data: { email: ALAN.email, password: ALAN.password } })
  await page.goto('/')
})
beforeEach(async () => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await goWithin(page, '/admin/collection')
  await section('Folders').waitFor()
})
afterEach(() => expect(visitor.errors).toEqual([]))
afterAll(async () => {
  await browser?.close()
  await service?.stop()
  if (music) rmSync(music, { recursive: true, force: true })
})

const section = (name: string) => main(page).getByRole('region', { name, exact: true })
const list = (name: string) => main(page).locator('details').filter({ hasText: name })
const dialog = (name: string) => page.getByRole('dialog', { name })
const lastRun = () => section('Last imports').getByRole('listitem').first()

/** Adds a folder by walking to it, and waits until it is imported. */
async function addFolder(...steps: string[]): Promise<void> {
  await button(section('Folders'), 'Add a folder').click()
  const asking = dialog('Add a folder')
  for (const step of steps) await button(asking, step).click()
  await asking.getByText(/^Chosen folder/).waitFor()
  await button(asking, 'Add').click()
  await until(() => asking.count()).toBe(0)
  await button(section('Folders'), 'Scan now').waitFor()
}

async function choosePicture(within: Locator): Promise<void> {
  const asked = page.waitForEvent('filechooser')
  await button(within, 'Choose picture').click()
  await (await asked).setFiles(await png())
  await button(within, 'Confirm').click()
  await button(within, 'Choose picture').waitFor()
}

const shown = (within: Locator) => within.locator('img').first().getAttribute('src')

it('adds folders of the server, and imports them', async () => {
  // It is on at first: what follows is imported because somebody asks.
  await goWithin(page, '/admin/settings')
  await main(page).getByLabel(BY_HAND).check()
  await goWithin(page, '/admin/collection')
  await page.setViewportSize({ width: 360, height: 800 })
  await button(section('Folders'), 'Add a folder').click()
  await button(dialog('Add a folder'), music).waitFor()
  expect(await violations(page)).toEqual([])
  expect(await sideways(page)).toBe(0)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1280, height: 800 })
  await addFolder(music, 'The Oscillators')
  await until(() => lastRun().innerText()).toContain('Done: 1 track added')
  await addFolder(music, 'Second shelf')
  await until(() => lastRun().innerText()).toContain('Done: 1 track added')
  await until(() => section('Folders').getByRole('list').locator('li').count()).toBe(2)
})

it('uploads a cover that stays through imports, until it is removed, and the picture of an artist', async () => {
  await list('Albums without a cover').locator('summary').click()
  await button(list('Albums without a cover'), 'Change picture of Other Tones').click()
  const changing = dialog('Change cover')
  await choosePicture(changing)
  await until(() => shown(changing)).toContain('/album_profile/')
  expect(await violations(page)).toEqual([])
  await button(changing, 'Close').click()
  await until(() => list('Albums without a cover').count()).toBe(0)
  await list('Uploaded here').locator('summary').click()
  await link(list('Uploaded here'), 'Other Tones').click()
  await until(() => title(page).innerText()).toBe('Other Tones')
  const cover = await shown(main(page))
  expect(cover).toContain('/album_profile/')
  expect((await service.import([join(music, 'Second shelf')])).status).toBe(0)
  await page.reload()
  await until(() => shown(main(page))).toBe(cover)
  await button(main(page), 'More options').first().click()
  await optionsMenu(page).getByText('Change cover').click()
  await button(changing, 'Remove it').click()
  await until(() => button(changing, 'Remove it').count()).toBe(0)
  await button(changing, 'Close').click()
  await until(() => main(page).locator('header img').count()).toBe(0)

  // An artist's picture is replaced on their page.
  await goWithin(page, '/artists')
  await link(main(page), /The Oscillators/)
    .first()
    .click()
  await until(() => title(page).innerText()).toBe('The Oscillators')
  await page.setViewportSize({ width: 360, height: 800 })
  const before = await shown(main(page))
  await button(main(page), 'Change picture of The Oscillators').click()
  const replacing = dialog('Change picture')
  await choosePicture(replacing)
  expect(await violations(page)).toEqual([])
  expect(await sideways(page)).toBe(0)
  await button(replacing, 'Close').click()
  await until(async () => (await shown(main(page))) !== before).toBe(true)
  await goWithin(page, '/admin/log')
  await main(page).getByText('Alan Turing uploaded a picture of The Oscillators').waitFor()
})

it('watches the folders while that is switched on, runs jobs now, and removes a folder, whose music stays', async () => {
  const watch = section('Folders').getByRole('switch', { name: 'Watch the folders' })
  await watch.click()
  await section('Folders').getByText('Watching for changes').waitFor()
  await section('Folders').getByText('Watched').first().waitFor()
  await service.waitForOutput(/Watching for changes/)
  await addAlbum(join(music, 'Second shelf'), album('Late Tones', 880))
  await until(() => lastRun().innerText()).toContain('Done: 1 track added')
  await watch.click()
  await until(() => section('Folders').getByText('Watching for changes').count()).toBe(0)
  await goWithin(page, '/admin/settings')
  await until(() => main(page).getByLabel(BY_HAND).isChecked()).toBe(true)

  await goWithin(page, '/admin/jobs')
  const job = section('Clean-ups')
  await button(job, 'Run now').click()
  await until(() => job.innerText()).toContain('last ran')
  await button(section('Notifications'), 'Send now').click()
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await violations(page)).toEqual([])
  expect(await sideways(page)).toBe(0)
  await goWithin(page, '/admin/log')
  await main(page).getByText('Alan Turing started a job: Clean-ups').waitFor()

  await page.setViewportSize({ width: 1280, height: 800 })
  await goWithin(page, '/admin/collection')
  await button(section('Folders'), `Remove ${join(music, 'Second shelf')}`).click()
  const asking = page.getByRole('alertdialog', { name: 'Remove this folder?' })
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await violations(page)).toEqual([])
  expect(await sideways(page)).toBe(0)
  await button(asking, 'Remove').click()
  await until(() => section('Folders').getByRole('list').locator('li').count()).toBe(1)
  expect(await sideways(page)).toBe(0)
  await goWithin(page, '/admin/log')
  await main(page).getByText('Alan Turing removed a folder of music').waitFor()
  await goWithin(page, '/artists')
  await link(main(page), /The Oscillators/)
    .first()
    .waitFor()
})
