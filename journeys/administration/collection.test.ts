import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createUser, login } from '@refrain/contract/account/sign-in'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { violations } from '../support/checks/axe.ts'
import { toast } from '../support/pages/account.ts'
import { button, goWithin, main, sideways } from '../support/pages/pages.ts'
import { until } from '../support/until.ts'
import { useVisit } from '../support/use-visit.ts'

const ALAN = { name: 'Alan Turing', email: 'alan@example.org', password: 'correct horse battery' }
const tone = (title: string, frequency: number) => ({ title, frequency, seconds: 1 })

let page: Page
let folder = ''

useVisit({
  oneWindow: true,
  music: [
    {
      artist: 'The Oscillators',
      album: 'Pure Tones',
      year: 2021,
      colour: '#7a2e8c',
      tracks: [tone('Low', 220), tone('High', 880)],
    },
  ],
  async begin({ address, run }) {
    const headers = { 'content-type': 'application/json' }
    await fetch(address + createUser.path, { method: 'POST', headers, body: JSON.stringify(ALAN) })
    expect((await run('admin', [ALAN.email])).status).toBe(0)
  },
  // Refused calls are part of these tests.
  allowErrors: true,
  async before(journey) {
    ;({ page } = journey)
    await page.request.post(login.path, { data: { email: ALAN.email, password: ALAN.password } })
    await page.goto('/admin/collection')
    await button(main(page), 'Scan now').waitFor()
    folder = await main(page).getByRole('region', { name: 'Folders' }).locator('li p').first().innerText()
  },
})

const section = (name: string) => main(page).getByRole('region', { name })
const flaw = (name: string) => section('Needs attention').locator('details').filter({ hasText: name })
const runs = () => section('Last imports').getByRole('listitem')

/** Starts an import and waits for its result. */
async function scan(): Promise<void> {
  const before = await runs().count()
  await button(main(page), 'Scan now').click()
  await until(() => runs().count()).toBe(before + 1)
  await button(main(page), 'Scan now').waitFor()
  await until(() => runs().first().innerText()).toContain('Done')
}

it('scans the folders, and says which files were skipped and what helps', async () => {
  await until(() => runs().first().innerText()).toContain('Done: 2 tracks added')
  writeFileSync(join(folder, 'old.tak'), 'x')
  await scan()
  await until(() => runs().first().innerText()).toContain('1 file skipped')
  await flaw('Skipped files').locator('summary').click()
  const file = flaw('Skipped files').getByRole('listitem')
  await until(() => file.innerText()).toContain('TAK is not supported. Convert it to FLAC')
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await violations(page)).toEqual([])
  expect(await sideways(page)).toBe(0)
})

it('forgets tracks whose files are gone, after it has shown what would be lost', async () => {
  const gone = join(folder, 'The Oscillators', 'Pure Tones', '2 High.mp3')
  rmSync(gone)
  await scan()
  await flaw('Tracks whose files are gone').locator('summary').click()
  await until(() => flaw('Tracks whose files are gone').getByRole('listitem').innerText()).toContain(gone)
  await button(main(page), 'Forget them').click()
  const question = page.getByRole('alertdialog', { name: 'Forget 1 track?' })
  await question.getByText('No listener likes any of them').waitFor()
  expect(await violations(page)).toEqual([])
  await button(question, 'Forget').click()
  await until(() => runs().first().innerText()).toContain('1 forgotten')
  await until(() => flaw('Tracks whose files are gone').count()).toBe(0)
})

it('pauses jobs and lets them go on, and imports nothing while imports are paused', async () => {
  await goWithin(page, '/admin/jobs')
  const job = section('Import')
  await button(job, 'Pause').click()
  await until(() => job.innerText()).toContain('Paused')
  expect(await button(job, 'Scan now').count()).toBe(0)
  const analysis = section('Loudness analysis')
  await button(analysis, 'Pause').click()
  await until(() => analysis.innerText()).toContain('Paused')
  await goWithin(page, '/admin/collection')
  await button(main(page), 'Scan now').click()
  await until(() => toast(page).innerText()).toBe('Imports are paused: resume them under Jobs.')
  await goWithin(page, '/admin/jobs')
  await button(job, 'Resume').click()
  await button(job, 'Scan now').waitFor()
  await until(() => job.innerText()).toMatch(/Waiting for work · last ran now/)
  await page.reload()
  await button(analysis, 'Resume').click()
  await button(analysis, 'Pause').waitFor()
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await violations(page)).toEqual([])
  expect(await sideways(page)).toBe(0)
  await goWithin(page, '/admin/log')
  await main(page).getByText('Alan Turing resumed a job: Import').first().waitFor()
})
