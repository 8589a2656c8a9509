import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { createBrowserRouter, Link, Outlet, useLocation } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mockBrowser } from '../../testing/mock-browser.ts'
import { Dialog } from '../dialogs/dialog.tsx'
import { noteShownPage } from './layers.ts'
import { leaveLayersFirst } from './leave-layers-first.ts'

/** Lengths of other tests' histories do not matter. */
let first: number
let router: ReturnType<typeof createBrowserRouter>

beforeEach(() => {
  mockBrowser()
  arrival = Promise.withResolvers()
  history.pushState({ key: 'first', idx: 0 }, '', '/one')
  first = history.length
  router = createBrowserRouter([
    {
      Component: Frame,
      children: [
        { path: '/one', Component: First },
        { path: '/two', element: <h1>Two</h1> },
        { path: '/slow', loader: () => arrival.promise, element: <h1>Slow</h1> },
      ],
    },
  ])
  leaveLayersFirst(router)
  render(<RouterProvider router={router} />)
})
afterEach(async () => {
  cleanup()
  await soon(() => layer() === 0)
  router.dispose()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Holds the slow page back. */
let arrival = Promise.withResolvers<null>()

/** Around every page, with a dialog of its own. */
function Frame() {
  const [isOpen, setOpen] = useState(false)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each page
  useEffect(noteShownPage, [key])
  return (
    <>
      <Outlet />
      <Link to="/slow">Slow</Link>
      <button type="button" onClick={() => setOpen(true)}>
        Open help
      </button>
      {isOpen && (
        <Dialog title="Help" onClose={() => setOpen(false)}>
          <Link to="/two">On to two</Link>
        </Dialog>
      )}
    </>
  )
}

function First() {
  const [open, setOpen] = useState(0)
  const [answered, setAnswered] = useState(false)
  return (
    <>
      <h1>One</h1>
      <button type="button" onClick={() => setOpen(2)}>
        Open both
      </button>
      {open > 0 && (
        <Dialog title="Lower" onClose={() => setOpen(0)} answered={answered}>
          <Link to="/two">Two</Link>
          <button type="button" onClick={() => setAnswered(true)}>
            Answer
          </button>
          <button type="button" onClick={() => setOpen(0)}>
            Close
          </button>
        </Dialog>
      )}
      {open > 1 && (
        <Dialog title="Upper" onClose={() => setOpen(1)}>
          {null}
        </Dialog>
      )}
    </>
  )
}

const layer = () => history.state?.layer ?? 0
const titles = () => screen.queryAllByRole('heading').map(({ textContent }) => textContent)
const press = (name: string) => fireEvent.click(screen.getByText(name))

/** Lets the layers do what they have scheduled. */
const pause = () => act(() => new Promise(resolve => setTimeout(resolve)))

const soon = (isSo: () => boolean) => waitFor(() => expect(isSo()).toBe(true))
/** Goes back or forward, and waits until the browser has. */
async function travel(delta: number): Promise<void> {
  const arrived = new Promise(resolve => {
    onArrival = resolve
  })
  history.go(delta)
  await act(() => arrived)
}
let onArrival: (event: Event) => void = () => {}
// Before the layers stop the event.
addEventListener('popstate', event => onArrival(event), { capture: true })

async function openBoth(): Promise<void> {
  press('Open both')
  await soon(() => layer() === 2)
}

it('closes the uppermost layer on Back, and leaves the page only after the last one', async () => {
  await openBoth()
  history.back()
  await soon(() => layer() === 1)
  expect(titles()).toEqual(['One', 'Lower'])
  history.back()
  await soon(() => layer() === 0)
  expect(titles()).toEqual(['One'])
  expect(location.pathname).toBe('/one')
})

it('leaves its entries when it is closed by other means, and does not open it again on Forward', async () => {
  await openBoth()
  press('Close')
  await soon(() => layer() === 0)
  expect(titles()).toEqual(['One'])
  await travel(1)
  await soon(() => layer() === 0)
  expect(titles()).toEqual(['One'])
})

it('takes a link in a layer to the next page, from which one Back leads to the page', async () => {
  await openBoth()
  press('Two')
  await soon(() => titles().includes('Two'))
  expect(history.length).toBe(first + 1)
  expect(location.pathname).toBe('/two')
  history.back()
  await soon(() => titles().includes('One'))
  expect(titles()).toEqual(['One'])
  expect(layer()).toBe(0)
  history.forward()
  await soon(() => titles().includes('Two'))
})

it('keeps a dialog whose action is running', async () => {
  await openBoth()
  history.back()
  await soon(() => layer() === 1)
  press('Answer')
  await travel(-1)
  await soon(() => layer() === 1)
  expect(titles()).toEqual(['One', 'Lower'])
})

it('goes back to the page after a reload on the entry of a layer', async () => {
  history.pushState({ ...history.state, layer: 1 }, '')
  leaveLayersFirst(router)
  await soon(() => layer() === 0)
  expect(titles()).toEqual(['One'])
})

it('closes a dialog of the frame when a page is opened', async () => {
  press('Open help')
  await soon(() => layer() === 1)
  press('On to two')
  await soon(() => titles().includes('Two'))
  expect(titles()).toEqual(['Two'])
  expect(layer()).toBe(0)
  expect(history.length).toBe(first + 1)
})

it('gives a dialog that opens during a navigation its entry on the next page', async () => {
  press('Slow')
  press('Open help')
  await soon(() => titles().includes('Help'))
  await pause()
  expect(layer()).toBe(0)
  arrival.resolve(null)
  await soon(() => titles().includes('Slow'))
  await soon(() => layer() === 1)
  history.back()
  await soon(() => layer() === 0)
  expect(titles()).toEqual(['Slow'])
  await travel(-1)
  await soon(() => titles().includes('One'))
  expect(layer()).toBe(0)
})

it('adds no entry for what the page before had open', async () => {
  press('Slow')
  press('Open both')
  await soon(() => titles().includes('Upper'))
  arrival.resolve(null)
  await soon(() => titles().includes('Slow'))
  await pause()
  expect(titles()).toEqual(['Slow'])
  expect(history.length).toBe(first + 1)
  expect(layer()).toBe(0)
})
