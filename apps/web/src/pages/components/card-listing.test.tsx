import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mockBrowser } from '../../testing/mock-browser.ts'
import { CardListing } from './card-listing.tsx'

const rows = Array.from({ length: 1000 }, (_, place) => ({ id: `al${place + 1}` }))
const card = ({ id }: { readonly id: string }) => <a href={`/albums/${id}`}>{id}</a>

beforeEach(() => {
  mockBrowser()
  render(<CardListing rows={rows} total={1000} loading={false} onMore={() => {}} card={card} />)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function scrollTo(y: number): void {
  vi.stubGlobal('scrollY', y)
  act(() => {
    window.dispatchEvent(new Event('scroll'))
  })
}

/** A line has five cards of 160 px and is 216 px high. */
const LINE = 216

it('shows the outline of a card in each cell before it is rendered (CARD-09, LIST-02)', async () => {
  await screen.findByText('al1')
  scrollTo(100 * LINE)
  expect(screen.queryByText('al501')).toBeNull()
  const shapes = document.querySelector<HTMLElement>('[aria-hidden]')
  expect(shapes?.style.height).toBe(`${200 * LINE}px`)
  expect(shapes?.style.backgroundSize).toBe(`160px ${LINE}px`)
  await screen.findByText('al501')
  await waitFor(() => expect(screen.queryByText('al1')).toBeNull())
})

it('leaves the rest of the last line empty', async () => {
  cleanup()
  render(<CardListing rows={rows.slice(0, 998)} total={998} loading={false} onMore={() => {}} card={card} />)
  await screen.findByText('al1')
  expect(document.querySelector<HTMLElement>('[aria-hidden]')?.style.height).toBe(`${199 * LINE}px`)
})

it('keeps the focused card and its neighbours rendered, wherever the page is scrolled to', async () => {
  const focused = (await screen.findByText('al7')) as HTMLAnchorElement
  act(() => focused.focus())
  scrollTo(100 * LINE)
  await screen.findByText('al521')
  await waitFor(() => expect(screen.queryByText('al16')).toBeNull())
  expect(document.activeElement).toBe(focused)
  expect(screen.getByText('al15').closest('li')?.ariaPosInSet).toBe('15')
})
