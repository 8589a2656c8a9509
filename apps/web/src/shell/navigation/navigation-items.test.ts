import { expect, it } from 'vitest'
import { bottomNavigation, isActive, leftNavigation } from './navigation-items.ts'

it('calls Home "Explore" in the left navigation and "Home" in the bottom bar (ROUTE-03, READ-66)', () => {
  expect(leftNavigation(null).find(item => item.to === '/')?.label).toBe('Explore')
  expect(bottomNavigation(null).find(item => item.to === '/')?.label).toBe('Home')
})

it('has the left navigation in order, with a guest’s Library leading to the login (LAY-19, LAY-20, ROLE-03)', () => {
  expect(leftNavigation(null).map(({ label, to }) => [label, to])).toEqual([
    ['Explore', '/'],
    ['Artists', '/artists'],
    ['Albums', '/albums'],
    ['Library', '/login'],
    ['Search', '/search'],
  ])
})

it('has the login in a guest’s bottom bar, before the search (LAY-25, LAY-26)', () => {
  expect(bottomNavigation(null).map(({ label, to }) => [label, to])).toEqual([
    ['Home', '/'],
    ['Artists', '/artists'],
    ['Albums', '/albums'],
    ['Login', '/login'],
    ['Search', '/search'],
  ])
})

it('links to the member’s own library in both (LAY-19, LAY-20, LAY-25, LAY-26, ROLE-04)', () => {
  expect(leftNavigation('us1').map(({ label, to }) => [label, to])).toEqual([
    ['Explore', '/'],
    ['Artists', '/artists'],
    ['Albums', '/albums'],
    ['Library', '/us1/library'],
    ['Search', '/search'],
  ])
  expect(bottomNavigation('us1').map(({ label, to }) => [label, to])).toEqual([
    ['Home', '/'],
    ['Artists', '/artists'],
    ['Albums', '/albums'],
    ['Library', '/us1/library'],
    ['Search', '/search'],
  ])
})

it.each([
  ['/us1/library', ['Library']],
  ['/US1/Library/', ['Library']],
  ['/us1/library/likedSongs', ['Library']],
  ['/userplaylists/pl1', ['Library']],
  ['/user/us1', []],
  ['/playlists/jazz', []],
  ['/albums/al1', ['Albums']],
])('on %s, a member’s navigation marks %j (LAY-21)', (pathname, lit) => {
  for (const items of [leftNavigation('us1'), bottomNavigation('us1')])
    expect(items.filter(item => isActive(item, pathname)).map(item => item.label)).toEqual(lit)
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

it('marks the login as Login, not as Library (LAY-21)', () => {
  const lit = (items: ReturnType<typeof leftNavigation>) =>
    items.filter(item => isActive(item, '/login')).map(item => item.label)
  expect(lit(leftNavigation(null))).toEqual([])
  expect(lit(bottomNavigation(null))).toEqual(['Login'])
})
