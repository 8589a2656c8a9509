import { fetchConfiguration } from '@refrain/contract/configuration'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { checkConnection, connection, isReachable, onReconnect, watchRequest } from './connection.ts'
import { queryClient } from './query-client.ts'
import { waitBeforeRetry } from './retry-delay.ts'

/** How the server answers when it is asked whether it is there. */
let answer: () => Promise<Response>
const asked = vi.fn()

const refuse = () => Promise.reject(new TypeError('Failed to fetch'))
const accept = async () => Response.json({})

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
  answer = accept
  asked.mockClear()
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    asked(url, init.cache)
    return answer()
  })
})
afterEach(async () => {
  answer = accept
  await checkConnection()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('asks the server past every cache before it believes that it cannot be reached', async () => {
  await expect(watchRequest(refuse())).rejects.toThrow('Failed to fetch')
  await vi.advanceTimersByTimeAsync(0)
  expect(asked.mock.calls).toEqual([[fetchConfiguration.path, 'no-store']])
  expect(isReachable()).toBe(true)
})

it('asks again, less and less often, until the server answers', async () => {
  answer = refuse
  const back = vi.fn()
  const stop = onReconnect(back)
  await watchRequest(refuse()).catch(() => {})
  await vi.advanceTimersByTimeAsync(0)
  expect(isReachable()).toBe(false)
  await vi.advanceTimersByTimeAsync(1000 + 2000)
  expect(asked).toHaveBeenCalledTimes(3)
  expect(back).not.toHaveBeenCalled()
  answer = accept
  await vi.advanceTimersByTimeAsync(4000)
  expect(isReachable()).toBe(true)
  expect(back).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveBeenCalledTimes(4)
  stop()
})

it.each([502, 503, 504, 521, 530])('counts %d of a proxy as no answer', async status => {
  answer = async () => new Response('', { status })
  await watchRequest(answer())
  await vi.advanceTimersByTimeAsync(0)
  expect(isReachable()).toBe(false)
})

it('counts the page of a network that wants a sign-in as no answer', async () => {
  answer = async () => new Response('<form>', { headers: { 'content-type': 'text/html' } })
  void checkConnection()
  await vi.advanceTimersByTimeAsync(0)
  expect(isReachable()).toBe(false)
})

it('asks once more after a request that was under way when somebody asked, and starts with short pauses again', async () => {
  answer = refuse
  void checkConnection()
  await vi.advanceTimersByTimeAsync(60_000)
  const hanging = Promise.withResolvers<Response>()
  answer = () => hanging.promise
  void checkConnection()
  await vi.advanceTimersByTimeAsync(0)
  asked.mockClear()
  void checkConnection()
  answer = refuse
  hanging.reject(new TypeError('Failed to fetch'))
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked).toHaveBeenCalledTimes(2)
})

it('does not doubt the server while a file is uploaded', async () => {
  void watchRequest(new Promise<Response>(() => {}), { isUpload: true })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).not.toHaveBeenCalled()
  expect(connection.getState().isSlow).toBe(false)
})

it('does not doubt the server if a request was aborted, or answered by an error', async () => {
  await watchRequest(Promise.reject(new DOMException('', 'AbortError'))).catch(() => {})
  await watchRequest(Promise.resolve(new Response('', { status: 500 })))
  expect(asked).not.toHaveBeenCalled()
})

it('asks at once when somebody presses, or another request was answered', async () => {
  answer = refuse
  void checkConnection()
  await vi.advanceTimersByTimeAsync(1000)
  answer = accept
  await watchRequest(accept())
  await vi.advanceTimersByTimeAsync(0)
  expect(isReachable()).toBe(true)
})

it('shows that a request waits for two seconds', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const watched = watchRequest(promise)
  await vi.advanceTimersByTimeAsync(1999)
  expect(connection.getState().isSlow).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(connection.getState().isSlow).toBe(true)
  resolve(new Response())
  await watched
  expect(connection.getState().isSlow).toBe(false)
})

it('ends pauses before retries and fetches what failed, once the server can be reached again', async () => {
  answer = refuse
  const refetch = vi.spyOn(queryClient, 'refetchQueries')
  void checkConnection()
  await vi.advanceTimersByTimeAsync(0)
  const waited = vi.fn()
  void waitBeforeRetry(5).then(waited)
  answer = accept
  void checkConnection()
  await vi.advanceTimersByTimeAsync(0)
  expect(waited).toHaveBeenCalledOnce()
  expect(refetch).toHaveBeenCalledWith({ type: 'active', stale: true })
})
