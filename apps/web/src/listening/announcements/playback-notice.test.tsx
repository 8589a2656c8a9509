import type { FailureReason } from '@refrain/player/output/output'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeAlbum, makeTracks } from '../../testing/records.ts'
import { output } from '../engine/__mocks__/player.ts'
import { player } from '../engine/player.ts'
import { toPlayingList } from '../engine/player-track.ts'
import { Announcer } from './announcer.tsx'
import { SHOWN_MS } from './playback-notice.tsx'

vi.mock('../engine/player.ts')

const album = makeAlbum('al1', 5)
const [first, second] = makeTracks(album)

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  render(<Announcer />)
  act(() => {
    player.playAlbum(toPlayingList(album, makeTracks(album)))
    output.events.emit({ type: 'playing' })
  })
})
afterEach(() => {
  cleanup()
  player.stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const told = () => screen.queryByRole('alert')?.textContent
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))
function fail(reason?: FailureReason): void {
  act(() => output.events.emit({ type: 'failed', error: new Error('500'), ...(reason && { reason }) }))
}
function failTwice(): void {
  fail()
  pass(1_000)
  fail()
}

it('tells, also to screen readers, that a track was skipped, until the next one has played for a while', async () => {
  expect(told()).toBeUndefined()
  failTwice()
  const text = `“${first?.title}” could not be played. The next track plays instead.`
  // The first one loads the code.
  await act(async () => {
    await import('./playback-notice.tsx')
    await vi.advanceTimersByTimeAsync(1)
  })
  expect(told()).toBe(text)
  pass(60_000)
  expect(told()).toBeDefined()
  act(() => {
    output.events.emit({ type: 'playing' })
    for (const position of [0, 8]) output.events.emit({ type: 'position', position, duration: 100 })
  })
  expect(told()).toBeUndefined()
})

it('tells why playback stopped until the listener does something', () => {
  for (const _track of [1, 2, 3]) failTwice()
  expect(told()).toBe('Playback stopped: several tracks in a row could not be played.')
  pass(60_000)
  expect(told()).toBeDefined()
  act(() => void dispatchEvent(new Event('pointerdown')))
  expect(told()).toBeUndefined()
})

it('is not dismissed unread, nor by typing', () => {
  for (const _track of [1, 2, 3]) failTwice()
  act(() => void dispatchEvent(new Event('pointerdown')))
  expect(told()).toBeDefined()
  pass(SHOWN_MS)
  const field = document.body.appendChild(document.createElement('input'))
  act(() => void field.dispatchEvent(new Event('keydown', { bubbles: true })))
  expect(told()).toBeDefined()
  field.remove()
  act(() => void document.body.dispatchEvent(new Event('keydown', { bubbles: true })))
  expect(told()).toBeUndefined()
})

it.each<[FailureReason | undefined, string]>([
  [undefined, `“${second?.title}” could not be played. Try again later.`],
  ['refused', 'The browser blocked playback. Press play again.'],
  ['unreachable', 'No connection. Press play to try again.'],
])('tells why a press did not play: %s (ENG-06)', (reason, text) => {
  act(() => player.next())
  fail(reason)
  expect(told()).toBe(text)
  act(() => player.resume())
  expect(told()).toBeUndefined()
})

it('tells once that it waits for the connection, until it plays again', () => {
  fail('unreachable')
  const alert = screen.getByRole('alert')
  expect(told()).toBe('No connection. Playback continues when it is back.')
  pass(1_000)
  fail('unreachable')
  expect(screen.getByRole('alert')).toBe(alert)
  pass(SHOWN_MS)
  act(() => void dispatchEvent(new Event('pointerdown')))
  fail('unreachable')
  expect(told()).toBeUndefined()
  act(() => output.events.emit({ type: 'playing' }))
  expect(told()).toBeUndefined()
})
