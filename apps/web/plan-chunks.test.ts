import { describe, expect, it } from 'vitest'
import { type Part, type PlannedModule, planChunks } from './plan-chunks.ts'

const part = (...modules: string[]): Part => ({ modules, weight: 1, isPrefetched: true })

/** Modules of 100 bytes by what they import. */
function graph(
  imports: Readonly<Record<string, readonly string[]>>,
  sizes: Readonly<Record<string, number>> = {},
) {
  return new Map(
    Object.entries(imports).map(([id, of]): [string, PlannedModule] => [
      id,
      { size: sizes[id] ?? 100, imports: of },
    ]),
  )
}

const sorted = (chunks: readonly (readonly string[])[]) => chunks.map(ids => ids.toSorted().join(' ')).sort()

describe('without a need to merge', () => {
  const modules = graph({ album: ['list', 'header'], artist: ['list'], list: ['row'], row: [], header: [] })
  const chunks = planChunks({ modules, parts: [part('album'), part('artist')], most: 10 })

  it('puts modules together that the same parts need', () => {
    expect(sorted(chunks)).toEqual(['album header', 'artist', 'list row'])
  })

  it('orders chunks so that each comes after those that it imports', () => {
    expect(chunks.findIndex(ids => ids.includes('row'))).toBe(0)
  })
})

it('keeps modules of one part together', () => {
  const modules = graph({ albums: [], artists: [], other: [] })
  const chunks = planChunks({ modules, parts: [part('albums', 'artists'), part('other')], most: 10 })
  expect(sorted(chunks)).toEqual(['albums artists', 'other'])
})

it('merges where it adds the fewest bytes to the parts', () => {
  const modules = graph(
    { big: ['shared'], small: ['shared'], tiny: [], shared: [] },
    { big: 900, small: 200, tiny: 20 },
  )
  const parts = [part('big'), part('small'), part('tiny')]
  expect(sorted(planChunks({ modules, parts, most: 3 }))).toEqual(['big', 'shared tiny', 'small'].sort())
})

it('spares the parts that weigh more', () => {
  const modules = graph({ often: [], seldom: [], other: [] }, { often: 100, seldom: 120, other: 110 })
  const parts = [{ ...part('often'), weight: 100 }, part('seldom'), part('other')]
  expect(sorted(planChunks({ modules, parts, most: 2 }))).toEqual(['often', 'other seldom'])
})

it('leaves alone what is not prefetched, and libraries', () => {
  const modules = graph({ page: ['library'], dialog: [], library: [] })
  modules.set('library', { size: 10, imports: [], isAlone: true })
  const parts = [part('page'), { ...part('dialog'), isPrefetched: false }]
  expect(sorted(planChunks({ modules, parts, most: 1 }))).toEqual(['dialog', 'page'])
})

it('never makes chunks that import each other', () => {
  // Merging the ends of a chain takes in its middle.
  const modules = graph(
    { a: ['b'], b: ['c'], c: [], d: ['b'], e: ['c'] },
    { b: 5_000, a: 10, c: 10, d: 10, e: 10 },
  )
  const parts = [part('a'), part('d'), part('e')]
  for (let most = 1; most <= 5; most++) {
    const chunks = planChunks({ modules, parts, most })
    expect(chunks.length).toBeLessThanOrEqual(most)
    const chunkOf = (id: string) => chunks.findIndex(ids => ids.includes(id))
    for (const [id, { imports }] of modules)
      for (const to of imports)
        expect(chunkOf(to), `${id} to ${to} of ${most}`).toBeLessThanOrEqual(chunkOf(id))
  }
})
