import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Grid, GridCell, GridRow } from '../grid/grid-parts.tsx'
import { useGrid } from '../grid/use-grid.ts'
import { useListFilter } from './use-list-filter.tsx'

const box = new DOMRect(0, 0, 800, 600)

beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(box)
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([box] as unknown as DOMRectList)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const nameOf = (song: string) => song
const textsOf = (song: string) => [song]

interface SongsProps {
  readonly label: string
  readonly songs: readonly string[]
  readonly listId?: string
}

function Songs({ label, songs, listId = label }: SongsProps) {
  const list = useRef<HTMLDivElement>(null)
  const { shown, button, field, props: around } = useListFilter({ rows: songs, textsOf, label, listId })
  const { props } = useGrid(list, { rows: shown, keyOf: nameOf, titleOf: nameOf })
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

it('opens by Ctrl+F, shows and announces how many rows match, and leaves the next Ctrl+F to the browser', () => {
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
  expect(press('f', { ctrlKey: true })).toBe(false)
  expect(document.activeElement).toBe(field('Mix'))
})

it.each([
  ['MacIntel', { key: 'f', metaKey: true }, true],
  ['MacIntel', { key: 'f', ctrlKey: true }, false],
  ['Win32', { key: 'f', ctrlKey: true }, true],
  ['Win32', { key: 'f', metaKey: true }, false],
  ['Win32', { key: 'а', code: 'KeyF', ctrlKey: true }, true],
  ['Win32', { key: 'u', code: 'KeyF', ctrlKey: true }, false],
])('knows the key of the search on %s: %j is %s', (platform, { key, ...init }, isIt) => {
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue(platform)
  render(<Songs label="Mix" songs={MIX} />)
  press(key, init)
  expect(field('Mix') !== null).toBe(isIt)
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

it('returns the focus from the field to the row it came from, which the filter had hidden', () => {
  render(<Songs label="Mix" songs={MIX} />)
  act(() => screen.getByText('Sea').focus())
  press('f', { ctrlKey: true })
  type('Mix', 'élan')
  expect(songs('Mix')).toEqual(['Élan'])
  press('Escape')
  expect(document.activeElement?.textContent).toBe('Sea')
})

it('leaves the keys of an input method alone', () => {
  render(<Songs label="Mix" songs={MIX} />)
  press('f', { ctrlKey: true })
  expect(press('ArrowDown', { isComposing: true })).toBe(true)
  expect(press('Escape', { isComposing: true })).toBe(true)
  expect(press('Escape', { keyCode: 229 })).toBe(true)
  expect(document.activeElement).toBe(field('Mix'))
})

it('closes when another list is shown', () => {
  const { rerender } = render(<Songs label="Mix" listId="1" songs={MIX} />)
  press('f', { ctrlKey: true })
  type('Mix', 'sea')
  rerender(<Songs label="Mix" listId="2" songs={['A', 'B']} />)
  expect(field('Mix')).toBeNull()
  expect(songs('Mix')).toEqual(['A', 'B'])
  rerender(<Songs label="Mix" listId="1" songs={MIX} />)
  expect(songs('Mix')).toEqual(MIX)
})

it('gets the focus when the last match is removed, and can still be closed when one row is left', () => {
  const { rerender } = render(<Songs label="Mix" songs={['Élan', 'Sea']} />)
  press('f', { ctrlKey: true })
  type('Mix', 'sea')
  press('ArrowDown')
  expect(document.activeElement?.textContent).toBe('Sea')
  rerender(<Songs label="Mix" songs={['Élan']} />)
  expect(document.activeElement).toBe(field('Mix'))
  expect(screen.getByRole('button', { name: 'Filter' }).getAttribute('aria-expanded')).toBe('true')
  press('Escape')
  expect(songs('Mix')).toEqual(['Élan'])
})

it('opens by its button, which gets the focus back', () => {
  render(<Songs label="Mix" songs={MIX} />)
  const button = () => screen.getByRole('button', { name: 'Filter' })
  fireEvent.click(button())
  expect(document.activeElement).toBe(field('Mix'))
  fireEvent.click(screen.getByRole('button', { name: 'Close filter' }))
  expect(document.activeElement).toBe(button())
  expect(press('f', { ctrlKey: true })).toBe(false)
  expect(document.activeElement).toBe(field('Mix'))
  fireEvent.click(button())
  expect(field('Mix')).toBeNull()
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

it('opens the filter of a list in sight, and of one beside the page only with the focus in it', () => {
  const boxes = new Map<string | null, DOMRect>()
  const far = new DOMRect(0, 2_000, 800, 600)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return boxes.get(this.getAttribute('aria-label')) ?? box
  })
  render(
    <>
      <Songs label="Page" songs={MIX} />
      <div data-own-filter="">
        <Songs label="Queue" songs={['A', 'B']} />
      </div>
    </>,
  )
  boxes.set('Page', far)
  expect(press('f', { ctrlKey: true })).toBe(true)
  act(() => screen.getByText('B').focus())
  expect(press('f', { ctrlKey: true })).toBe(false)
  expect(document.activeElement).toBe(field('Queue'))
  act(() => field('Queue')!.blur())
  boxes.delete('Page')
  press('f', { ctrlKey: true })
  expect(document.activeElement).toBe(field('Page'))
})

it('takes no hidden list, also in browsers without checkVisibility', () => {
  render(
    <div style={{ visibility: 'hidden' }}>
      <Songs label="Mix" songs={MIX} />
    </div>,
  )
  expect('checkVisibility' in Element.prototype).toBe(false)
  expect(press('f', { ctrlKey: true })).toBe(true)
  cleanup()
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([] as unknown as DOMRectList)
  render(<Songs label="Mix" songs={MIX} />)
  expect(press('f', { ctrlKey: true })).toBe(true)
})
