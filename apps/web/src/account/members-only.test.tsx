import { fetchPlaylist } from '@refrain/contract/playlists'
import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answering } from '../testing/answer-calls.ts'
import { type AccountServer, pretendAccounts } from '../testing/pretend-accounts.ts'
import { showPage } from '../testing/show-page.tsx'
import { leaveSession } from './session.ts'

vi.mock('../listening/player.ts')

let server: AccountServer
beforeEach(async () => {
  server = pretendAccounts(answering(fetchPlaylist, () => undefined))
  await server.signIn()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it.each(['/us1/library', '/us1/library/likedSongs', '/user/us1'])(
  'shows a member their own %s (ROUTE-11, ROUTE-12, ROUTE-23)',
  async address => {
    const router = await showPage(address)
    expect(router.state.location.pathname).toBe(address)
    expect(router.state.errors).toBeNull()
  },
)

it.each([
  ['/us2/library', '/us1/library'],
  ['/us2/library/likedSongs', '/us1/library/likedSongs'],
  ['/user/us2', '/user/us1'],
])('takes a member from %s, which is somebody else’s, to %s (PROP-35, READ-17)', async (from, to) => {
  const router = await showPage(from)
  expect(router.state.location.pathname).toBe(to)
})

it('leads to the login where the session ends while such a page is shown (PROP-35)', async () => {
  const router = await showPage('/us1/library')
  leaveSession()
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
})
