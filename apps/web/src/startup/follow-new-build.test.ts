import type { ImportStatus } from '@refrain/contract/catalogue/import-status'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { importStatusQuery } from '../catalogue/import-status-query.ts'
import { followNewBuild } from './follow-new-build.ts'

type Router = Parameters<typeof followNewBuild>[0]
type RouterState = Router['state']
type RouterSubscriber = Parameters<Router['subscribe']>[0]

const reload = vi.fn()
let isPlaying: boolean
let servedBuild: string | undefined
let router: ReturnType<typeof fakeRouter>
let stop: () => void

beforeEach(() => {
  document.head.innerHTML = '<meta name="build" content="old">'
  sessionStorage.clear()
  queryClient.clear()
  vi.stubGlobal('fetch', async () => {
    if (servedBuild === undefined) throw new TypeError('Failed to fetch')
    return new Response(`<meta name="build" content="${servedBuild}">`)
  })
  isPlaying = false
  servedBuild = 'new'
  router = fakeRouter()
  stop = followNewBuild(router, () => isPlaying, reload)
})
afterEach(() => {
  stop()
  reload.mockClear()
  vi.unstubAllGlobals()
})

function fakeRouter() {
  const listeners = new Set<RouterSubscriber>()
  return {
    state: { location: { pathname: '/' } } as RouterState,
    subscribe(listener: RouterSubscriber) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    go(pathname: string, historyAction = 'PUSH') {
      const state = { location: { pathname }, historyAction } as RouterState
      for (const listener of listeners) listener(state, {} as Parameters<RouterSubscriber>[1])
    },
  }
}

/** The service says that it has this build. */
async function say(build: string | undefined): Promise<void> {
  const status = {
    version: 1,
    removals: 0,
    tracks: 1,
    running: null,
    nextCheckSeconds: 2,
  } satisfies ImportStatus
  queryClient.setQueryData(importStatusQuery.queryKey, { ...status, ...(build && { build }) })
  for (let i = 0; i < 10; i++) await new Promise(resolve => setTimeout(resolve))
}

/** What a browser has of a service worker whose update is in this state. */
function stubServiceWorker(state: ServiceWorkerState) {
  const worker = Object.assign(new EventTarget(), { state })
  const registration = { update: vi.fn(async () => {}), installing: worker }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
  return worker
}

it('reloads with the next navigation, once for each build', async () => {
  await say('old')
  router.go('/albums')
  expect(reload).not.toHaveBeenCalled()
  await say('new')
  expect(reload).not.toHaveBeenCalled()
  router.go('/artists')
  expect(reload).toHaveBeenCalledOnce()
  stop()
  stop = followNewBuild(router, () => isPlaying, reload)
  await say('new')
  router.go('/search')
  expect(reload).toHaveBeenCalledOnce()
})

it('waits while music plays', async () => {
  await say('new')
  isPlaying = true
  router.go('/albums')
  expect(reload).not.toHaveBeenCalled()
  isPlaying = false
  router.go('/artists')
  expect(reload).toHaveBeenCalledOnce()
})

it('stays on a page that only changes its query or replaces its address', async () => {
  await say('new')
  router.go('/')
  router.go('/search', 'REPLACE')
  expect(reload).not.toHaveBeenCalled()
})

it('stays while the pages come from a server that still has the old build', async () => {
  servedBuild = 'old'
  await say('new')
  router.go('/albums')
  expect(reload).not.toHaveBeenCalled()
})

it('asks again after a failure', async () => {
  servedBuild = undefined
  await say('new')
  router.go('/albums')
  expect(reload).not.toHaveBeenCalled()
  servedBuild = 'new'
  await say('new')
  router.go('/artists')
  expect(reload).toHaveBeenCalledOnce()
})

it('reloads only after the new service worker is active', async () => {
  const worker = stubServiceWorker('installing')
  await say('new')
  router.go('/albums')
  expect(reload).not.toHaveBeenCalled()
  worker.state = 'activated'
  worker.dispatchEvent(new Event('statechange'))
  await say('new')
  router.go('/artists')
  expect(reload).toHaveBeenCalledOnce()
})

it('tries again when the new service worker cannot be installed', async () => {
  stubServiceWorker('redundant')
  await say('new')
  router.go('/albums')
  expect(reload).not.toHaveBeenCalled()
  stubServiceWorker('activated')
  await say('new')
  router.go('/artists')
  expect(reload).toHaveBeenCalledOnce()
})
