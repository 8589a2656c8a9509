import { afterEach, expect, it, vi } from 'vitest'
import { Sequencer } from '../sequencer/sequencer.ts'
import { DEFAULT_SETTINGS } from '../state/playback-settings.ts'
import { createOutput } from './create-output.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('tells the system that it plays music, where it asks', () => {
  const audioSession = { type: 'auto' }
  vi.stubGlobal('navigator', { audioSession })
  createOutput({
    fetchStreamIndex: () => Promise.reject(new Error('Nothing is streamed.')),
    createElement: () => new EventTarget() as HTMLAudioElement,
  })
  expect(audioSession.type).toBe('playback')
})

it('prepares the next track again only if the network changes the quality', () => {
  const connection = Object.assign(new EventTarget(), { type: 'wifi', rtt: 50 })
  vi.stubGlobal('navigator', { connection })
  const prepare = vi.spyOn(Sequencer.prototype, 'prepareAgain')
  const output = createOutput({
    fetchStreamIndex: () => Promise.reject(new Error('Nothing is streamed.')),
    createElement: () => new EventTarget() as HTMLAudioElement,
  })
  output.setSettings({ ...DEFAULT_SETTINGS, gain: 'off', quality: 'original', limitedQuality: 'saver' })
  prepare.mockClear()
  const change = (now: object) => {
    Object.assign(connection, now)
    connection.dispatchEvent(new Event('change'))
    return prepare.mock.calls.length
  }
  expect(change({ rtt: 100 })).toBe(0)
  expect(change({ type: 'cellular' })).toBe(1)
  expect(change({ rtt: 150 })).toBe(1)
  expect(change({ type: 'wifi' })).toBe(2)
})

it('tells of a new chance when the browser is online again or the page is looked at', () => {
  const [page, document] = [new EventTarget(), Object.assign(new EventTarget(), { hidden: false })]
  vi.stubGlobal('document', document)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  const output = createOutput({
    fetchStreamIndex: () => Promise.reject(new Error('Nothing is streamed.')),
    createElement: () => new EventTarget() as HTMLAudioElement,
  })
  const told = vi.fn()
  output.events.subscribe(({ type }) => told(type), new AbortController().signal)
  page.dispatchEvent(new Event('online'))
  document.dispatchEvent(new Event('visibilitychange'))
  document.hidden = true
  document.dispatchEvent(new Event('visibilitychange'))
  expect(told.mock.calls).toEqual([['chance'], ['chance']])
})
