import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SCREEN_SEGMENTS } from '@refrain/contract/service-paths'
import { screens } from '@refrain/server/pages/screens'
import { expect, it } from 'vitest'
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
