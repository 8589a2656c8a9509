import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SCREEN_SEGMENTS } from '@refrain/contract/service-paths'
import { screens } from '@refrain/server/pages/screens'
import { expect, it } from 'vitest'
import { isScreen } from '../apps/web/service-worker/is-screen.ts'
import { root } from './sources.ts'

it('the server knows the screens of the route table, and no others', () => {
  const table = readFileSync(join(root, 'apps/web/src/routes.tsx'), 'utf8')
  const routes = Array.from(table.matchAll(/\bpath: '([^'*]+)'/g), match => `/${match[1]}`)
  expect(routes.length).toBeGreaterThan(10)
  // The service worker opens what begins with these, and no path prefix may.
  const firsts = ['/', ...routes].map(path => path.split('/')[1]?.toLowerCase() ?? '')
  expect([...SCREEN_SEGMENTS].toSorted()).toEqual(
    [...new Set(firsts.filter(first => !first.startsWith(':')))].toSorted(),
  )
  expect(screens.map(screen => screen.pattern).toSorted()).toEqual(['/', ...routes].toSorted())
})

it('the service worker opens every screen, and leaves the service and other services below paths of the host alone', () => {
  const addresses = screens.map(({ pattern }) => pattern.replaceAll(/:\w+/g, 'x1'))
  expect([...addresses, '/POPULARARTISTS', '/x1/Library/'].filter(address => !isScreen(address))).toEqual([])
  const others = [
    '/music/',
    '/music/albums/x1',
    '/music/x1/library',
    '/audiobookshelf/library/x1',
    '/kavita/library/1',
    '/api/albums/x1',
    '/assets/a.js',
    '/rest/ping',
  ]
  expect([...others, '/robots.txt', '/shell.html', '/nowhere'].filter(isScreen)).toEqual([])
})
