import { expect, it, vi } from 'vitest'
import { createLateOutput, type LateOutput } from './late-output.ts'
import { createFakeOutput } from './output/fake-output.ts'
import type { OutputEvents } from './output/output.ts'
import type { PlayerTrack } from './state/player-state.ts'

const track = (id: string) => ({ id }) as PlayerTrack

/** A late output, and the way to let its code arrive or fail. */
function setUp() {
  const arrivals: PromiseWithResolvers<ReturnType<typeof createFakeOutput>>[] = []
  const late = createLateOutput(() => {
    const arrival = Promise.withResolvers<ReturnType<typeof createFakeOutput>>()
    arrivals.push(arrival)
    return arrival.promise
  })
  const events = { onFailed: vi.fn() } as unknown as OutputEvents
  late.attach(events)
  return { late, events, arrivals }
}

it('fetches nothing until sound is asked for, or it is told to', () => {
  const { late, arrivals } = setUp()
  late.setVolume(0.5)
  expect(arrivals).toHaveLength(0)
  late.start(track('a'), 0)
  expect(arrivals).toHaveLength(1)
  late.pause()
  late.load()
  expect(arrivals).toHaveLength(1)
})

it('does what it was asked before its code was there, in the same order, then everything at once (ENG-03)', async () => {
  const { late, events, arrivals } = setUp()
  const output = createFakeOutput()
  late.setVolume(0.5)
  late.start(track('a'), 3)
  late.setNext(track('b'))
  late.pause()
  late.seek(9)
  late.resume()
  arrivals[0]?.resolve(output)
  await vi.waitFor(() =>
    expect(output.calls).toEqual(['volume 0.5', 'start a at 3', 'pause', 'seek 9', 'resume']),
  )
  expect(output.next?.id).toBe('b')
  expect(output.tell).toBe(events)
  late.seek(1)
  expect(output.calls.at(-1)).toBe('seek 1')
})

it('starts only the track that was asked for last', async () => {
  const { late, arrivals } = setUp()
  const output = createFakeOutput()
  late.start(track('a'), 0)
  late.seek(9)
  late.setVolume(0.2)
  late.start(track('b'), 0)
  arrivals[0]?.resolve(output)
  await vi.waitFor(() => expect(output.calls).toEqual(['volume 0.2', 'start b at 0']))
})

it('tells that a track failed where the code does not come, and tries again at the next start', async () => {
  const { late, events, arrivals } = setUp()
  const error = new Error('Loading chunk failed')
  late.start(track('a'), 0)
  arrivals[0]?.reject(error)
  await vi.waitFor(() => expect(events.onFailed).toHaveBeenCalledExactlyOnceWith(error))
  late.start(track('a'), 0)
  const output = createFakeOutput()
  arrivals[1]?.resolve(output)
  await vi.waitFor(() => expect(output.calls).toEqual(['start a at 0']))
})

it.each([
  ['a hover', (late: LateOutput) => late.prefetch(track('z')), ['prefetch z']],
  ['a change of the volume', (late: LateOutput) => late.setVolume(0.2), ['volume 0.2']],
])(
  'lets nothing of a track sound that failed, whatever then fetches the code: %s (ENG-06)',
  async (_, act, asked) => {
    const { late, events, arrivals } = setUp()
    const output = createFakeOutput()
    late.start(track('a'), 0)
    late.setNext(track('b'))
    arrivals[0]?.reject(new Error('Loading chunk failed'))
    await vi.waitFor(() => expect(events.onFailed).toHaveBeenCalledOnce())
    act(late)
    expect(arrivals).toHaveLength(1)
    await vi.waitFor(() => {
      late.load()
      expect(arrivals).toHaveLength(2)
    })
    arrivals[1]?.resolve(output)
    await vi.waitFor(() => expect(output.calls).toEqual(asked))
    expect(output.next).toBeNull()
  },
)

it('says nothing where the code was only fetched ahead of time and did not come', async () => {
  const { late, events, arrivals } = setUp()
  late.load()
  arrivals[0]?.reject(new Error('offline'))
  await vi.waitFor(() => {
    late.load()
    expect(arrivals).toHaveLength(2)
  })
  expect(events.onFailed).not.toHaveBeenCalled()
})

it('makes no sound after it was destroyed', async () => {
  const { late, arrivals } = setUp()
  const output = createFakeOutput()
  late.start(track('a'), 0)
  late.destroy()
  arrivals[0]?.resolve(output)
  await arrivals[0]?.promise
  expect(output.calls).toEqual([])
})
