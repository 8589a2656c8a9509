import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screens } from '@refrain/server/pages/screens'
import { expect, it } from 'vitest'
import { root } from './sources.ts'

it('the server knows the screens of the route table, and no others', () => {
  const table = readFileSync(join(root, 'apps/web/src/routes.tsx'), 'utf8')
  const routes = Array.from(table.matchAll(/\bpath: '([^'*]+)'/g), match => `/${match[1]}`)
  expect(routes.length).toBeGreaterThan(10)
  expect(screens.map(screen => screen.pattern).toSorted()).toEqual(['/', ...routes].toSorted())
})
