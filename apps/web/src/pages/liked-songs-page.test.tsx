import { appendLikedSongs } from '@refrain/contract/library/likes'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { mockLibrary } from '../testing/mock-library.ts'
import { showPage } from '../testing/show-page.tsx'

vi.mock('../listening/engine/player.ts')

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

const rows = () => {
  const list = screen.queryByRole('grid', { name: 'Liked Songs' })
  return list ? within(list).getAllByRole('row').length : 0
}

it('is a playlist whose menu only deletes and whose title is no button (ROUTE-13, PLD-13, PLD-23, READ-01, READ-03)', async () => {
  const server = await mockLibrary({ liked: ['al1-1', 'al3-2'] })
  const router = await showPage('/us1/library/likedSongs')
  await waitFor(() => expect(rows()).toBe(2))
  expect(document.title).toBe('Liked Songs')
  const heading = screen.getByRole('heading', { level: 1, name: 'Liked Songs' })
  expect(within(heading).queryByRole('button')).toBeNull()
  fireEvent.click(within(screen.getByRole('main')).getAllByRole('button', { name: 'More options' })[0]!)
  const offered = (await screen.findAllByRole('menuitem')).map(item => item.textContent)
  expect(offered).toContain('Delete')
  expect(offered).not.toContain('Edit details')
  fireEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
  const question = await screen.findByRole('alertdialog', { name: 'Delete “Liked Songs”?' })
  expect(question.textContent).toContain('2 songs. They will no longer be liked.')
  expect(server.liked.tracks).toHaveLength(2)
  fireEvent.click(within(question).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/us1/library'))
  await waitFor(() => expect(server.liked.tracks).toEqual([]))
  await screen.findByRole('link', { name: /Liked Songs *0 songs/ })
})

it('immediately removes the row of a track that is no longer liked (PROP-17, READ-68)', async () => {
  const server = await mockLibrary({ liked: ['al1-1', 'al3-2'] })
  await showPage('/us1/library/likedSongs')
  await waitFor(() => expect(rows()).toBe(2))
  const [heart] = await screen.findAllByRole('button', { name: 'Remove from Liked Songs' })
  fireEvent.click(heart!)
  await waitFor(() => expect(rows()).toBe(1))
  await waitFor(() => expect(server.liked.tracks).toEqual(['al3-2']))
})

it('searches for tracks to like while it is empty (READ-50, READ-51)', async () => {
  const server = await mockLibrary()
  await showPage('/us1/library/likedSongs')
  const box = await screen.findByRole('searchbox', { name: 'Find Something to add to your playlist' })
  fireEvent.change(box, { target: { value: 'Track 3' } })
  const [add] = await screen.findAllByRole('button', { name: 'Add' })
  fireEvent.click(add!)
  await waitFor(() => expect(rows()).toBe(1))
  await waitFor(() => expect(server.liked.tracks).toEqual(['al1-3']))
  expect(server.countCalls(appendLikedSongs)).toBe(1)
})
