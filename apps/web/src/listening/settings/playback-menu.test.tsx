import { audioSink, setSink } from '@refrain/player/dom/audio-sink'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mockBrowser } from '../../testing/mock-browser.ts'
import { PlaybackButton } from '../buttons/playback-button.tsx'
import * as faked from '../engine/player.ts'
import { sleepLeft } from './sleep-choices.ts'

vi.mock('../engine/player.ts')

const { player, output } = faked as unknown as typeof import('../engine/__mocks__/player.ts')

let router: ReturnType<typeof createMemoryRouter>

beforeEach(() => {
  mockBrowser()
  router = createMemoryRouter([
    { path: '/', Component: PlaybackButton },
    { path: '/settings', element: <h1>Settings</h1> },
  ])
  render(<RouterProvider router={router} />)
})
afterEach(() => {
  cleanup()
  player.setSettings({ rate: 1, repeat: 'all', autoplay: false })
  player.setSleep({ kind: 'off' })
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const button = () => screen.getByRole('button', { name: 'Playback' })

async function open(): Promise<ReturnType<typeof within>> {
  fireEvent.click(button())
  const menu = within(await screen.findByRole('menu', { name: 'Playback' }))
  // Opened by keyboard, it focuses its first entry.
  await waitFor(() => expect(document.activeElement).toBe(menu.getAllByRole('menuitem')[0]))
  return menu
}

async function choose(subMenu: RegExp, option: string): Promise<void> {
  const menu = await open()
  fireEvent.keyDown(menu.getByRole('menuitem', { name: subMenu }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitemradio', { name: option }))
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
}

it('changes the speed between 0.5 and 2 and shows it', async () => {
  await choose(/^Speed\s?1×$/, '1.25×')
  expect(player.getState().settings.rate).toBe(1.25)
  expect(button().dataset.lit).toBe('true')
  const menu = await open()
  fireEvent.keyDown(menu.getByRole('menuitem', { name: /^Speed\s?1.25×$/ }), { key: 'Enter' })
  const offered = await screen.findAllByRole('menuitemradio')
  expect(offered.map(option => option.textContent)).toEqual([
    '0.5×',
    '0.75×',
    '1×',
    '1.25×',
    '1.5×',
    '1.75×',
    '2×',
  ])
  expect(offered.filter(option => option.getAttribute('aria-checked') === 'true')).toEqual([offered[3]])
})

it('chooses repeat, and autoplay, which goes on only where no tracks repeat', async () => {
  await choose(/^Repeat\s?All$/, 'One')
  expect(player.getState().settings).toMatchObject({ repeat: 'one', autoplay: false })
  await choose(/^Autoplay\s?Off$/, 'On')
  expect(player.getState().settings).toMatchObject({ repeat: 'off', autoplay: true })
  await choose(/^Autoplay\s?On$/, 'Off')
  await choose(/^Repeat\s?One$/, 'All')
  await choose(/^Autoplay\s?Off$/, 'On')
  expect(player.getState().settings).toMatchObject({ repeat: 'off', autoplay: true })
})

it('sets the sleep timer to minutes or the end of the track, shows the time left and turns it off', async () => {
  const before = Date.now()
  await choose(/^Sleep timer\s?Off$/, '30 minutes')
  const { sleep } = player.getState()
  expect(sleep.kind === 'at' && Math.round((sleep.until - before) / 60_000)).toBe(30)
  await choose(/^Sleep timer\s?30 min left$/, 'End of track')
  expect(player.getState().sleep).toEqual({ kind: 'track' })
  await choose(/^Sleep timer\s?End of track$/, 'Off')
  expect(player.getState().sleep).toEqual({ kind: 'off' })
  expect(button().dataset.lit).toBeUndefined()
})

it.each([
  [15 * 60_000, '15 min left'],
  [14 * 60_000 + 1, '15 min left'],
  [59_000, '1 min left'],
  [0, '1 min left'],
])('rounds up to whole minutes: %i ms are %s', (left, shown) => {
  expect(sleepLeft({ kind: 'at', until: 5_000 + left }, 5_000)).toBe(shown)
})

it('links to the settings', async () => {
  fireEvent.click((await open()).getByRole('menuitem', { name: 'Settings' }))
  await screen.findByRole('heading', { name: 'Settings' })
  expect(router.state.location.pathname).toBe('/settings')
})

it('offers AirPlay while Safari knows of receivers, and shows its list of them', async () => {
  const elements: HTMLMediaElement[] = []
  const create = window.Audio
  vi.stubGlobal('Audio', function createAudio() {
    const element = new create()
    elements.push(element)
    return element
  })
  const picker = { configurable: true, value() {} }
  Object.defineProperty(HTMLMediaElement.prototype, 'webkitShowPlaybackTargetPicker', picker)
  try {
    const menu = await open()
    expect(menu.queryByRole('menuitem', { name: 'AirPlay' })).toBeNull()
    const event = new Event('webkitplaybacktargetavailabilitychanged')
    act(() => void elements[0]?.dispatchEvent(Object.assign(event, { availability: 'available' })))
    fireEvent.click(menu.getByRole('menuitem', { name: 'AirPlay' }))
    expect(output.calls).toContain('show receivers')
  } finally {
    Reflect.deleteProperty(HTMLMediaElement.prototype, 'webkitShowPlaybackTargetPicker')
  }
})

it('moves the audio to another output, and makes the browser name outputs where it does not', async () => {
  const devices = Object.assign(new EventTarget(), {
    named: false,
    async enumerateDevices() {
      const kind = 'audiooutput'
      const label = (name: string) => (devices.named ? name : '')
      return [
        { kind, deviceId: 'default', label: label('Default - Speakers') },
        { kind, deviceId: devices.named ? 'a' : '', label: label('Speakers') },
        { kind, deviceId: devices.named ? 'b' : '', label: label('Headphones') },
      ]
    },
    getUserMedia: vi.fn(async () => {
      devices.named = true
      return { getTracks: () => [] }
    }),
  })
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaDevices: devices }))
  Object.defineProperty(HTMLMediaElement.prototype, 'setSinkId', { configurable: true, value() {} })
  try {
    await open()
    fireEvent.click(await screen.findByRole('menuitem', { name: /^Outputs\s?Needs microphone$/ }))
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    expect(devices.getUserMedia).toHaveBeenCalledTimes(1)
    await open()
    fireEvent.keyDown(await screen.findByRole('menuitem', { name: /^Output\s?Default$/ }), { key: 'Enter' })
    const options = await screen.findAllByRole('menuitemradio')
    expect(options.map(({ textContent }) => textContent)).toEqual(['Default', 'Speakers', 'Headphones'])
    fireEvent.click(options[2] as HTMLElement)
    expect(audioSink.getState().id).toBe('b')
  } finally {
    await setSink('')
    Reflect.deleteProperty(HTMLMediaElement.prototype, 'setSinkId')
  }
})
