import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { violations } from '../support/checks/axe.ts'
import type { ToneAlbum } from '../support/data/music.ts'
import { button, link, loaders, main, title } from '../support/pages/pages.ts'
import { until } from '../support/until.ts'
import { useVisit } from '../support/use-visit.ts'

const ALBUMS: ToneAlbum[] = [
  ['Ember', 1994, 1],
  ['Anchor', 2003, 2],
  ['Meadow', 1991, 3],
].map(([album, year, seconds]) => ({
  artist: `Band of ${album}`,
  album: String(album),
  year: Number(year),
  colour: '#1f7a3d',
  tracks: [{ title: `${album} Song`, frequency: 440, seconds: Number(seconds) }],
}))

let page: Page

useVisit({
  music: ALBUMS,
  before(journey) {
    page = journey.page
  },
})

const cards = () =>
  main(page)
    .getByRole('listitem')
    .evaluateAll(items => items.map(item => /Anchor|Ember|Meadow/.exec(item.textContent ?? '')?.[0]))

it('sorts and filters listings by keyboard on a phone, and remembers the choice (PROP-74)', async () => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/albums')
  await until(cards).toEqual(['Anchor', 'Ember', 'Meadow'])
  await main(page).getByRole('combobox', { name: 'Sort by' }).focus()
  await page.keyboard.type('Rel')
  await until(cards).toEqual(['Anchor', 'Ember', 'Meadow'])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await until(cards).toEqual(['Meadow', 'Ember', 'Anchor'])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await main(page).getByRole('combobox', { name: 'Decade' }).selectOption('1990s')
  await until(cards).toEqual(['Meadow', 'Ember'])
  expect(new URL(page.url()).search).toBe('?sort=released&reversed=1&decade=1990')
  await button(main(page), 'Compact list').click()
  await until(() => violations(page)).toEqual([])

  await link(main(page), 'Songs').click()
  await until(() => title(page).innerText()).toBe('Songs')
  const rows = () => main(page).getByRole('row').count()
  await until(rows).toBe(3)
  await button(main(page), 'M').click()
  await until(rows).toBe(1)
  await until(() => loaders(page).count()).toBe(0)
  await until(() => violations(page)).toEqual([])

  await link(main(page), 'Albums').click()
  await until(cards).toEqual(['Meadow', 'Ember'])
  await button(main(page), 'Filters (1)').click()
  await button(main(page), 'Clear filters').click()
  await until(cards).toEqual(['Meadow', 'Ember', 'Anchor'])
})
