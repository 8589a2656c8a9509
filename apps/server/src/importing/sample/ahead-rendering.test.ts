import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { AheadRendering, MAX_AHEAD_BYTES } from './ahead-rendering.ts'

const PATHS = ['first', 'second', 'third']

/** A catalogue whose renderings end when they are told to. */
function start({ trackBytes = 1 } = {}) {
  const begun: string[] = []
  const rendered = new Set<string>()
  const state = { isBusy: false, isWanted: true, looks: 0 }
  const failed: string[] = []
  let finish = () => {}
  let fail = () => {}
  const stopping = new AbortController()
  const ahead = new AheadRendering({
    listPaths: async () => PATHS,
    isWanted: async () => state.isWanted,
    isBusy: async () => {
      state.looks++
      return state.isBusy
    },
    measure: async () => rendered.size * trackBytes,
    isRendered: async path => rendered.has(path),
    render(path, signal) {
      begun.push(path)
      return new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        fail = () => reject(new Error('killed'))
        finish = () => {
          rendered.add(path)
          resolve()
        }
      })
    },
    noteFailure: path => failed.push(path),
    lookIntervalMs: 1,
  })
  const done = ahead.run(stopping.signal)
  done.catch(() => {})
  return {
    ...{ ahead, begun, failed, rendered, state, done },
    stop: () => stopping.abort(),
    /** Finishes the rendering of a track. */
    async end(path: string) {
      await expect.poll(() => begun.at(-1)).toBe(path)
      finish()
    },
    fail: () => fail(),
  }
}

/** Lets some looks pass. */
async function pass({ state }: ReturnType<typeof start>): Promise<void> {
  const before = state.looks
  await expect.poll(() => state.looks).toBeGreaterThan(before + 3)
}

it('renders one track after the other, in the order given, without those that are there', async () => {
  const run = start()
  run.rendered.add('second')
  await run.end('first')
  await run.end('third')
  await run.done
  expect(run.begun).toEqual(['first', 'third'])
})

it('waits between two tracks while somebody plays or an import runs', async () => {
  const run = start()
  await expect.poll(() => run.begun).toEqual(['first'])
  run.state.isBusy = true
  await run.end('first')
  await pass(run)
  expect(run.begun).toEqual(['first'])
  run.state.isBusy = false
  await run.end('second')
})

it('gives way to a listener at once, and renders the same track later', async () => {
  const run = start()
  await expect.poll(() => run.begun).toEqual(['first'])
  run.state.isBusy = true
  await run.ahead.interrupt()
  await pass(run)
  expect(run.begun).toEqual(['first'])
  run.state.isBusy = false
  await expect.poll(() => run.begun).toEqual(['first', 'first'])
})

it('leaves out a track that cannot be rendered', async () => {
  const run = start()
  await expect.poll(() => run.begun).toEqual(['first'])
  run.fail()
  await run.end('second')
  await run.end('third')
  await run.done
  expect(run.failed).toEqual(['first'])
})

it('ends once the tracks take enough space', async () => {
  const run = start({ trackBytes: MAX_AHEAD_BYTES / 2 })
  await run.end('first')
  await run.end('second')
  await run.done
  expect(run.begun).toEqual(['first', 'second'])
})

it('ends once the tracks are not wanted any more', async () => {
  const run = start()
  await expect.poll(() => run.begun).toEqual(['first'])
  run.state.isWanted = false
  await run.end('first')
  await run.done
  expect(run.begun).toEqual(['first'])
})

it.each([true, false])('stops with the service, busy: %s', async isBusy => {
  const run = start()
  await expect.poll(() => run.begun).toEqual(['first'])
  if (isBusy) {
    run.state.isBusy = true
    await run.end('first')
    await pass(run)
  }
  run.stop()
  await expect(run.done).rejects.toThrow('abort')
  await wait(5)
  expect(run.begun).toEqual(['first'])
})
