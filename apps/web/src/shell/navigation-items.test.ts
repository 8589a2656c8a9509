import { expect, it } from 'vitest'
import { bottomNavigation, isActive, leftNavigation } from './navigation-items.ts'

it('calls Home "Explore" in the left navigation and "Home" in the bottom bar (ROUTE-03, READ-66)', () => {
  expect(leftNavigation(null).find(item => item.to === '/')?.label).toBe('Explore')
  expect(bottomNavigation(null).find(item => item.to === '/')?.label).toBe('Home')
})

it('keeps the order of the left navigation, where a guest’s Library leads to the login (LAY-19, LAY-20, ROLE-03)', () => {
  expect(leftNavigation(null).map(({ label, to }) => [label, to])).toEqual([
    ['Explore', '/'],
    ['Artists', '/artists'],
    ['Albums', '/albums'],
    ['Library', '/login'],
    ['Search', '/search'],
  ])
})

it('has the login in the bottom bar of a guest, before the search (LAY-25, LAY-26)', () => {
  expect(bottomNavigation(null).map(({ label, to }) => [label, to])).toEqual([
    ['Home', '/'],
    ['Artists', '/artists'],
    ['Albums', '/albums'],
    ['Login', '/login'],
    ['Search', '/search'],
  ])
})

it('offers no login to a member, nor a library that leads there (LAY-26)', () => {
  expect(leftNavigation('a token').some(item => item.to === '/login')).toBe(false)
  expect(bottomNavigation('a token').some(item => item.to === '/login')).toBe(false)
})

it.each([
  ['/', '/', true],
  ['/', '/artists', false],
  ['/artists', '/artists', true],
  ['/artists', '/artists/ar1', true],
  ['/artists', '/Artists/', true],
  ['/albums', '/albumsandmore', false],
])('%s is active on %s: %s (LAY-21)', (to, pathname, active) => {
  expect(isActive({ to }, pathname)).toBe(active)
})

it('shows the login as Login, not as a library (LAY-21)', () => {
  const lit = (items: ReturnType<typeof leftNavigation>) =>
    items.filter(item => isActive(item, '/login')).map(item => item.label)
  expect(lit(leftNavigation(null))).toEqual([])
  expect(lit(bottomNavigation(null))).toEqual(['Login'])
})
