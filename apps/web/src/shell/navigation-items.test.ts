import { expect, it } from 'vitest'
import { bottomNavigation, isActive, leftNavigation } from './navigation-items.ts'

it('calls Home "Explore" in the left navigation and "Home" in the bottom bar (ROUTE-03, READ-66)', () => {
  expect(leftNavigation.find(item => item.to === '/')?.label).toBe('Explore')
  expect(bottomNavigation.find(item => item.to === '/')?.label).toBe('Home')
})

it('keeps the order of the left navigation (LAY-19, LAY-20)', () => {
  expect(leftNavigation.map(({ label, to }) => [label, to])).toEqual([
    ['Explore', '/'],
    ['Artists', '/artists'],
    ['Albums', '/albums'],
  ])
})

it.each([
  ['/', '/', true],
  ['/', '/artists', false],
  ['/artists', '/artists', true],
  ['/artists', '/artists/ar1', true],
  ['/artists', '/Artists/', true],
  ['/albums', '/albumsandmore', false],
])('%s is active on %s: %s (LAY-21)', (to, pathname, active) => {
  expect(isActive(to, pathname)).toBe(active)
})
