import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, it } from 'vitest'
import { Grid, GridCell, GridRow } from '../grid/grid-parts.tsx'
import { useGrid } from '../grid/use-grid.ts'
import { useListFilter } from './use-list-filter.tsx'

afterEach(cleanup)

const textOf = (song: string) => song

function Songs({ label, songs }: { readonly label: string; readonly songs: readonly string[] }) {
  const list = useRef<HTMLDivElement>(null)
  const { shown, button, field, props: around } = useListFilter({ rows: songs, textOf, label })
  const { props } = useGrid(list, { rows: shown, titleOf: textOf })
  return (
    <section {...around} aria-label={label}>
      {button}
      {field}
      <Grid {...props} ref={list} aria-label={label}>
        {shown.map((song, index) => (
          <GridRow key={song} index={index}>
            <GridCell>
              <button type="button">{song}</button>
            </GridCell>
          </GridRow>
        ))}
      </Grid>
    </section>
  )
}

const MIX = ['Élan', 'Ember', 'Sea']
const field = (label: string) => screen.queryByRole('searchbox', { name: `Filter ${label}` })
const type = (label: string, value: string) => fireEvent.change(field(label)!, { target: { value } })
const songs = (label: string) =>
  Array.from(
    screen.getByRole('grid', { name: label }).querySelectorAll('button'),
    button => button.textContent,
  )
/** @returns whether the browser does what it does for this key */
const press = (key: string, init: KeyboardEventInit = {}) => {
  let isFree = true
  act(() => {
    isFree = fireEvent.keyDown(document.activeElement!, { key, ...init })
  })
  return isFree
}
const count = () => screen.getByRole('status').textContent

it('opens by Ctrl+F or Cmd+F, shows and announces how many rows match, and leaves the next Ctrl+F to the browser', () => {
  render(<Songs label="Mix" songs={MIX} />)
  expect(press('f', { ctrlKey: true, shiftKey: true })).toBe(true)
  expect(press('f')).toBe(true)
  expect(press('f', { ctrlKey: true })).toBe(false)
  expect(document.activeElement).toBe(field('Mix'))
  expect(count()).toBe('')
  type('Mix', 'el')
  expect(songs('Mix')).toEqual(['Élan'])
  expect(count()).toBe('1 of 3')
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('1')
  expect(press('f', { ctrlKey: true })).toBe(true)
  expect((field('Mix') as HTMLInputElement).maxLength).toBe(100)
  act(() => screen.getByText('Élan').focus())
  expect(press('f', { metaKey: true })).toBe(false)
  expect(document.activeElement).toBe(field('Mix'))
})

it('closes and clears by Escape, in the field as in the rows, and returns the focus', () => {
  render(<Songs label="Mix" songs={MIX} />)
  act(() => screen.getByText('Sea').focus())
  press('f', { ctrlKey: true })
  type('Mix', 'e')
  expect(press('Escape')).toBe(false)
  expect(field('Mix')).toBeNull()
  expect(document.activeElement?.textContent).toBe('Sea')
  expect(press('Escape')).toBe(true)

  press('f', { ctrlKey: true })
  expect(field('Mix')?.getAttribute('value')).toBe('')
  type('Mix', 'em')
  press('ArrowDown')
  expect(document.activeElement?.textContent).toBe('Ember')
  press('Escape')
  expect(songs('Mix')).toEqual(MIX)
  expect(document.activeElement?.textContent).toBe('Ember')
})

it('opens by its button, which gets the focus back', () => {
  render(<Songs label="Mix" songs={MIX} />)
  const button = () => screen.getByRole('button', { name: 'Filter' })
  fireEvent.click(button())
  expect(document.activeElement).toBe(field('Mix'))
  fireEvent.click(screen.getByRole('button', { name: 'Close filter' }))
  expect(document.activeElement).toBe(button())
})

it('opens the filter of the list with the focus, else of the first list; not behind a dialog', () => {
  const { rerender } = render(
    <>
      <Songs label="One" songs={['only']} />
      <Songs label="First" songs={MIX} />
      <Songs label="Second" songs={['A', 'B']} />
    </>,
  )
  act(() => screen.getByText('B').focus())
  press('f', { ctrlKey: true })
  expect(document.activeElement).toBe(field('Second'))
  press('Escape')
  act(() => screen.getByText('B').blur())
  press('f', { ctrlKey: true })
  expect(document.activeElement).toBe(field('First'))
  press('Escape')
  rerender(
    <>
      <Songs label="First" songs={MIX} />
      <dialog open>
        <button type="button">Yes</button>
      </dialog>
    </>,
  )
  act(() => screen.getByText('Yes').focus())
  expect(press('f', { ctrlKey: true })).toBe(true)
  rerender(<p>No list</p>)
  expect(press('f', { ctrlKey: true })).toBe(true)
})
