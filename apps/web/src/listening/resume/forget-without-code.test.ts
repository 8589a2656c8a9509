import { createFakeOutput } from '@refrain/player/output/fake-output'
import { createPlayer } from '@refrain/player/player'
import { afterEach, expect, it, vi } from 'vitest'
import { endSession, readToken } from '../../account/session.ts'
import { mockAccounts } from '../../testing/mock-accounts.ts'
import { startPersistence } from './start-persistence.ts'

vi.mock('./persist-player.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

afterEach(() => vi.unstubAllGlobals())

it('clears the saved player on logout even if the persistence code cannot be loaded (PROP-49)', async () => {
  localStorage.clear()
  const server = mockAccounts()
  await server.signIn()
  startPersistence(createPlayer({ output: createFakeOutput() }))
  for (const key of ['playedTracks', 'shuffledTracks_al1', 'volume']) localStorage.setItem(key, '1')
  server.cookies.clear()
  endSession('ada')
  await readToken()
  await expect.poll(() => Object.keys(localStorage)).toEqual(['volume'])
})
