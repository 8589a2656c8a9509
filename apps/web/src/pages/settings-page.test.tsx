import { fetchStreamQualities } from '@refrain/contract/media/streams'
import { DEFAULT_SETTINGS } from '@refrain/player/state/playback-settings'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { player } from '../listening/engine/player.ts'
import { mockAccounts } from '../testing/mock-accounts.ts'
import { mockCall } from '../testing/mock-calls.ts'
import { mockStreaming } from '../testing/mock-streaming.ts'
import { showPage } from '../testing/show-page.tsx'

vi.mock('../listening/engine/player.ts')

/** Shows the settings in a browser that can play all qualities, of a service that offers them. */
async function show(
  given: { qualities?: ('original' | 'high' | 'saver')[]; playsOpus?: boolean; connection?: object } = {},
): Promise<void> {
  const { qualities = ['original', 'high', 'saver'], playsOpus = true, connection } = given
  mockAccounts(mockCall(fetchStreamQualities, () => ({ qualities })))
  mockStreaming(connection, playsOpus)
  await showPage('/settings')
}

beforeEach(() => show())
afterEach(() => {
  cleanup()
  player.setSettings(DEFAULT_SETTINGS)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const main = () => screen.getByRole('main')
const slider = (name: string) => screen.getByRole('slider', { name }) as HTMLInputElement

it('is open to guests, under its title (PROP-39)', async () => {
  await waitFor(() => expect(document.title).toBe('Settings'))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Settings')
})

it('has a crossfade of 0 to 12 seconds, off at 0', () => {
  const crossfade = slider('Crossfade')
  expect([crossfade.min, crossfade.max, crossfade.value]).toEqual(['0', '12', '0'])
  expect(crossfade.getAttribute('aria-valuetext')).toBe('Off')
  fireEvent.change(crossfade, { target: { value: '5' } })
  expect(player.getState().settings.crossfadeSeconds).toBe(5)
  expect(crossfade.getAttribute('aria-valuetext')).toBe('5 seconds')
  expect(main().textContent).toContain('5 s')
})

it('selects the loudness mode', () => {
  const loudnessChoices = within(screen.getByRole('radiogroup', { name: 'Loudness' }))
  expect(loudnessChoices.getAllByRole('radio')).toHaveLength(4)
  for (const [name, loudness] of [
    ['Off', 'off'],
    ['By track', 'track'],
    ['By album', 'album'],
    ['Automatic', 'auto'],
  ] as const) {
    fireEvent.click(loudnessChoices.getByRole('radio', { name: new RegExp(`^${name}`) }))
    expect(player.getState().settings.loudness).toBe(loudness)
  }
})

it('has a speed of 0.5 to 2, and applies changes made elsewhere', () => {
  const speed = slider('Speed')
  expect([speed.min, speed.max, speed.value]).toEqual(['0.5', '2', '1'])
  fireEvent.change(speed, { target: { value: '1.35' } })
  expect(player.getState().settings.rate).toBe(1.35)
  act(() => player.setSettings({ rate: 0.75 }))
  expect(speed.getAttribute('aria-valuetext')).toBe('0.75×')
})

describe('the quality', () => {
  const group = (name: string) => within(screen.getByRole('radiogroup', { name }))
  const chosen = (name: string) =>
    group(name)
      .getAllByRole('radio')
      .flatMap(radio => ((radio as HTMLInputElement).checked ? (radio as HTMLInputElement).value : []))

  it('is the original unless another one is chosen', () => {
    expect(chosen('Quality')).toEqual(['original'])
    fireEvent.click(group('Quality').getByRole('radio', { name: /^Data saver/ }))
    expect(chosen('Quality')).toEqual(['saver'])
    expect(player.getState().settings.quality).toBe('saver')
  })

  it('is one for all networks where the browser does not tell them apart', () => {
    expect(screen.queryByRole('radiogroup', { name: 'Quality on mobile data' })).toBeNull()
  })

  it('is another one on mobile data where the browser tells that', async () => {
    cleanup()
    await show({ connection: { effectiveType: '4g' } })
    expect(chosen('Quality on mobile data')).toEqual(['high'])
    fireEvent.click(group('Quality on mobile data').getByRole('radio', { name: /^Data saver/ }))
    expect(player.getState().settings).toMatchObject({ quality: 'original', limitedQuality: 'saver' })
  })

  it.each([
    [{ qualities: ['original' as const] }, 'This service can only send original files.'],
    [{ playsOpus: false }, 'This browser can only play original files.'],
  ])('cannot be chosen, and it says why: %j', async (given, reason) => {
    cleanup()
    await show(given)
    await waitFor(() => expect(main().textContent).toContain(reason))
    expect(screen.queryByRole('radiogroup', { name: 'Quality' })).toBeNull()
  })
})
