import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, it } from 'vitest'
import { buildStale } from '../scripts/build.mjs'
import { lackingGlobal, lackingMember, lackingMethod, OLDEST_BROWSERS } from './oldest-browsers.ts'
import { readFile, root } from './sources.ts'

/** Used only where the browser has it. */
const GUARDED = new Set([
  'Error.captureStackTrace',
  'cancelIdleCallback',
  'navigator.connection',
  'navigator.share',
  'requestIdleCallback',
])

/** What scripts use of the platform that one of the oldest browsers lacks, with the names of these browsers. */
function findUnsupported(script: string): string[] {
  const found = new Map<string, readonly string[]>()
  const note = (name: string, browsers: readonly string[]) => {
    if (browsers.length > 0 && !GUARDED.has(name)) found.set(name, browsers)
  }
  const { program } = parseSync('script.js', script)
  new Visitor({
    NewExpression({ callee }) {
      if (callee.type === 'Identifier') note(callee.name, lackingGlobal(callee.name))
    },
    CallExpression({ callee }) {
      if (callee.type === 'Identifier') note(callee.name, lackingGlobal(callee.name))
      if (callee.type === 'MemberExpression' && !callee.computed && callee.property.type === 'Identifier') {
        note(`.${callee.property.name}()`, lackingMethod(callee.property.name))
      }
    },
    MemberExpression({ object, property, computed }) {
      if (object.type !== 'Identifier' || computed || property.type !== 'Identifier') return
      note(`${object.name}.${property.name}`, lackingMember(object.name, property.name))
    },
  }).visit(program)
  return [...found].map(([name, browsers]) => `${name}: not in ${browsers.join(', ')}`).sort()
}

it('finds what an old browser lacks', () => {
  const script = `
    Promise.withResolvers(); AbortSignal.any([]); new ManagedMediaSource(); a.isWellFormed(); a.getOrInsert()
    Promise.all([]); new Map(); a.toSorted(); navigator.userAgent; navigator.connection`
  const all = Object.keys(OLDEST_BROWSERS).join(', ')
  expect(findUnsupported(script)).toEqual([
    `.getOrInsert(): not in ${all}`,
    `AbortSignal.any: not in safari, safari_ios`,
    `ManagedMediaSource: not in chrome, edge, firefox, safari_ios`,
    `Promise.withResolvers: not in safari, safari_ios`,
  ])
})

it('builds pages of nothing that the oldest browsers lack', { timeout: 120_000 }, async () => {
  await buildStale(['pages'])
  const dist = join(root, 'apps/web/dist')
  const scripts = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.js'),
  )
  expect(scripts.length).toBeGreaterThan(50)
  const found = scripts.flatMap(name =>
    findUnsupported(readFileSync(join(dist, name), 'utf8')).map(each => `${name}: ${each}`),
  )
  expect(found).toEqual([])
})

it('names the oldest browsers in the README', () => {
  const { chrome, firefox, safari } = OLDEST_BROWSERS
  expect(readFile('README.md')).toContain(
    `Chrome and Edge ${chrome}, Firefox ${firefox} and Safari ${safari}`,
  )
})
