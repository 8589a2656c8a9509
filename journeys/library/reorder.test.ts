import { addTracksToPlaylist } from '@refrain/contract/library/playlist-tracks'
import { createPlaylist } from '@refrain/contract/library/playlists'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { type Visit, visit } from '../support/browsers/chromium.ts'
import { violations } from '../support/checks/axe.ts'
import { describeFocus } from '../support/checks/focus.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import { logIn, type Member, signUpAda } from '../support/data/members.ts'
import { WAVES } from '../support/data/shared-music.ts'
import { boxOf, button, main, trackRow } from '../support/pages/pages.ts'
import type { Service } from '../support/servers/service.ts'
import { until } from '../support/until.ts'
import { useVisit } from '../support/use-visit.ts'

const MANY = WAVES.tracks.length
const name = (place: number) => `Wave ${String(place).padStart(2, '0')}`

let page: Page
let service: Service
let visitor: Visit & { readonly browser: Parameters<typeof visit>[0] }
let playlistPath: string
let ada: Member

useVisit({
  oneWindow: true,
  async before(journey) {
    visitor = journey
    ;({ page, service } = journey)
    const { tracks: tracksArray } = await catalogueOf(service.address).album(WAVES.album)
    ada = await signUpAda(page.request)
    const ask = async ({ method, path }: { method: string; path: string }, body?: object) => {
      const headers = { 'auth-token': ada.token }
      return (await page.request.fetch(path, { method, headers, ...(body && { data: body }) })).json()
    }
    const { _id: playlistId } = await ask(createPlaylist)
    await ask(addTracksToPlaylist, { playlistId, tracksArray })
    playlistPath = `/userplaylists/${playlistId}`
  },
})

async function open(): Promise<void> {
  await page.goto(playlistPath)
  await trackRow(page, name(1)).row.waitFor()
}

/** The first titles in displayed order. */
const first = (count: number) => async () => {
  const rows = await main(page)
    .locator('.track-list > [role="row"]')
    .evaluateAll(all =>
      all.map(row => ({
        place: Number(row.ariaRowIndex),
        title: row.querySelector('.track-title bdi')?.textContent ?? '',
      })),
    )
  return rows
    .toSorted((a, b) => a.place - b.place)
    .slice(0, count)
    .map(({ title }) => title)
}
const moved = () => page.waitForResponse(response => response.url().includes('movePlaylistTrack'))
const center = async (track: string) => {
  const { x, y, width, height } = await boxOf(trackRow(page, track).row)
  return { x: x + width / 2, y: y + height / 2 }
}

/** Whether a row is being dragged. */
const isDragged = () =>
  page
    .locator('.track-list > [data-dragged]')
    .waitFor({ timeout: 1_000 })
    .then(
      () => true,
      () => false,
    )

/** Starts dragging a row with the mouse. Presses again until the code for dragging is loaded. */
async function take({ x, y }: { readonly x: number; readonly y: number }): Promise<void> {
  await until(async () => {
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y + 20)
    const taken = await isDragged()
    if (!taken) await page.mouse.up()
    return taken
  }).toBe(true)
}

it('drags a row to another position, saves the order, and scrolls the page at its edge', async () => {
  await open()
  const from = await center(name(1))
  const to = await center(name(3))
  await take(from)
  await page.mouse.move(to.x, to.y, { steps: 5 })
  const answer = moved()
  await page.mouse.up()
  await until(first(4)).toEqual([name(2), name(3), name(1), name(4)])
  expect((await answer).status()).toBe(200)
  await page.reload()
  await until(first(4)).toEqual([name(2), name(3), name(1), name(4)])

  // Cancelled: nothing moves, and no button under the pointer is pressed.
  await take(from)
  await page.mouse.move(to.x, to.y, { steps: 5 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await until(first(4)).toEqual([name(2), name(3), name(1), name(4)])

  // The row goes back to its place, where another one would be taken meanwhile.
  await until(() => center(name(2))).toEqual(from)
  await take(from)
  const scrolled = moved()
  await page.mouse.move(from.x, 700, { steps: 5 })
  await until(async () =>
    Number(
      await trackRow(page, name(MANY)).row.evaluate(row => row.getBoundingClientRect().top < innerHeight),
    ),
  ).toBe(1)
  await page.mouse.up()
  expect((await scrolled).status()).toBe(200)
  await until(first(1)).toEqual([name(3)])
})

it('moves a row by keyboard, keeps it visible and focused, and sends one request', async () => {
  await open()
  const calls: string[] = []
  page.on('request', request => request.url().includes('movePlaylistTrack') && calls.push(request.url()))
  await button(trackRow(page, name(1)).row, 'More options').focus()
  for (let step = 0; step < 15; step++) await page.keyboard.press('Alt+ArrowDown')
  await until(first(17)).toEqual([
    ...Array.from({ length: 15 }, (_, place) => name(place + 2)),
    name(1),
    name(17),
  ])
  await until(() => describeFocus(page)).toMatchObject({ name: `More options ${name(1)}`, inSight: true })
  await until(() => page.locator('[data-part="announcement"]').innerText()).toBe(
    `Track moved to position 16 of ${MANY}`,
  )
  await until(() => calls.length).toBeGreaterThan(0)
  expect(calls.length).toBeLessThan(15)
  expect(await violations(page)).toEqual([])
})

it('drags a row by its handle with a finger and scrolls from elsewhere', async () => {
  const phone = await visit(visitor.browser, service.address, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  })
  page = phone.page
  await logIn(page.request, ada)
  await open()
  const touch = await phone.context.newCDPSession(page)
  const handle = trackRow(page, name(1)).row.locator('[data-handle]')
  // Centred, because the page would scroll near an edge.
  await handle.evaluate(element => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const { x, y, width } = await boxOf(handle)
  expect(width).toBeGreaterThanOrEqual(44)
  const start = y + 28
  const dispatch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at === undefined ? [] : [{ x: x + width / 2, y: at }],
    })
  // Touch drags nothing either until the code is loaded.
  await until(async () => {
    await dispatch('touchStart', start)
    for (const step of [1, 2]) await dispatch('touchMove', start + step * 10)
    const taken = await isDragged()
    if (!taken) await dispatch('touchEnd')
    return taken
  }).toBe(true)
  for (let step = 3; step <= 6; step++) await dispatch('touchMove', start + step * 10)
  await dispatch('touchEnd')
  await until(first(3)).toEqual([name(2), name(1), name(3)])
  expect(await violations(page)).toEqual([])
  expect(phone.errors).toEqual([])
  await phone.context.close()
})
