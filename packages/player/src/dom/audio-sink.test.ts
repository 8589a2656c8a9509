import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { audioSink, followSink, setSink } from './audio-sink.ts'

let devices: EventTarget & { ids: string[]; enumerateDevices(): Promise<{ deviceId: string }[]> }
let visit: AbortController
beforeEach(() => {
  devices = Object.assign(new EventTarget(), {
    ids: ['speakers', 'headphones'],
    enumerateDevices: async () => devices.ids.map(deviceId => ({ deviceId })),
  })
  vi.stubGlobal('navigator', { mediaDevices: devices })
  visit = new AbortController()
})
afterEach(async () => {
  visit.abort()
  await setSink('')
  vi.unstubAllGlobals()
})

const createTarget = (canPlayOn: (id: string) => boolean = () => true) => {
  const target = {
    sink: '',
    async setSinkId(id: string) {
      if (!canPlayOn(id)) throw new DOMException('No such device', 'NotFoundError')
      target.sink = id
    },
  }
  return target
}

it('moves all audio to the chosen output, also what starts later', async () => {
  const before = followSink(createTarget(), visit.signal)
  // Safari's audio contexts and old elements.
  followSink({}, visit.signal)
  await setSink('headphones')
  const after = followSink(createTarget(), visit.signal)
  expect([before.sink, after.sink, audioSink.getState().id]).toEqual([
    'headphones',
    'headphones',
    'headphones',
  ])
})

it('returns to the default when the output is unplugged or cannot be used', async () => {
  const target = followSink(
    createTarget(id => id !== 'broken'),
    visit.signal,
  )
  await setSink('headphones')
  devices.dispatchEvent(new Event('devicechange'))
  await vi.waitFor(() => expect(target.sink).toBe('headphones'))
  devices.ids = ['speakers']
  devices.dispatchEvent(new Event('devicechange'))
  await vi.waitFor(() => expect(target.sink).toBe(''))
  expect(audioSink.getState().id).toBe('')
  await setSink('broken')
  expect(audioSink.getState().id).toBe('')
})
