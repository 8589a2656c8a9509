import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { Grid, GridCell, GridRow } from './grid-parts.tsx'
import { useGrid } from './use-grid.ts'

afterEach(cleanup)

const onPlay = vi.fn()
const nameOf = (song: string) => song

/** A virtual list: only the first ten rows and the tab stop are rendered. */
function Songs({ songs }: { readonly songs: readonly string[] }) {
  const list = useRef<HTMLDivElement>(null)
  const { stop, props } = useGrid(list, { rows: songs, keyOf: nameOf, titleOf: nameOf, pageSize: () => 7 })
  return (
    <>
      <Grid {...props} ref={list} aria-label="Songs">
        {songs.map(
          (song, index) =>
            (index < 10 || index === stop) && (
              <GridRow key={song} index={index}>
                <GridCell>
                  <button type="button" onClick={() => onPlay(song)}>{`Play ${song}`}</button>
                </GridCell>
                <GridCell>
                  <a href="/artist">{`Artist of ${song}`}</a>
                </GridCell>
                <GridCell>
                  <button type="button">{`More of ${song}`}</button>
                </GridCell>
              </GridRow>
            ),
        )}
      </Grid>
      <button type="button">Player</button>
    </>
  )
}

const many = Array.from({ length: 5000 }, (_, index) => `Song ${index + 1}`)
const focused = () => document.activeElement?.textContent
const press = (key: string, init: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement!, { key, ...init })
const stops = () =>
  [...screen.getByRole('grid').querySelectorAll<HTMLElement>('a, button')]
    .filter(control => control.tabIndex === 0)
    .map(control => control.textContent)

it('is one tab stop, which moves with the focus', () => {
  render(<Songs songs={many} />)
  expect(stops()).toEqual(['Play Song 1'])
  act(() => screen.getByText('More of Song 3').focus())
  expect(stops()).toEqual(['More of Song 3'])
  press('ArrowDown')
  expect(focused()).toBe('More of Song 4')
  expect(stops()).toEqual(['More of Song 4'])
  act(() => screen.getByText('Player').focus())
  expect(stops()).toEqual(['More of Song 4'])
})

it('reaches rows that are not rendered, and counts all', () => {
  render(<Songs songs={many} />)
  const grid = screen.getByRole('grid', { name: 'Songs' })
  expect(grid.getAttribute('aria-rowcount')).toBe('5000')
  expect(screen.queryByText('Play Song 5000')).toBeNull()
  act(() => screen.getByText('Play Song 1').focus())
  press('End')
  expect(focused()).toBe('Play Song 5000')
  expect(document.activeElement?.closest('[role="row"]')?.getAttribute('aria-rowindex')).toBe('5000')
  press('PageUp')
  expect(focused()).toBe('Play Song 4993')
  press('ArrowRight')
  press('ArrowRight')
  press('ArrowRight')
  expect(focused()).toBe('More of Song 4993')
  press('Home')
  expect(focused()).toBe('Play Song 4993')
  press('Home', { ctrlKey: true })
  expect(focused()).toBe('Play Song 1')
})

it('goes to a title by its letters, where single-letter shortcuts rest', () => {
  const pressed: string[] = []
  const listen = (event: KeyboardEvent) => void (event.defaultPrevented || pressed.push(event.key))
  document.addEventListener('keydown', listen)
  render(<Songs songs={[...many.slice(0, 3000), 'Último']} />)
  act(() => screen.getByText('Play Song 2').focus())
  press('ArrowUp')
  press('u')
  expect(focused()).toBe('Play Último')
  press('/')
  press('l', { ctrlKey: true })
  press('ArrowUp', { altKey: true })
  press('ArrowRight', { shiftKey: true })
  expect(pressed).toEqual(['/', 'l', 'ArrowUp', 'ArrowRight'])
  document.removeEventListener('keydown', listen)
})

it('keeps the focus in the list when its row moves or goes', () => {
  const { rerender } = render(<Songs songs={['A', 'B', 'C', 'D']} />)
  act(() => screen.getByText('More of B').focus())
  rerender(<Songs songs={['B', 'A', 'C', 'D']} />)
  expect(focused()).toBe('More of B')
  press('ArrowDown')
  expect(focused()).toBe('More of A')
  rerender(<Songs songs={['B', 'C', 'D']} />)
  expect(focused()).toBe('More of C')
  press('End', { ctrlKey: true })
  rerender(<Songs songs={['B', 'C']} />)
  expect(focused()).toBe('More of C')
  expect(stops()).toEqual(['More of C'])
})

it('keeps focus and tab stop at their row when a filter hides others, and the row itself', () => {
  const { rerender } = render(<Songs songs={many} />)
  act(() => screen.getByText('More of Song 3').focus())
  rerender(<Songs songs={many.filter(song => song.endsWith('3'))} />)
  press('End', { ctrlKey: true })
  expect(focused()).toBe('More of Song 4993')
  rerender(<Songs songs={many} />)
  expect(focused()).toBe('More of Song 4993')
  expect(document.activeElement?.closest('[role="row"]')?.getAttribute('aria-rowindex')).toBe('4993')
  act(() => screen.getByText('Player').focus())
  rerender(<Songs songs={['Song 1', 'Song 2']} />)
  rerender(<Songs songs={many} />)
  expect(stops()).toEqual(['More of Song 4993'])
})

it('leaves letters to the shortcuts of the player after a press of the mouse, until a key moves the focus', () => {
  render(<Songs songs={['Sea', 'Moon', 'Lake']} />)
  const sea = screen.getByText('Play Sea')
  act(() => sea.focus())
  fireEvent.mouseDown(sea)
  expect(press('m')).toBe(true)
  expect(focused()).toBe('Play Sea')
  press('ArrowDown')
  expect(press('l')).toBe(false)
  expect(focused()).toBe('Play Lake')
})

it('gives controls that come later no tab stop of their own', async () => {
  render(<Songs songs={['A', 'B']} />)
  const late = document.createElement('button')
  late.textContent = 'Late'
  screen.getByText('More of B').after(late)
  await vi.waitFor(() => expect(late.tabIndex).toBe(-1))
  expect(stops()).toEqual(['Play A'])
})
