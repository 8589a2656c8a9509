import { onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SOON } from '../testing/soon.ts'
import { isLastInScope, mutate } from './mutate.ts'
import { queryClient } from './query-client.ts'

const queryKey = ['letters']

beforeEach(() => queryClient.setQueryData<string[]>(queryKey, ['a']))
afterEach(() => {
  onlineManager.setOnline(true)
  vi.restoreAllMocks()
  queryClient.clear()
})

const letters = () => queryClient.getQueryData<string[]>(queryKey)

/** Adds a letter. The call stays open until `answer` or `fail` is called. */
function add(letter: string) {
  const call = Promise.withResolvers<string[]>()
  const send = vi.fn(() => call.promise)
  const scope = 'letters'
  const done = mutate({
    queryKey,
    scope,
    readConfirmed: letters,
    show: () => queryClient.setQueryData<string[]>(queryKey, (shown = []) => [...shown, letter]),
    send,
    onSuccess(answer, pending) {
      pending.confirmed = answer
    },
    onError({ confirmed }) {
      if (isLastInScope(scope)) queryClient.setQueryData(queryKey, confirmed)
    },
  })
  done.catch(() => {})
  return { send, done, answer: call.resolve, fail: () => call.reject(new Error('refused')) }
}

it('shows each change at once and sends them one after another', async () => {
  const [b, c] = [add('b'), add('c')]
  expect(letters()).toEqual(['a', 'b', 'c'])
  await vi.waitFor(() => expect(b.send).toHaveBeenCalled(), SOON)
  expect(c.send).not.toHaveBeenCalled()
  b.answer(['a', 'b'])
  await vi.waitFor(() => expect(c.send).toHaveBeenCalled(), SOON)
  c.answer(['a', 'b', 'c'])
  await c.done
  expect(letters()).toEqual(['a', 'b', 'c'])
})

it('goes back to what the server has confirmed when the last change fails', async () => {
  const [b, c] = [add('b'), add('c')]
  b.answer(['a', 'b'])
  c.fail()
  await expect(c.done).rejects.toThrow('refused')
  expect(letters()).toEqual(['a', 'b'])
})

it('sends the next change also while the tab is hidden', async () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const [b, c] = [add('b'), add('c')]
  b.answer(['a', 'b'])
  await vi.waitFor(() => expect(c.send).toHaveBeenCalled(), SOON)
  c.answer(['a', 'b', 'c'])
  await c.done
})

it('sends a change at once while the browser is offline, so that it can fail', async () => {
  onlineManager.setOnline(false)
  const b = add('b')
  await vi.waitFor(() => expect(b.send).toHaveBeenCalled(), SOON)
  b.fail()
  await expect(b.done).rejects.toThrow('refused')
  expect(letters()).toEqual(['a'])
})

it('refetches once when changes of different scopes settle together', async () => {
  const answer = Promise.withResolvers<void>()
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries')
  const changes = ['b', 'c'].map(scope =>
    mutate({ queryKey, scope, refetch: [queryKey], send: () => answer.promise }),
  )
  answer.reject(new Error('refused'))
  await Promise.allSettled(changes)
  expect(invalidate.mock.calls).toEqual([[{ queryKey }]])
})
